/* The last track of each ship, from what the journal told: kept while the ship is at sea. */

import type { NewsEvent } from "../../lib/protocol";
import type { Point } from "./picture";

export function tracksOf(events: readonly NewsEvent[]): Readonly<Record<string, readonly Point[]>> {
  const tracks: Record<string, Point[]> = {};
  let sailing: Point[] | undefined;
  for (const event of events) {
    const ship = event.items[0] ?? "";
    switch (event.kind) {
      case "sail":
        tracks[ship] = sailing = [[event.n, event.m]];
        break;
      case "line":
        sailing?.push([event.n, event.m]);
        break;
      case "home":
      case "wreck":
        delete tracks[ship];
        break;
    }
  }
  return tracks;
}
