/* A voyage as the journal tells it: the line stroke by stroke, the words called on the way, and where
   the ship came to rest. Its captain learns the line only at landfall, all at once. */

import type { NewsEvent } from "../../lib/protocol";
import { FIRST_YEAR, HOME_LINE, type Call, type Point } from "./picture";

export interface Called {
  seat: number;
  word: Call;
  cost: number;
  after: number | null; // strokes drawn before it; null where nobody knows
}

export interface Trip {
  id: number; // position of its start
  ship: string;
  captain: number;
  year: number;
  line: Point[]; // the start, then the end of each stroke
  called: Called[];
  land: "aground" | "home" | null; // what its line has met
  rest: Point | null; // where the ship lies after landfall
}

/* The number of strokes at which the captain heard a word, by the word's position. */
export type Heard = ReadonlyMap<number, number>;

/* Writes one event into the voyage it belongs to. */
function write(trip: Trip, event: NewsEvent, mine: boolean, heard: Heard): void {
  if (event.kind === "line") trip.line.push([event.n, event.m]);
  if (event.kind === "land") trip.land = event.n === 1 ? "home" : "aground";
  if (event.kind === "landfall") trip.rest = [event.n, event.m];
  if (event.kind === "word" && event.seat !== null)
    trip.called.push({
      seat: event.seat,
      word: event.items[0] as Call,
      cost: event.n,
      after: mine ? (heard.get(event.at) ?? null) : trip.line.length - 1,
    });
}

function begin(event: NewsEvent, year: number): Trip {
  return {
    id: event.at,
    ship: event.items[0] ?? "",
    captain: event.seat ?? 0,
    year,
    line: [[event.n, event.m]],
    called: [],
    land: null,
    rest: null,
  };
}

const sets = (event: NewsEvent): boolean => event.kind === "sail";

/* The newest voyage of the journal; null before the first. */
export function lastTrip(events: readonly NewsEvent[], me: number | null, heard: Heard): Trip | null {
  let from = events.length - 1;
  while (from >= 0 && events[from]?.kind !== "sail") from--;
  const first = events[from];
  if (!first) return null;
  let year = FIRST_YEAR;
  for (let i = from; i >= 0; i--) {
    const event = events[i];
    if (event?.kind !== "year") continue;
    year = event.n;
    break;
  }
  const trip = begin(first, year);
  for (const event of events.slice(from + 1)) write(trip, event, trip.captain === me, heard);
  return trip;
}

/* Whether the journal goes back to where this ship last left Middelburg, and to the year of it. */
export function departed(events: readonly NewsEvent[], ship: string): boolean {
  const left = events.findIndex((event) => sets(event) && event.items[0] === ship && event.m === HOME_LINE);
  return left > 0 && events.slice(0, left).some((event) => event.kind === "year");
}

/* The voyages of a ship since it last left Middelburg, oldest first, up to the position `before`. */
export function tracks(events: readonly NewsEvent[], ship: string, before: number): Trip[] {
  let trips: Trip[] = [];
  let now: Trip | null = null;
  let year = FIRST_YEAR;
  for (const event of events) {
    if (event.at >= before) break;
    if (event.kind === "year") year = event.n;
    else if (sets(event)) {
      now = event.items[0] === ship ? begin(event, year) : null;
      if (now) trips.push(now);
    } else if (["home", "wreck"].includes(event.kind) && event.items[0] === ship) trips = [];
    else if (now) write(now, event, false, new Map());
  }
  return trips.filter((trip) => trip.line.length > 1);
}

export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/* How long a line is, in units of the chart. */
export function lengthOf(line: readonly Point[]): number {
  return line.reduce((sum, point, i) => sum + distance(line[i - 1] ?? point, point), 0);
}

/* The first `length` units of a line. */
export function cut(line: readonly Point[], length: number): Point[] {
  const out: Point[] = line.slice(0, 1);
  let left = length;
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1];
    const to = line[i];
    if (!from || !to) break;
    const step = distance(from, to);
    if (step > left) {
      if (left > 0) {
        const part = left / step;
        out.push([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]);
      }
      return out;
    }
    out.push(to);
    left -= step;
  }
  return out;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

/* A line as an SVG path, its corners rounded as a pen would. */
export function pathOf(line: readonly Point[]): string {
  const first = line[0];
  const last = line[line.length - 1];
  if (!first || !last || line.length < 2) return "";
  let path = `M${n(first[0])} ${n(first[1])}`;
  for (let i = 1; i < line.length - 1; i++) {
    const here = line[i];
    const next = line[i + 1];
    if (!here || !next) break;
    path += `Q${n(here[0])} ${n(here[1])} ${n((here[0] + next[0]) / 2)} ${n((here[1] + next[1]) / 2)}`;
  }
  return `${path}L${n(last[0])} ${n(last[1])}`;
}
