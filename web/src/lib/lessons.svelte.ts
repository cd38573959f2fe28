/* The lesson at the table in front of us: which of its notes have come, which were read, and what is
   suggested now. The game remembers itself at the server; this browser keeps which notes were read, one
   lesson a game. At other tables of machines the coach tells the same notes, each once in this browser. */
import { coach } from "./coach.svelte";
import { keep, kept } from "./kept";
import { advised, anywhere, at, come, holds, type Advice, type Both, type Lesson, type Note } from "./lesson";
import { lessonOf } from "./lessonof";
import { link, type Held } from "./link.svelte";
import { tempo } from "./tempo.svelte";
import { language } from "./words.svelte";

const CHARS = 15; // characters read in a second
const LEAST = 4000; // ms a note is read at least

interface Kept {
  table: string;
  come: string[];
  read: string[];
  off: boolean;
}

function keptOf(game: string): Kept | null {
  try {
    const found = JSON.parse(kept(`lesson.${game}`) ?? "null") as Partial<Kept> | null;
    if (typeof found?.table !== "string" || !Array.isArray(found.come) || !Array.isArray(found.read)) return null;
    return { table: found.table, come: found.come, read: found.read, off: found.off === true };
  } catch {
    return null;
  }
}

/* The table of a lesson of this game that was begun in this browser, or "". */
export const begun = (game: string): string => keptOf(game)?.table ?? "";

/* The notes of a game that were read, at whatever table. */
function readOf(game: string): string[] {
  try {
    const found: unknown = JSON.parse(kept(`notes.${game}`) ?? "[]");
    const read = Array.isArray(found) ? found.filter((id) => typeof id === "string") : [];
    return [...read, ...(keptOf(game)?.read ?? [])];
  } catch {
    return [];
  }
}

/* Notes are told in both languages where they stand. */
export const told = (both: Both, n = 0): string => both[language.lang].replaceAll("{n}", String(n));

class Teacher {
  #game = "";
  #table = $state("");
  #loaded = $state.raw<Lesson | null>(null);
  come = $state.raw<ReadonlySet<string>>(new Set());
  read = $state.raw<ReadonlySet<string>>(new Set());
  off = $state(false); // finished without the lesson
  #free = $state(false); // no lesson: the coach tells the notes
  behind = $state(false); // the page still shows what came before: what is said of the table now waits
  #again = $state<string | null>(null); // a note opened from the list
  again: boolean = $derived(this.#again !== null);
  #late: ReturnType<typeof setTimeout> | undefined;

  /* The lesson of this table; null where there is none, or no more. */
  lesson: Lesson | null = $derived.by(() => (this.#free ? null : this.#here));
  #here: Lesson | null = $derived.by(() => {
    if (link.held?.summary.id !== this.#table || this.off || (this.#free && !coach.on)) return null;
    return this.#loaded;
  });
  #hushed: boolean = $derived.by(() => {
    const held = link.held;
    return !held || this.behind || (this.#here?.hush !== undefined && holds(held, this.#here.hush));
  });
  /* The note to be read next, at once or as soon as it is not hushed. */
  due: Note | null = $derived.by(() => {
    const again = this.#here?.notes.find((note) => note.id === this.#again);
    return again ?? this.#here?.notes.find((note) => this.come.has(note.id) && !this.read.has(note.id)) ?? null;
  });
  /* The note to be shown. */
  note: Note | null = $derived.by(() => (this.#hushed ? null : this.due));
  /* What it says now, and why. */
  words: { say: string; why: string } | null = $derived.by(() => {
    const held = link.held;
    const note = this.note;
    if (!note || !held) return null;
    const { say, why } = note.instead && holds(held, note.instead.when) ? note.instead : note;
    const n = note.n === undefined ? 0 : Number(at(held.view, note.n) ?? 0);
    return { say: told(say, n), why: told(why, n) };
  });
  advice: { advice: Advice; move: string | null } | null = $derived.by(() =>
    this.lesson && link.held && !this.#hushed ? advised(this.lesson, link.held) : null,
  );
  /* How many notes there are, and which of them this is, from 1. */
  step(note: Note): number {
    return 1 + (this.lesson?.notes.findIndex((one) => one.id === note.id) ?? 0);
  }

  /* Looks at the table: called with everything new. */
  look(held: Held | null): void {
    if (!held || held.summary.seat === null || !(held.summary.lesson || coach.on)) return;
    const { id, game, lesson } = held.summary;
    if (id !== this.#table) void this.#arrive(id, game, !lesson);
    if (!this.#loaded || id !== this.#table) return;
    if (held.oldest > 0) void link.older(); // a first time is one since the beginning
    const now = come(this.#loaded, held, this.come);
    if (now.size === this.come.size) return;
    this.come = now;
    this.#keep();
  }

  async #arrive(table: string, game: string, free: boolean): Promise<void> {
    const found = keptOf(game);
    this.#table = table;
    this.#game = game;
    this.#free = free;
    this.#loaded = null;
    this.#again = null;
    const mine = !free && found?.table === table ? found : null;
    this.come = new Set(mine?.come);
    this.read = new Set(free ? readOf(game) : mine?.read);
    this.off = mine?.off ?? false;
    const lesson = await lessonOf(game)?.();
    if (this.#table !== table || !lesson) return;
    this.#loaded = free ? anywhere(lesson) : lesson;
    this.#keep();
    this.look(link.held);
  }

  /* The note was read: the next one, or the game, goes on. */
  pass(): void {
    const note = this.note;
    if (!note) return;
    this.#again = null;
    this.read = new Set([...this.read, note.id]);
    this.#keep();
  }

  /* A decision of mine was made meanwhile: whoever plays on has read enough. */
  moved(): void {
    if (this.note && this.#again === null) this.pass();
    this.#again = null;
  }

  /* Shows a note once more. */
  reread(id: string): void {
    this.#again = id;
  }

  /* Goes on without the lesson, or with it again. */
  quit(off: boolean): void {
    this.off = off;
    this.#again = null;
    this.#keep();
  }

  /* The machines wait while a note is read, for as long as reading takes. */
  wait(): void {
    clearTimeout(this.#late);
    const words = this.words;
    tempo.waiting = words !== null;
    if (!words) return;
    const ms = Math.max(LEAST, (1000 * words.say.length) / CHARS);
    this.#late = setTimeout(() => (tempo.waiting = false), ms);
  }

  #keep(): void {
    if (this.#free) {
      keep(`notes.${this.#game}`, JSON.stringify([...this.read]));
      return;
    }
    const now: Kept = { table: this.#table, come: [...this.come], read: [...this.read], off: this.off };
    keep(`lesson.${this.#game}`, JSON.stringify(now));
  }
}

export const teacher = new Teacher();
