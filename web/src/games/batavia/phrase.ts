/* What a move of Batavia is called where it stands alone: as its button calls it. Notation: notation.md. */
import { N_, t } from "../../lib/words.svelte";

const GOALS: Readonly<Record<string, string>> = {
  england: N_("Sail to the English stall"),
  denmark: N_("Sail to the Danish stall"),
  france: N_("Sail to the French stall"),
  netherlands: N_("Sail to the Dutch stall"),
  sweden: N_("Sail to the Swedish stall"),
  batavia: N_("Sail to Batavia"),
};

export function phrase([verb = "", what = "", cards = ""]: readonly string[]): string | null {
  switch (verb) {
    case "bid":
      return t("Bid {n} {n?bill|bills}", { n: Number(what) });
    case "pass":
      return t("Pass");
    case "draw":
      return t("Draw two cards");
    case "lay":
      return t("Lay {items}", { items: [cards + what] });
    case "sail":
      return t(GOALS[what] ?? what);
    case "exchange":
      return t("Exchange the tiles for gold");
    case "keep":
      return t("Keep the tiles");
    default:
      return null;
  }
}
