/* The analysis of a finished game: asked for, waited for, and read. The server thinks about it beside
   everything else and keeps it; who asks again is told how far it is. */
import { link } from "./link.svelte";
import type { Analysis, Decision } from "../replay/messages";
import { language } from "./words.svelte";

const AGAIN = 700; // ms between two questions
const SHOWN = 5; // turning points at once

/* Thousandths as points of chance. */
export const points = (thousandths: number): string =>
  (thousandths / 10).toLocaleString(language.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
export const signed = (thousandths: number): string =>
  `${thousandths > 0 ? "+" : thousandths < 0 ? "−" : ""}${points(Math.abs(thousandths))}`;

export class Study {
  readonly table: string;
  open = $state(false);
  asked = $state(false);
  done = $state(0);
  total = $state(0);
  refused = $state("");
  #found = $state.raw<{ window?: Analysis; open?: Analysis }>({});
  #gone = false;
  #asking = false;

  constructor(table: string) {
    this.table = table;
  }

  close(): void {
    this.#gone = true;
  }

  /* Waits for it no more; whoever thinks about it stops. */
  stop(): void {
    this.asked = false;
    this.done = this.total = 0;
    void link.ask({ type: "analyse", table: this.table, open: this.open, stop: true });
  }

  analysis: Analysis | null = $derived((this.open ? this.#found.open : this.#found.window) ?? null);

  /* The decisions that cost most, in the order of the game. */
  turns: Decision[] = $derived.by(() =>
    (this.analysis?.decisions ?? [])
      .filter((one) => one.mark !== "good")
      .sort((a, b) => b.loss - a.loss)
      .slice(0, SHOWN)
      .sort((a, b) => a.position - b.position),
  );

  at(position: number): Decision | undefined {
    return this.analysis?.decisions.find((one) => one.position === position);
  }

  judge(open: boolean): void {
    this.open = open;
    if (this.asked) void this.ask();
  }

  /* Asks until it is there. */
  async ask(): Promise<void> {
    this.asked = true;
    if (this.#asking) return;
    this.#asking = true;
    while (!this.#gone && this.asked && !this.analysis) {
      const open = this.open;
      const answer = await link.ask({ type: "analyse", table: this.table, open });
      if (!this.asked) break;
      if (answer.type === "analysis") {
        this.refused = "";
        this.done = answer.done;
        this.total = answer.total;
        if (answer.analysis) this.#found = { ...this.#found, [open ? "open" : "window"]: answer.analysis };
      } else if (answer.type === "error" && answer.code !== "rate") {
        this.refused = answer.why;
        break;
      }
      if (!this.analysis) await new Promise((go) => setTimeout(go, AGAIN));
    }
    this.#asking = false;
  }
}
