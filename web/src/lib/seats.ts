/* The shape and colour of each seat. A shape alone tells the player; colour is the second sign. */

export const COLOURS = ["red", "blue", "yellow", "green", "black", "violet"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat % COLOURS.length] ?? "red";
}
