/* The pen of a captain: it gathers where the hand has been and gives it away as the segments a move may
   hold. Every segment joins two whole points of the chart, and each begins where the one before ended:
   the sum of what was given is always the rounded place of the hand, however the strokes are cut. */

import type { Point } from "./picture";

export const REACH = 16; // units a segment may go, each way
const BATCH = 7; // segments a move may hold
export const INK = 512; // segments of a voyage

/* The shortest segment worth sending, by segments already drawn: fine at first, coarser as the ink runs
   low, so that even the slowest hand draws some 2900 units. */
const FINE: readonly { below: number; least: number }[] = [
  { below: 128, least: 2 },
  { below: 256, least: 3 },
  { below: 384, least: 6 },
  { below: INK, least: 12 },
];

const apart = (a: Point, b: Point): number => Math.max(Math.abs(b[0] - a[0]), Math.abs(b[1] - a[1]));

/* How far `point` lies beside the line from `a` to `b`. */
function beside(a: Point, b: Point, point: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const [px, py] = [point[0] - a[0], point[1] - a[1]];
  const long = Math.hypot(dx, dy);
  return long === 0 ? Math.hypot(px, py) : Math.abs(dx * py - dy * px) / long;
}

export class Pen {
  #at: Point; // the end of the last segment given
  #path: Point[] = []; // whole points behind it
  given: number; // segments of this voyage

  constructor(start: Point, given: number) {
    this.#at = start;
    this.given = given;
  }

  /* The voyage has had all the segments it may have. */
  get dry(): boolean {
    return this.given >= INK;
  }

  /* The hand is here. */
  draw(x: number, y: number): void {
    const here: Point = [Math.round(x), Math.round(y)];
    const last = this.#path[this.#path.length - 1] ?? this.#at;
    if (here[0] !== last[0] || here[1] !== last[1]) this.#path.push(here);
  }

  /* Takes the segments of one move; empty where there is nothing worth sending. `all`: the hand has
     come to rest, so even the shortest remainder goes. */
  take(all: boolean): Point[] {
    const out: Point[] = [];
    while (out.length < BATCH && !this.dry && this.#path.length > 0) {
      const segment = this.#segment(all);
      if (!segment) break;
      if (segment[0] === 0 && segment[1] === 0) continue; // it came back to where it was
      this.#at = [this.#at[0] + segment[0], this.#at[1] + segment[1]];
      this.given++;
      out.push(segment);
    }
    return out;
  }

  /* The next segment: as far along the path as it may go without leaving it. Null: wait for more. */
  #segment(all: boolean): Point | null {
    const at = this.#at;
    const first = this.#path[0];
    if (!first) return null;
    const far = apart(at, first);
    if (far > REACH) {
      const parts = Math.ceil(far / REACH);
      return [Math.round((first[0] - at[0]) / parts), Math.round((first[1] - at[1]) / parts)];
    }
    const least = FINE.find((one) => this.given < one.below)?.least ?? REACH;
    let end = first;
    let taken = 1;
    for (; taken < this.#path.length; taken++) {
      const next = this.#path[taken];
      if (!next || apart(at, next) > REACH) break;
      const strays = this.#path.slice(0, taken).some((one) => beside(at, next, one) > least / 2);
      if (strays && apart(at, end) >= least) break;
      end = next;
    }
    if (taken === this.#path.length && apart(at, end) < least && !all) return null;
    this.#path.splice(0, taken);
    return [end[0] - at[0], end[1] - at[1]];
  }
}
