/* Finding a choice among the moves the table allows. A move is a verb and its cards; the order in
   which cards were touched says nothing, so they are compared as bags of words. */
import { gainOf } from "./cards";

function words(move: string): string[] {
  return move.split(" ");
}

/* The cards (or the good) a move names. */
export function cardsOf(move: string): string[] {
  return words(move).slice(1);
}

/* The moves that begin with `verb`. */
export function movesOf(moves: readonly string[], verb: string): string[] {
  return moves.filter((move) => words(move)[0] === verb);
}

/* The same cards in the same numbers? */
export function sameCards(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && [...a].sort().join(" ") === [...b].sort().join(" ");
}

/* The allowed move that does `verb` with exactly these cards, or null. */
export function findMove(
  moves: readonly string[],
  verb: string,
  cards: readonly string[],
): string | null {
  return movesOf(moves, verb).find((move) => sameCards(cardsOf(move), cards)) ?? null;
}

/* A sale on offer. A set is written best card first, and the first card is the one that is kept. */
export interface Sale {
  move: string;
  cards: string[];
  kept: string;
}

/* Every sale allowed now; those the table itself would make come first, the highest gain first. */
export function salesOf(moves: readonly string[], best: readonly string[][] | null): Sale[] {
  const sales = movesOf(moves, "sell").map((move) => {
    const cards = cardsOf(move);
    return { move, cards, kept: cards[0] ?? "" };
  });
  const advised = (sale: Sale): number =>
    (best ?? []).some((set) => sameCards(set, sale.cards)) ? 0 : 1;
  return sales.sort((a, b) => advised(a) - advised(b) || gainOf(b.kept) - gainOf(a.kept));
}
