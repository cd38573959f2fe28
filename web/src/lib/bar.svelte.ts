/* What the table in view lends to the top bar of a small screen, where nothing may lie upon its board; and
   how high that stands in the rail of a phone on its side. */
import type { Snippet } from "svelte";

class Bar {
  tools = $state.raw<Snippet | null>(null);
  height = $state(0);
}

export const bar = new Bar();
