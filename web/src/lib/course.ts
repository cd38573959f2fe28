/* The course of a game: everyone's points as they were earned, read from the journal. */
import type { NewsEvent, Score } from "./protocol";

/* How a game's events are counted. */
export interface Counting {
  points: Readonly<Record<string, Stake>>; // kinds whose {n} is points, and whose
  marks: readonly string[]; // kinds that open a stretch of the game, numbered by their {n}
  start?: string; // the part of a score that everyone has from the beginning
  total?: string; // the kind whose {n} is what a rival without a seat has by now
}

/* Who earns (1) and who pays (-1) the points of an event. */
export type Stake = Readonly<{ seat?: 1 | -1; other?: 1 | -1 }>;

export interface Step {
  x: number; // stretches of the game gone by: 2.5 is the middle of the third
  points: number; // after the change
}

/* Points over the game: those of the start, then the changes in their order. */
export interface Line {
  start: number;
  steps: Step[];
}

export interface Course {
  stretches: string[]; // what each is called
  most: number;
  lines: Line[]; // one a seat
  rival: Line | null;
}

/* What a line comes to. */
export function reached(line: Line): number {
  return line.steps[line.steps.length - 1]?.points ?? line.start;
}

/* Whose points an event changes, and by how much. */
function changes({ seat, other, n }: NewsEvent, stake: Stake): { seat: number; points: number }[] {
  const changed = [];
  if (stake.seat && seat !== null) changed.push({ seat, points: stake.seat * n });
  if (stake.other && other !== null) changed.push({ seat: other, points: stake.other * n });
  return changed.filter((one) => one.points !== 0);
}

/* Everyone's points over the stretches of a finished game. A change lies within its stretch by its order
   among the moves of that stretch. */
export function course(events: readonly NewsEvent[], scores: readonly Score[], how: Counting): Course {
  const marks = events.filter((event) => how.marks.includes(event.kind));
  const starts = marks.length > 0 ? marks.map((event) => event.at) : [0];
  const end = events[events.length - 1]?.at ?? 0;
  const place = (at: number) => {
    const nth = starts.filter((start) => start <= at).length;
    if (nth === 0) return 0; // the first stretch has not begun
    const from = starts[nth - 1] ?? 0;
    const to = starts[nth] ?? Math.max(end, from + 1);
    return nth - 1 + (at - from) / (to - from);
  };

  const lines: Line[] = [];
  for (const score of scores)
    lines[score.seat] = {
      start: score.parts.find((part) => part.name === how.start)?.points ?? 0,
      steps: [],
    };
  const rival: Line | null = how.total ? { start: 0, steps: [] } : null;
  for (const event of events) {
    if (event.kind === how.total) rival?.steps.push({ x: place(event.at), points: event.n });
    const stake = how.points[event.kind];
    for (const { seat, points } of stake ? changes(event, stake) : []) {
      const line = lines[seat];
      line?.steps.push({ x: place(event.at), points: reached(line) + points });
    }
  }
  const all = [...lines, ...(rival ? [rival] : [])];
  const heights = all.flatMap((line) => [line.start, ...line.steps.map((step) => step.points)]);
  return {
    stretches: marks.length > 0 ? marks.map((event) => String(event.n)) : ["1"],
    most: Math.max(1, ...heights),
    lines,
    rival,
  };
}
