/* The ways to play a Relations card, read from the moves the table allows. Notation: notation.c. */

/* What a card does before it places porters: own porters move, an own one is exchanged, or another's
   is sent home. */
export interface Favour {
  from: number | null; // quay of my porter
  to: number | null; // quay he goes to, or where the other's porter stands
  count: number;
  other: number | null; // seat
}

export interface Play {
  move: string;
  card: string;
  favour: Favour | null;
  quays: number[]; // where porters are placed
}

/* A move that plays a relation; null where it is another. */
export function playOf(move: string): Play | null {
  const [verb, card, ...words] = move.split(" ");
  if (verb !== "play" || card === undefined) return null;
  const ways = words.filter((word) => word.includes(">"));
  const seat = words.find((word) => word.startsWith("@"));
  const quays = words.filter((word) => /^\d$/.test(word)).map(Number);
  const other = seat === undefined ? null : Number(seat.slice(1));
  const [from, to] = (ways[0] ?? "").split(">").map(Number);
  if (ways.length === 0 && other === null) return { move, card, favour: null, quays };
  const favour =
    ways.length > 0
      ? { from: from ?? null, to: to ?? null, count: ways.length, other }
      : { from: null, to: quays[0] ?? null, count: 1, other };
  return { move, card, favour, quays };
}

/* Every way to play each card. */
export function playsOf(moves: readonly string[]): Play[] {
  return moves.flatMap((move) => playOf(move) ?? []);
}

export function sameFavour(a: Favour | null, b: Favour | null): boolean {
  if (!a || !b) return a === b;
  return a.from === b.from && a.to === b.to && a.count === b.count && a.other === b.other;
}

/* `whole` can be what `part` becomes once its blanks are filled. */
export function fills(whole: Favour | null, part: Favour): boolean {
  return (
    whole !== null &&
    (part.from === null || part.from === whole.from) &&
    (part.to === null || part.to === whole.to) &&
    (part.other === null || part.other === whole.other) &&
    part.count <= whole.count
  );
}

export function sameQuays(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((quay) => b.includes(quay));
}
