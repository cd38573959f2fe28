/* The coach at a table of machines: what would a good player do, and what would he have done? On from the
   start until three games of a kind are finished, then off; a switch at the table says otherwise. A decision
   that cost much gets a quiet mark, which only I see. All of it is kept in this browser, the marks for as long as
   I play at the same table. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { notices } from "./notices.svelte";
import type { HintMessage } from "./protocol";
import { tempo } from "./tempo.svelte";

const ENOUGH = 3; // finished games
const LOOK = 8000; // ms the machines wait where a costly decision can be taken back

const MOST = 40; // marks that are kept

/* The marks of this table that were kept; those of another are of no use any more. */
function keptMarks(table: string): HintMessage[] {
  try {
    const found: unknown = JSON.parse(kept("marked") ?? "[]");
    const marks = Array.isArray(found) ? (found as Partial<HintMessage>[]) : [];
    return marks.filter(
      (one): one is HintMessage => one.table === table && Array.isArray(one.moves) && one.played !== undefined && one.played !== null,
    );
  } catch {
    return [];
  }
}

class Coach {
  hint = $state.raw<HintMessage | null>(null);
  asking = $state(false);
  pointed = $state<string | null>(null); // the move of the hint that is looked at
  marks = $state.raw<readonly HintMessage[]>([]); // my costly decisions at this table
  opened = $state.raw<HintMessage | null>(null); // the mark that is looked at
  #table = ""; // of the marks
  #told = $state(0); // counts changes of what is kept
  #late: ReturnType<typeof setTimeout> | undefined;

  game: string = $derived(link.held?.summary.game ?? "");
  /* Somebody could be asked at this table: in a rated game one plays alone. */
  may: boolean = $derived(tempo.alone && !(link.held?.summary.rated ?? false));
  /* Somebody is there to ask. */
  on: boolean = $derived.by(() => {
    void this.#told;
    const wanted = kept(`coach.${this.game}`);
    return this.may && (wanted === null ? this.#finished().length < ENOUGH : wanted === "on");
  });
  /* Costly decisions are marked. */
  marking: boolean = $derived.by(() => {
    void this.#told;
    return this.on && kept("marks") !== "off";
  });
  /* What was answered for the position in view. */
  now: HintMessage | null = $derived(
    this.hint && this.hint.table === link.held?.summary.id && this.hint.at === link.held.at ? this.hint : null,
  );
  /* The mark of my last decision, while nothing is asked of me or it can still be taken back. */
  fresh: HintMessage | null = $derived.by(() => {
    const view = link.held?.view;
    const last = this.marks.at(-1);
    if (!view || !last || last.table !== link.held?.summary.id || view.seat === null) return null;
    const mine = (link.held?.events ?? []).filter((event) => event.seat === view.seat && event.at > last.position + 1);
    const asked = view.turn.includes(view.seat);
    return (mine.length === 0 || this.regrettable(last)) && (!asked || this.regrettable(last)) ? last : null;
  });

  choose(on: boolean): void {
    keep(`coach.${this.game}`, on ? "on" : "off");
    this.#told++;
  }

  mark(on: boolean): void {
    keep("marks", on ? "on" : "off");
    this.#told++;
    if (!on) this.#forget();
  }

  /* The mark of what happened at this position, where it was I who decided it. */
  markAt(at: number): HintMessage | null {
    return this.marks.find((mark) => mark.position + 1 === at && mark.table === link.held?.summary.id) ?? null;
  }

  /* Whether this decision can still be taken back: nothing was learned since, nobody has moved. */
  regrettable(mark: HintMessage): boolean {
    const view = link.held?.view;
    return view !== undefined && view.undo.can && view.position === mark.position + 1;
  }

  /* The first tables of this game that I finished. */
  #finished(): string[] {
    return (kept(`finished.${this.game}`) ?? "").split(" ").filter((table) => table !== "");
  }

  /* A game of mine is over: counted once, however often its result is looked at. */
  finish(table: string): void {
    const before = this.#finished();
    if (before.includes(table) || before.length >= ENOUGH) return;
    keep(`finished.${this.game}`, [...before, table].join(" "));
    this.#told++;
  }

  /* I have come to a table: what was marked there before the page was left. */
  recall(table: string): void {
    if (table === this.#table) return;
    this.#table = table;
    this.marks = keptMarks(table);
    this.opened = null;
  }

  async ask(): Promise<void> {
    const table = link.held?.summary.id;
    if (!table || this.asking) return;
    this.asking = true;
    const answer = await link.ask({ type: "hint", table });
    this.asking = false;
    if (answer.type === "hint") this.hint = answer;
    else if (answer.type === "error") notices.refuse(answer, false);
  }

  close(): void {
    this.hint = null;
    this.pointed = null;
  }

  /* I decided at this position, which made version `at`: what did it cost? Where it could be taken back the machines wait for the
     answer, and a while longer where it is bad. */
  async weigh(table: string, position: number, at: number): Promise<void> {
    if (!this.marking) return;
    for (let i = 0; i < 50 && (link.held?.at ?? 0) < at; i++) await new Promise((go) => setTimeout(go, 10));
    const waits = link.held?.view.undo.can === true;
    this.#rest(waits);
    const answer = await link.ask({ type: "hint", table, position });
    const costly = answer.type === "hint" && answer.played?.mark === "costly";
    if (costly && this.marking) this.#add(table, answer);
    this.#rest(costly && waits && this.regrettable(answer));
    if (tempo.weighing) this.#late = setTimeout(() => this.#rest(this.opened !== null), LOOK);
  }

  #add(table: string, mark: HintMessage): void {
    this.recall(table);
    this.#write([...this.marks.filter((one) => one.position < mark.position), mark]);
  }

  #write(marks: readonly HintMessage[]): void {
    this.marks = marks.slice(-MOST);
    keep("marked", JSON.stringify(this.marks));
  }

  #rest(waits: boolean): void {
    clearTimeout(this.#late);
    tempo.weighing = waits;
  }

  /* The mark was looked at and closed. */
  leave(): void {
    this.opened = null;
    this.#rest(false);
  }

  /* The decision was taken back: it is no longer one. */
  regret(mark: HintMessage): void {
    this.#write(this.marks.filter((one) => one !== mark));
    this.leave();
  }

  #forget(): void {
    this.#write([]);
    this.leave();
  }
}

export const coach = new Coach();
