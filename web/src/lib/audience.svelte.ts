/* Those who look at the table in front of us: what they say among themselves, and whether I, where I am
   one of them, wish to be named. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { notices } from "./notices.svelte";
import type { Aside } from "./protocol";

class Audience {
  draft = $state("");
  busy = $state(false);
  #said = $state.raw<{ table: string; lines: Aside[] }>({ table: "", lines: [] });

  looks: boolean = $derived(link.held !== null && link.held.summary.seat === null);
  count: number = $derived(link.held?.summary.watching?.count ?? 0);
  names: string[] = $derived(link.held?.summary.watching?.names ?? []);
  held: "delay" | "voyage" | null = $derived(link.held?.summary.held ?? null);
  delay: number = $derived(link.held?.summary.delay ?? 0);
  lines: Aside[] = $derived(this.#said.table === link.held?.summary.id ? this.#said.lines : []);
  /* There is something to show. */
  wanted: boolean = $derived(!link.local && (this.looks || this.count > 0 || this.lines.length > 0));
  named = $state(kept("named") === "yes");

  constructor() {
    link.listen((message) => {
      if (message.type !== "asides") return;
      const before = this.#said.table === message.table ? this.#said.lines : [];
      const known = before.at(-1)?.n ?? 0;
      this.#said = { table: message.table, lines: [...before, ...message.lines.filter((line) => line.n > known)] };
    });
  }

  /* Whom I hear has changed: what was said is told anew. */
  again(): void {
    this.#said = { table: "", lines: [] };
    link.again();
  }

  choose(named: boolean): void {
    this.named = named;
    keep("named", named ? "yes" : "no");
    link.again();
  }

  async send(): Promise<boolean> {
    const table = link.held?.summary.id;
    const text = this.draft.trim();
    if (!text || !table || this.busy) return false;
    this.busy = true;
    const answer = await link.ask({ type: "aside", table, text });
    this.busy = false;
    if (answer.type === "error") {
      notices.refuse(answer, false);
      return false;
    }
    this.draft = "";
    return true;
  }
}

export const audience = new Audience();
