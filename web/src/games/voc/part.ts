/* One kind of decision at the table of VOC!: what I have chosen for it, in words, and the moves that make
   of it. The desk has one for each; the phase says which is at hand. None knows a rule: what can be
   chosen is read from the moves the table allows. */

import type { Act } from "../../lib/place.svelte";

export interface Part {
  readonly acts: Act[]; // the one that commits stands last
  readonly say: string; // "": as the table asks it
  readonly small: string;
  readonly holding: boolean;
  gain(seat: number): number; // daalders won or lost by what I chose
  clear(): void;
  settle(): void; // a new view has come
  touch(i: number): void; // a number was pressed, from 0
  key(name: string): boolean; // false: it means nothing
}

/* Words of a move as numbers from word `i` on; null where one is missing or no number. */
export function numberAt(words: readonly string[], i: number): number | null {
  const word = words[i];
  return word !== undefined && /^\d+$/.test(word) ? Number(word) : null;
}
