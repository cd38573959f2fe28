/* How fast the machines play at the table in front of us, where everybody else is one: as I chose, at once
   until I am asked again, or not at all while a note is read. The server keeps the pace; it is told anew
   where we come to a table, and after every break of the connection. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { PRACTICE } from "./local";

export type Tempo = "calm" | "brisk" | "once";
const TEMPI: readonly Tempo[] = ["calm", "brisk", "once"];

class Pace {
  chosen = $state<Tempo>(TEMPI.find((one) => one === kept("tempo")) ?? "brisk");
  skipping = $state(false); // to my next decision
  waiting = $state(false); // something is being read
  weighing = $state(false); // a decision of mine, which I may still take back
  #told = ""; // table and pace the server knows

  /* I play here, and everybody else is a machine. */
  alone: boolean = $derived.by(() => {
    const summary = link.held?.summary;
    if (!summary || summary.seat === null || !summary.begun || summary.id === PRACTICE) return false;
    return summary.seats.every((seat, s) => s === summary.seat || seat.kind === "bot");
  });
  /* Something is asked of me, or nothing will be any more. */
  #mine: boolean = $derived.by(() => {
    const view = link.held?.view;
    return view !== undefined && (view.over || (view.seat !== null && view.turn.includes(view.seat)));
  });

  choose(tempo: Tempo): void {
    this.chosen = tempo;
    keep("tempo", tempo);
  }

  /* Plays the machines' moves at once, up to my next decision. */
  skip(): void {
    this.skipping = !this.#mine;
  }

  /* Tells the server, where it must be told; to be called whenever something has changed. */
  tell(): void {
    const table = link.held?.summary.id;
    if (this.#mine) this.skipping = false;
    if (!link.open || !table) this.#told = ""; // it has forgotten
    if (!link.open || !table || !this.alone || link.held?.view.over) return;
    const pace = this.waiting || this.weighing ? "wait" : this.skipping ? "once" : this.chosen;
    const now = `${table} ${pace}`;
    if (now === this.#told || (this.#told === "" && pace === "brisk")) return; // as it is by itself
    this.#told = now;
    void link.ask({ type: "pace", table, pace });
  }
}

export const tempo = new Pace();
