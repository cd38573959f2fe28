/* How I am called, and the question for it: asked once, before the first seat among people, and kept.
   `ensure` resolves false where the person would rather not answer. */
import { link } from "../lib/link.svelte";
import { kept } from "../lib/kept";

class Me {
  asking = $state(false);
  #answer: ((named: boolean) => void) | null = null;

  get name(): string {
    return link.welcome?.person.name ?? kept("name") ?? "";
  }

  /* Whether this person ever chose a name. */
  get named(): boolean {
    return kept("name") !== null;
  }

  ask(): void {
    this.asking = true;
  }

  ensure(): Promise<boolean> {
    if (this.named) return Promise.resolve(true);
    this.asking = true;
    return new Promise((resolve) => (this.#answer = resolve));
  }

  /* The dialog is closed, with or without a name. */
  answered(): void {
    this.asking = false;
    this.#answer?.(this.named);
    this.#answer = null;
  }
}

export const me = new Me();
