/* What a move of Byzanz is called where it stands alone: as its button calls it. Notation: notation.md. */
import { t } from "../../lib/words.svelte";
import { cardsWords, discardWords, giveWords, goodOf, stallWords } from "./cards";

export function phrase([verb = "", ...cards]: readonly string[]): string | null {
  const [card = ""] = cards;
  switch (verb) {
    case "bid":
      return t("Bid {seat}", { seat: cardsWords(cards) });
    case "pass":
      return t("Pass");
    case "give":
      return giveWords(card);
    case "take":
      return stallWords(goodOf(card));
    case "sell":
      return t("Sell {seat}", { seat: cardsWords(cards) });
    case "discard":
      return discardWords(card);
    case "done":
      return t("Finish");
    default:
      return null;
  }
}
