/* The shape and colour of each seat. A shape alone tells the player; colour is the second sign. The
   order is that of the men of VOC!, whose colour fixes their places aboard. */

const COLOURS = ["red", "yellow", "black", "green", "blue", "violet"] as const;
export type Colour = (typeof COLOURS)[number];

export function colourOf(seat: number): Colour {
  return COLOURS[seat % COLOURS.length] ?? "red";
}
