/* A move in words, where no event tells of it: what its button calls it, a verb first. Each game has its own, in
   web/src/games/NAME/phrase.ts, at hand once its table is. */
import { capital, item, items, language } from "./words.svelte";

/* The words of a move's notation and the names of the seats; null: the game has no words for it. */
export type Phrase = (words: readonly string[], names: readonly string[]) => string | null;

const phrases = import.meta.glob<Phrase>("../games/*/phrase.ts", { import: "phrase" });
const learnt = new Map<string, Phrase>();

/* Before a move of the game is told of. */
export async function learnMoves(game: string): Promise<void> {
  const phrase = await phrases[`../games/${game}/phrase.ts`]?.();
  if (phrase) learnt.set(game, phrase);
}

/* A move as a line of its own: « Prendre les olives ». Where a game has no words, its notation with the
   words of the catalogue. */
export function moveLine(game: string, move: string, names: readonly string[]): string {
  const [verb = "", ...rest] = move.split(" ");
  const named = rest.length > 0 && rest.every((id) => /[a-z]/.test(id));
  return (
    learnt.get(game)?.([verb, ...rest], names) ??
    capital([item(verb), ...(named ? [items(rest)] : rest.map(item))].join(" "))
  );
}

/* The same within a sentence: « Anna : prendre les olives ». */
export function moveWords(game: string, move: string, names: readonly string[]): string {
  const line = moveLine(game, move, names);
  return line.charAt(0).toLocaleLowerCase(language.lang) + line.slice(1);
}
