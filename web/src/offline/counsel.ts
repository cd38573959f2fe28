/* What the house in the page thinks about besides its bots' moves: a hint for who plays, and the analysis of
   a finished game. In short slices, so that whatever is asked meanwhile is answered; an analysis nobody asks
   after is dropped, one that is done is kept with its table. */
import type { Request, ServerMessage } from "../lib/protocol";
import type { Engine } from "../lib/wasm";
import type { Shelf } from "./shelf";
import { soon } from "./soon";

const SLICE = 12; // ms of thought between two looks at what people ask
const FORGOTTEN = 5000; // ms after the last question an analysis is wanted no more

type Analyse = Extract<Request, { type: "analyse" }>;
type Tell = (message: ServerMessage, re: number | undefined) => void;

const N_ = (sentence: string): string => sentence;

export class Counsel {
  #engine: Engine;
  #shelf: Shelf;
  #tell: Tell;
  #asked: { table: string; re: number | undefined } | null = null; // for a hint
  #study: { table: string; open: boolean; wanted: number } | null = null;
  #thinking = false;

  constructor(engine: Engine, shelf: Shelf, tell: Tell) {
    this.#engine = engine;
    this.#shelf = shelf;
    this.#tell = tell;
  }

  /* A hint at the table that is loaded. What is answered now is a refusal; else it is told in time. */
  hint(table: string, position: number, re: number | undefined): ServerMessage | null {
    const luck = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
    const refused = this.#engine.text("solo_hint", position, luck);
    if (refused !== "") return JSON.parse(refused) as ServerMessage;
    this.#asked = { table, re };
    this.#go();
    return null;
  }

  /* The table is left: nobody waits for a hint there. */
  leave(): void {
    if (!this.#asked) return;
    const { re, table } = this.#asked;
    this.#asked = null;
    this.#engine.text("solo_hint_answer", table);
    this.#tell({ type: "error", code: "lost", why: N_("The table has changed since. Please look again."), n: 0 }, re);
  }

  /* The analysis of the table that is loaded. */
  async analyse({ table, open, stop }: Analyse): Promise<ServerMessage> {
    const waits: ServerMessage = { type: "analysis", table, open, done: 0, total: 0, analysis: null };
    if (stop) {
      this.#drop();
      return waits;
    }
    const found = await this.#shelf.analysis(table, open);
    if (found) return JSON.parse(found) as ServerMessage;
    const study = this.#study;
    if (study?.table !== table || study.open !== open) {
      const refused = this.#engine.text("solo_study", open);
      if (refused !== "") return JSON.parse(refused) as ServerMessage;
      this.#study = { table, open, wanted: Date.now() };
      this.#go();
      return waits;
    }
    study.wanted = Date.now();
    return JSON.parse(this.#engine.text("solo_study_answer", table)) as ServerMessage;
  }

  #drop(): void {
    this.#study = null;
    this.#engine.call("solo_study_end");
  }

  #go(): void {
    if (this.#thinking) return;
    this.#thinking = true;
    soon(() => void this.#think());
  }

  async #think(): Promise<void> {
    this.#thinking = false;
    const asked = this.#asked;
    if (asked && this.#engine.call("solo_hint_think", SLICE) !== 0) {
      this.#asked = null;
      this.#tell(JSON.parse(this.#engine.text("solo_hint_answer", asked.table)) as ServerMessage, asked.re);
    }
    const study = this.#study;
    if (study && Date.now() - study.wanted > FORGOTTEN) this.#drop();
    else if (study && !asked && this.#engine.call("solo_study_think", SLICE) === 1) {
      const told = this.#engine.text("solo_study_answer", study.table);
      this.#drop();
      await this.#shelf.keepAnalysis(study.table, study.open, told);
    }
    if (this.#asked || this.#study) this.#go();
  }
}
