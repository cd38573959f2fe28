/* The course of a game: everyone's points as they were earned, read from the journal. */
import type { NewsEvent } from "./protocol";

export interface Step {
  x: number; // stretches of the game gone by: 2.5 is the middle of the third
  points: number; // after the gain
}

export interface Course {
  stretches: number;
  most: number;
  steps: Step[][]; // one list a seat, in order
}

/* Points per seat over the stretches opened by `marks`; `gains` are the kinds whose n is points. A
   gain lies within its stretch by its order among the moves of that stretch. */
export function course(
  events: readonly NewsEvent[],
  seats: number,
  gains: readonly string[],
  marks: readonly string[],
): Course {
  const starts = events.filter((event) => marks.includes(event.kind)).map((event) => event.at);
  const end = events[events.length - 1]?.at ?? 0;
  const steps: Step[][] = Array.from({ length: seats }, () => []);
  const sums = new Array<number>(seats).fill(0);
  for (const event of events) {
    if (event.seat === null || !gains.includes(event.kind)) continue;
    const list = steps[event.seat];
    if (!list) continue;
    const points = (sums[event.seat] ?? 0) + event.n;
    sums[event.seat] = points;
    const nth = starts.filter((at) => at < event.at).length;
    const from = starts[nth - 1] ?? 0;
    const to = starts[nth] ?? Math.max(end, from + 1);
    const within = to > from ? (event.at - from) / (to - from) : 0;
    list.push({ x: Math.max(0, nth - 1) + Math.min(1, within), points });
  }
  return { stretches: Math.max(1, starts.length), most: Math.max(1, ...sums), steps };
}
