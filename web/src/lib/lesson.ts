/* A guided first game (src/games/NAME/lesson.json; tools/lesson tells its form). Notes wait for something
   to be true of what I see and of what has happened, never for a click. Nothing here is shown: this says
   what is due, and can be run without a page. */
import type { NewsEvent, Window } from "./protocol";

export interface Both {
  en: string;
  fr: string;
}

type Bound = { least: number } | { most: number };
export type Value = string | number | boolean | null | Bound | { some: true };

export interface Condition {
  phase?: string | string[];
  mine?: true;
  move?: string;
  event?: string | string[];
  by?: "me" | "other";
  to?: "me";
  n?: number | Bound;
  times?: number;
  is?: Record<string, Value>;
  not?: When;
  also?: When;
}
export type When = Condition | Condition[];

export interface Note {
  id: string;
  title: Both;
  line?: Both;
  when: When;
  light: string[];
  say: Both;
  why: Both;
  n?: string;
  instead?: { when: When; say: Both; why: Both };
  table?: false | { when?: When; light?: string[]; say: Both; why: Both }; // at tables that are no lesson
}

export interface Advice {
  when: When;
  moves: string[];
  do: Both;
  say: Both;
}

export interface Lesson {
  players: number;
  bot: string;
  then?: string; // the level of the game after it, where it is another
  options: Record<string, string>;
  minutes: number;
  ordered: boolean;
  hush?: When;
  notes: Note[];
  advice: Advice[];
  next: Both[];
  more?: Note[]; // for tables that are no lesson alone
}

/* The same notes for any table of the game: each comes when its own moment does, and what only holds for the
   deal of the lesson is told otherwise or not at all. */
export function anywhere(lesson: Lesson): Lesson {
  const notes = lesson.notes.flatMap((note): Note[] => {
    if (note.table === false) return [];
    return note.table ? [{ id: note.id, title: note.title, when: note.when, light: note.light, ...note.table }] : [note];
  });
  return { ...lesson, ordered: false, notes: [...notes, ...(lesson.more ?? [])], advice: [] };
}

/* What I see and what has happened so far. */
export interface Sight {
  view: Window;
  events: readonly NewsEvent[];
}

const list = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);

/* What stands at "seats.me.cards" of a picture; undefined where there is nothing. */
export function at(view: Window, path: string): unknown {
  let here: unknown = view.picture;
  for (const step of path.split(".")) {
    if (here === null || typeof here !== "object") return undefined;
    here = (here as Record<string, unknown>)[step === "me" ? String(view.seat) : step];
  }
  return here;
}

function within(n: unknown, bound: number | Bound): boolean {
  if (typeof n !== "number") return false;
  if (typeof bound === "number") return n === bound;
  return "least" in bound ? n >= bound.least : n <= bound.most;
}

function equals(view: Window, found: unknown, wanted: Value): boolean {
  if (wanted === "me") return view.seat !== null && found === view.seat;
  if (wanted === null || typeof wanted !== "object") return (found ?? null) === wanted;
  if ("some" in wanted) return Array.isArray(found) && found.length > 0;
  return within(found, wanted);
}

function happened({ view, events }: Sight, one: Condition): boolean {
  const kinds = list(one.event ?? []);
  const met = events.filter(
    (event) =>
      kinds.includes(event.kind) &&
      (one.by === undefined || (one.by === "me") === (event.seat === view.seat)) &&
      (one.to === undefined || event.other === view.seat) &&
      (one.n === undefined || within(event.n, one.n)),
  );
  return met.length >= (one.times ?? 1);
}

function all(sight: Sight, one: Condition): boolean {
  const { view } = sight;
  if (one.phase !== undefined && !list(one.phase).includes(String(at(view, "phase")))) return false;
  if (one.mine && (view.seat === null || !view.turn.includes(view.seat) || view.over)) return false;
  const verb = one.move;
  if (verb !== undefined && !view.moves.some((move) => move.startsWith(verb))) return false;
  if (one.event !== undefined && !happened(sight, one)) return false;
  for (const [path, wanted] of Object.entries(one.is ?? {}))
    if (!equals(view, at(view, path), wanted)) return false;
  if (one.not !== undefined && holds(sight, one.not)) return false;
  return one.also === undefined || holds(sight, one.also);
}

export function holds(sight: Sight, when: When): boolean {
  return list(when).some((one) => all(sight, one));
}

/* The notes that have come so far, with those that come now: a note whose moment has passed while
   another was read is not lost. */
export function come(lesson: Lesson, sight: Sight, before: ReadonlySet<string>): Set<string> {
  const now = new Set(before);
  if (lesson.hush && holds(sight, lesson.hush)) return now;
  for (const note of lesson.notes) {
    if (!now.has(note.id) && holds(sight, note.when)) now.add(note.id);
    if (lesson.ordered && !now.has(note.id)) break;
  }
  return now;
}

/* What is suggested for this decision: the first advice that fits and whose move can be made. */
export function advised(lesson: Lesson, sight: Sight): { advice: Advice; move: string | null } | null {
  for (const advice of lesson.advice) {
    if (!holds(sight, advice.when)) continue;
    const move = advice.moves.find((one) => sight.view.moves.includes(one));
    if (move !== undefined) return { advice, move };
    if (advice.moves.some((verb) => !verb.includes(" ") && sight.view.moves.some((one) => one.startsWith(`${verb} `))))
      return { advice, move: null };
  }
  return null;
}
