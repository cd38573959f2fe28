/* The talk at the table in front of us: what was written, how much of it is new, and what I am about to
   write. It is the same wherever it is shown, so that a half-written line survives a change of tabs. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { notices } from "./notices.svelte";
import type { ChatLine, Fine } from "./protocol";

export const LONGEST = 200; // characters the server takes
const TABLES = 40; // of which this browser knows how far they were read

/* How far the talk of each table was read in this browser, the newest first: a reload or an evening away
   must not make read what nobody has seen. */
type Read = [table: string, n: number];
function readBefore(): Read[] {
  try {
    const told: unknown = JSON.parse(kept("read") ?? "[]");
    return Array.isArray(told) ? told.filter((one): one is Read => typeof one?.[0] === "string" && typeof one[1] === "number") : [];
  } catch {
    return [];
  }
}

class Talk {
  draft = $state("");
  busy = $state(false); // a line is on its way
  #table = "";
  #seen = $state(0); // number of the last line that was shown

  lines: ChatLine[] = $derived(link.chat);
  last: number = $derived(link.chat.at(-1)?.n ?? 0);
  me: number | null = $derived(link.held?.summary.seat ?? null);
  /* What writing costs now; null: nothing. */
  fine: Fine | null = $derived(link.held?.view.talk ?? null);
  /* Lines of others that were not shown yet. */
  unread: number = $derived(link.chat.filter((line) => line.n > this.#seen && line.seat !== this.me).length);
  /* There is somebody to talk to, or something to read: bots neither write nor listen. */
  wanted: boolean = $derived.by(() => {
    const people = link.held?.summary.seats.filter((seat) => seat.kind === "person") ?? [];
    return this.last > 0 || (this.me !== null && people.length > 1);
  });

  /* Comes to a table. What was said before the first visit counts as read. */
  arrive(table: string): void {
    if (table === this.#table) return;
    this.#table = table;
    this.draft = "";
    const before = readBefore().find(([id]) => id === table);
    if (before) this.#seen = before[1];
    else this.read();
  }

  /* All of it is in view. */
  read(): void {
    this.#seen = this.last;
    const rest = readBefore();
    if (!this.#table || rest.some(([id, n]) => id === this.#table && n === this.last)) return;
    keep("read", JSON.stringify([[this.#table, this.last], ...rest.filter(([id]) => id !== this.#table)].slice(0, TABLES)));
  }

  /* Writes the draft to the table; false where it was not taken. */
  async send(fine: boolean): Promise<boolean> {
    const text = this.draft.trim();
    if (!text || this.busy) return false;
    this.busy = true;
    const answer = await link.say(text, fine);
    this.busy = false;
    if (answer.type === "error") {
      notices.refuse(answer, false);
      return false;
    }
    notices.settle();
    this.draft = "";
    return true;
  }
}

export const talk = new Talk();
