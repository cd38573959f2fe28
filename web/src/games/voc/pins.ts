/* Where words called on the way are pinned to the chart: beside the place of the line where they were
   called, in the free water nearest to it. */

import { HIGH, WIDE } from "./charts";
import type { Point, PortPicture } from "./picture";
import { distance, type Called } from "./trip";

export interface Pin {
  i: number; // which of the words
  from: Point; // on the line
  at: Point; // the middle of its label
}

/* px of a label and how far from the line it stands */
const LABEL = { wide: 92, high: 32 };
const AWAY: readonly Point[] = [
  [60, -52],
  [-60, -52],
  [60, 52],
  [-60, 52],
  [0, -78],
  [0, 78],
  [110, 0],
  [-110, 0],
];

/* Pins of words whose place is known. What a label hides counts against a place: other labels most, then
   ports, then the line itself. */
export function pinned(
  called: readonly Called[],
  line: readonly Point[],
  ports: readonly PortPicture[],
  scale: number,
): Pin[] {
  const pins: Pin[] = [];
  called.forEach((word, i) => {
    const from = line[Math.min(word.after ?? 0, line.length - 1)];
    if (!from) return;
    const behind = line.slice(0, (word.after ?? 0) + 1); // a pin stays where it was put
    let best: Point = from;
    let least = Infinity;
    for (const [dx, dy] of AWAY) {
      const at: Point = [from[0] + dx / scale, from[1] + dy / scale];
      const cost = hides(at, pins, behind, ports, scale);
      if (cost >= least) continue;
      least = cost;
      best = at;
    }
    pins.push({ i, from, at: best });
  });
  return pins;
}

/* A pin whose place on the line is in sight has its label in sight, too: x from `left` to `right` is. */
export function kept(pin: Pin, [left, right]: readonly [number, number], scale: number): Pin {
  const half = LABEL.wide / scale / 2;
  if (pin.from[0] < left || pin.from[0] > right || right - left < 2 * half) return pin;
  return { ...pin, at: [Math.min(right - half, Math.max(left + half, pin.at[0])), pin.at[1]] };
}

function hides(
  at: Point,
  pins: readonly Pin[],
  line: readonly Point[],
  ports: readonly PortPicture[],
  scale: number,
): number {
  const wide = LABEL.wide / scale / 2;
  const high = LABEL.high / scale / 2;
  const within = (p: Point, more: number): boolean =>
    Math.abs(p[0] - at[0]) < wide + more && Math.abs(p[1] - at[1]) < high + more;
  let cost = 0;
  if (at[0] < wide || at[0] > WIDE - wide || at[1] < high || at[1] > HIGH - high) cost += 100;
  for (const pin of pins)
    if (Math.abs(pin.at[0] - at[0]) < 2 * wide && Math.abs(pin.at[1] - at[1]) < 2 * high) cost += 40;
  for (const port of ports) if (within([port.x, port.y], port.radius)) cost += 15;
  for (const point of line) if (within(point, 4 / scale)) cost += 2;
  return cost + distance(at, line[0] ?? at) / 10000; // equal places: always the same one
}
