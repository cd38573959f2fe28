/* The course of a game: everyone's points as they were earned, read from the journal. */
import type { NewsEvent } from "./protocol";

export interface Step {
  x: number; // stretches of the game gone by: 2.5 is the middle of the third
  points: number; // after the change
}

export interface Course {
  stretches: number;
  most: number;
  steps: Step[][]; // one list a seat, in order
}

/* Whose points an event changes, and by how much; null where it changes none. Who is told what another
   did to him is the {seat} of the sentence, and that other its {other}. */
function change(
  event: NewsEvent,
  gains: readonly string[],
  losses: Readonly<Record<string, "seat" | "other">>,
): { seat: number; points: number } | null {
  const payer = losses[event.kind];
  if (payer === undefined)
    return event.seat !== null && gains.includes(event.kind)
      ? { seat: event.seat, points: event.n }
      : null;
  const told = event.say.startsWith("{other}");
  const seat = payer === "other" && !told ? event.other : event.seat;
  return seat === null ? null : { seat, points: -event.n };
}

/* Points per seat over the stretches opened by `marks`; `gains` are the kinds whose n is points, `losses`
   those whose n is points paid. A change lies within its stretch by its order among the moves of that
   stretch. */
export function course(
  events: readonly NewsEvent[],
  seats: number,
  gains: readonly string[],
  marks: readonly string[],
  losses: Readonly<Record<string, "seat" | "other">> = {},
): Course {
  const starts = events.filter((event) => marks.includes(event.kind)).map((event) => event.at);
  const end = events[events.length - 1]?.at ?? 0;
  const steps: Step[][] = Array.from({ length: seats }, () => []);
  const sums = new Array<number>(seats).fill(0);
  let most = 1;
  for (const event of events) {
    const changed = change(event, gains, losses);
    const list = changed && steps[changed.seat];
    if (!changed || !list) continue;
    const points = (sums[changed.seat] ?? 0) + changed.points;
    sums[changed.seat] = points;
    most = Math.max(most, points);
    const nth = starts.filter((at) => at < event.at).length;
    const from = starts[nth - 1] ?? 0;
    const to = starts[nth] ?? Math.max(end, from + 1);
    const within = to > from ? (event.at - from) / (to - from) : 0;
    list.push({ x: Math.max(0, nth - 1) + Math.min(1, within), points });
  }
  return { stretches: Math.max(1, starts.length), most, steps };
}
