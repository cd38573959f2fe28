/* The shape and colour of each seat. A shape alone tells the player; colour is the second sign. */
import { N_ } from "./words.svelte";

export const COLOURS = ["red", "blue", "yellow", "green", "black", "violet"] as const;
export type Colour = (typeof COLOURS)[number];

export const SHAPES: Record<Colour, string> = {
  red: N_("lozenge"),
  blue: N_("cross"),
  yellow: N_("disc"),
  green: N_("triangle"),
  black: N_("square"),
  violet: N_("star"),
};

export function colourOf(seat: number): Colour {
  return COLOURS[seat % COLOURS.length] ?? "red";
}
