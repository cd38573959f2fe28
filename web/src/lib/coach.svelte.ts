/* The coach at a table of machines: what would a good player do? On from the start until three games of a kind
   are finished, then off; a switch at the table says otherwise. Kept in this browser. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { notices } from "./notices.svelte";
import type { HintMessage } from "./protocol";
import { tempo } from "./tempo.svelte";

const ENOUGH = 3; // finished games

class Coach {
  hint = $state.raw<HintMessage | null>(null);
  asking = $state(false);
  #told = $state(0); // counts changes of what is kept
  #finished = ""; // the last table counted

  game: string = $derived(link.held?.summary.game ?? "");
  /* Somebody is there to ask, at this table. */
  on: boolean = $derived.by(() => {
    void this.#told;
    const wanted = kept(`coach.${this.game}`);
    return tempo.alone && (wanted === null ? Number(kept(`finished.${this.game}`) ?? 0) < ENOUGH : wanted === "on");
  });
  /* What was answered for the position in view. */
  now: HintMessage | null = $derived(
    this.hint && this.hint.table === link.held?.summary.id && this.hint.at === link.held.at ? this.hint : null,
  );

  choose(on: boolean): void {
    keep(`coach.${this.game}`, on ? "on" : "off");
    this.#told++;
  }

  /* A game of mine is over: counted once. */
  finish(table: string): void {
    if (table === this.#finished) return;
    this.#finished = table;
    keep(`finished.${this.game}`, String(Number(kept(`finished.${this.game}`) ?? 0) + 1));
    this.#told++;
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
  }
}

export const coach = new Coach();
