/* My tables as the server tells them: all that wait for me, the newest of those that wait for others, and
   how many there are. It follows the list, so it is right on every page; the table in front of us tells
   of itself. */
import { untrack } from "svelte";
import { link } from "./link.svelte";
import type { Counts, ServerMessage, Summary } from "./protocol";

export type Part = "turn" | "waiting" | "over";

const PAGES = 5; // of tables that wait for me: nobody looks at more at once
const LATER = 1500; // ms before the counts are asked for again
const NONE: Counts = { turn: 0, waiting: 0, over: 0, won: 0 };

/* A machine plays on for me. */
export const left = (table: Summary): boolean => table.seat !== null && table.seats[table.seat]?.away === true;
/* A seat is kept for me. */
export const invited = (table: Summary): boolean =>
  table.seats.some((seat) => seat.kind === "invited" && seat.mine);

/* Where a table stands in my list; null: it is not in it. */
export function partOf(table: Summary): Part | null {
  if (invited(table)) return "turn";
  if (table.seat === null) return null;
  if (table.over) return "over";
  return table.turn.includes(table.seat) && !left(table) ? "turn" : "waiting";
}

/* The most pressing first: what runs out soonest, then what has no clock, as the server told it. */
export const pressing = (tables: Summary[]): Summary[] =>
  [...tables].sort((a, b) => (a.ends ?? Infinity) - (b.ends ?? Infinity) || 0);

class Mine {
  turn = $state.raw<Summary[]>([]);
  waiting = $state.raw<Summary[]>([]);
  counts = $state.raw<Counts>(NONE);
  ready = $state(false); // the server has told
  news = $state.raw<Summary | null>(null); // what changed last
  #looked = false; // at a table, when we were told last
  #heard: Summary[] | null = null; // what changed while the lists are on their way; null: they are not
  #later: ReturnType<typeof setTimeout> | undefined;

  start(): void {
    link.listen((message) => this.#hear(message));
    $effect.root(() => {
      $effect(() => {
        const table = link.held?.summary;
        if (table && this.ready) untrack(() => this.take(table)); // what it changes is not what it follows
        if (!table && this.#looked && link.open) void untrack(() => this.#load()); // what came of it meanwhile
        this.#looked = table !== undefined;
      });
    });
  }

  /* Whether one of my tables is meant, as far as is known here. */
  has(id: string): boolean {
    return this.#part(id) !== null;
  }

  find(id: string): Summary | undefined {
    return [...this.turn, ...this.waiting].find((table) => table.id === id);
  }

  /* Puts a table where it belongs now. */
  take(table: Summary): void {
    this.#heard?.push(table);
    const before = this.#part(table.id);
    const now = partOf(table);
    if (before === null && (now === null || now === "over") && !this.#known(table)) return;
    const others = (list: Summary[]) => list.filter((one) => one.id !== table.id);
    const put = (list: Summary[]) =>
      list.some((one) => one.id === table.id)
        ? list.map((one) => (one.id === table.id ? table : one))
        : [table, ...list];
    this.turn = now === "turn" ? pressing(put(this.turn)) : others(this.turn);
    this.waiting = now === "waiting" ? put(this.waiting) : others(this.waiting);
    this.news = table;
    if (before === now) return;
    const { turn, waiting, over, won } = this.counts;
    if (before !== null)
      this.counts = {
        turn: turn + Number(now === "turn") - Number(before === "turn"),
        waiting: waiting + Number(now === "waiting") - Number(before === "waiting"),
        over: over + Number(now === "over"),
        won,
      };
    else this.#askLater();
  }

  #known(table: Summary): boolean {
    return this.news?.id === table.id;
  }

  #part(id: string): Part | null {
    if (this.turn.some((table) => table.id === id)) return "turn";
    return this.waiting.some((table) => table.id === id) ? "waiting" : null;
  }

  #hear(message: ServerMessage): void {
    if (message.type === "welcome" && message.re === undefined) void this.#load();
    if (message.type === "yours") this.take(message.summary);
  }

  /* What changes meanwhile is newer than the lists, and whoever asks for them once more has the last word. */
  async #load(): Promise<void> {
    const heard: Summary[] = [];
    this.#heard = heard;
    void link.ask({ type: "follow", mine: true });
    const lists = await this.#ask();
    if (this.#heard !== heard) return;
    this.#heard = null;
    if (!lists) return;
    Object.assign(this, lists, { ready: true });
    for (const table of heard) this.take(table);
  }

  async #ask(): Promise<Pick<Mine, "turn" | "waiting" | "counts"> | null> {
    const turn: Summary[] = [];
    let counts = NONE;
    let after: string | null = null;
    for (let page = 0; page < PAGES; page++) {
      const answer = await link.ask({ type: "mine", state: "turn", ...(after ? { after } : {}) });
      if (answer.type !== "mine") return null;
      turn.push(...answer.tables.filter((table) => partOf(table) === "turn"));
      counts = answer.counts;
      after = answer.next;
      if (!after) break;
    }
    const answer = counts.waiting > 0 ? await link.ask({ type: "mine", state: "waiting" }) : null;
    if (answer && answer.type !== "mine") return null;
    return { turn: pressing(turn), waiting: (answer?.tables ?? []).filter((table) => partOf(table) === "waiting"), counts };
  }

  #askLater(): void {
    clearTimeout(this.#later);
    this.#later = setTimeout(async () => {
      const answer = await link.ask({ type: "mine", state: "turn" });
      if (answer.type === "mine") this.counts = answer.counts;
    }, LATER);
  }
}

export const mine = new Mine();
