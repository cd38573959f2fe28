/* The cards of Byzanz as the page needs them: their order, their value, their words. An id is a
   good and its value, "wood3", or "trader". Nothing here decides a rule. */

import { capital, item, N_, t } from "../../lib/words.svelte";

export const GOODS = ["cloth", "wood", "grain", "olives", "spices", "wine", "trader"] as const;
export type Good = (typeof GOODS)[number];

/* What the page says of a good, for its article and gender differ from one to the next. {n} is the
   value of a card, or how many cards lie in a stall. */
interface GoodWords {
  give: string;
  discard: string;
  take: string;
  kept: string;
}

const WORDS: Record<Good, GoodWords> = {
  cloth: {
    give: N_("Give cloth {n}"),
    discard: N_("Discard cloth {n}"),
    take: N_("Take the cloth ({n} {n?card|cards})"),
    kept: N_("you keep cloth {n}"),
  },
  wood: {
    give: N_("Give wood {n}"),
    discard: N_("Discard wood {n}"),
    take: N_("Take the wood ({n} {n?card|cards})"),
    kept: N_("you keep wood {n}"),
  },
  grain: {
    give: N_("Give grain {n}"),
    discard: N_("Discard grain {n}"),
    take: N_("Take the grain ({n} {n?card|cards})"),
    kept: N_("you keep grain {n}"),
  },
  olives: {
    give: N_("Give olives {n}"),
    discard: N_("Discard olives {n}"),
    take: N_("Take the olives ({n} {n?card|cards})"),
    kept: N_("you keep olives {n}"),
  },
  spices: {
    give: N_("Give spices {n}"),
    discard: N_("Discard spices {n}"),
    take: N_("Take the spices ({n} {n?card|cards})"),
    kept: N_("you keep spices {n}"),
  },
  wine: {
    give: N_("Give wine {n}"),
    discard: N_("Discard wine {n}"),
    take: N_("Take the wine ({n} {n?card|cards})"),
    kept: N_("you keep wine {n}"),
  },
  trader: {
    give: N_("Give the trader"),
    discard: N_("Discard a trader"),
    take: N_("Take the traders ({n} {n?card|cards})"),
    kept: N_("you keep a trader, worth 5"),
  },
};

/* The good of a card. */
export function goodOf(id: string): Good {
  const word = id.replace(/\d+$/, "");
  return (GOODS as readonly string[]).includes(word) ? (word as Good) : "trader";
}

/* The number printed on a card; a trader has none and counts 0. */
export function valueOf(id: string): number {
  return Number(/\d+$/.exec(id)?.[0] ?? 0);
}

/* What a card is worth among the gains: there a trader counts 5. */
export function gainOf(id: string): number {
  return valueOf(id) || 5;
}

/* The order of a hand: goods as the market lays them out, the highest value first. */
export function byGood(a: string, b: string): number {
  return GOODS.indexOf(goodOf(a)) - GOODS.indexOf(goodOf(b)) || valueOf(b) - valueOf(a);
}

/* What a few cards amount to in a bid. */
export function total(ids: readonly string[]): number {
  return ids.reduce((sum, id) => sum + valueOf(id), 0);
}

/* A card or a good by its name, as at the start of a line: "Olives 3". */
export function cardName(id: string): string {
  return capital(item(id));
}

/* What the buttons say. */
export function giveWords(id: string): string {
  return t(WORDS[goodOf(id)].give, { n: valueOf(id) });
}

export function discardWords(id: string): string {
  return t(WORDS[goodOf(id)].discard, { n: valueOf(id) });
}

export function takeWords(good: Good, cards: number): string {
  return t(WORDS[good].take, { n: cards });
}

/* What a sale leaves: "you keep spices 3". */
export function keptWords(id: string): string {
  return t(WORDS[goodOf(id)].kept, { n: valueOf(id) });
}
