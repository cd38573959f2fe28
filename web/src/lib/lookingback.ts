/* What a game looked back at puts beside its table: TableFrame finds it in the context of this name. */
import type { Snippet } from "svelte";

export const LOOKING_BACK = Symbol("looking back");

export interface LookingBack {
  readonly own: { label: string; head: Snippet; body: Snippet } | undefined; // a tab before the journal
}
