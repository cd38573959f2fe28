/* The games whose rules this page can tell. */
const RULED = ["byzanz", "batavia", "comptoir", "voc"] as const;
export type Ruled = (typeof RULED)[number];

export function ruled(game: string): game is Ruled {
  return (RULED as readonly string[]).includes(game);
}
