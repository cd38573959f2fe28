/* The cards of Byzanz as the page needs them: their order, their value, their words. An id is a
   good and its value, "wood3", or "trader". Nothing here decides a rule. */

import { capital, item, list, N_, t } from "../../lib/words.svelte";

export const GOODS = ["cloth", "wood", "grain", "olives", "spices", "wine", "trader"] as const;
export type Good = (typeof GOODS)[number];

/* What the page says of a good, for its article and gender differ from one to the next. {n} is the
   value of a card, or how many cards lie in a stall. */
interface GoodWords {
  card: string;
  give: string;
  discard: string;
  stall: string;
  take: string;
  kept: string;
}

const WORDS: Record<Good, GoodWords> = {
  cloth: {
    card: N_("cloth {n}"),
    give: N_("Give cloth {n}"),
    discard: N_("Discard cloth {n}"),
    stall: N_("Take the cloth"),
    take: N_("Take the cloth ({n} {n?card|cards})"),
    kept: N_("you keep cloth {n}"),
  },
  wood: {
    card: N_("wood {n}"),
    give: N_("Give wood {n}"),
    discard: N_("Discard wood {n}"),
    stall: N_("Take the wood"),
    take: N_("Take the wood ({n} {n?card|cards})"),
    kept: N_("you keep wood {n}"),
  },
  grain: {
    card: N_("grain {n}"),
    give: N_("Give grain {n}"),
    discard: N_("Discard grain {n}"),
    stall: N_("Take the grain"),
    take: N_("Take the grain ({n} {n?card|cards})"),
    kept: N_("you keep grain {n}"),
  },
  olives: {
    card: N_("olives {n}"),
    give: N_("Give olives {n}"),
    discard: N_("Discard olives {n}"),
    stall: N_("Take the olives"),
    take: N_("Take the olives ({n} {n?card|cards})"),
    kept: N_("you keep olives {n}"),
  },
  spices: {
    card: N_("spices {n}"),
    give: N_("Give spices {n}"),
    discard: N_("Discard spices {n}"),
    stall: N_("Take the spices"),
    take: N_("Take the spices ({n} {n?card|cards})"),
    kept: N_("you keep spices {n}"),
  },
  wine: {
    card: N_("wine {n}"),
    give: N_("Give wine {n}"),
    discard: N_("Discard wine {n}"),
    stall: N_("Take the wine"),
    take: N_("Take the wine ({n} {n?card|cards})"),
    kept: N_("you keep wine {n}"),
  },
  trader: {
    card: N_("a trader"),
    give: N_("Give the trader"),
    discard: N_("Discard a trader"),
    stall: N_("Take the traders"),
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

/* A few cards within a sentence: « le bois 3 et le bois 2 », "wood 3 and wood 2"; two alike together. */
export function cardsWords(ids: readonly string[]): string {
  return list(
    [...new Set(ids)].map((id) => {
      const card = t(WORDS[goodOf(id)].card, { n: valueOf(id) }).replaceAll(" ", "\u00a0");
      const same = ids.filter((other) => other === id).length;
      return same > 1 ? `${card}\u00a0×${same}` : card;
    }),
  );
}

/* What the buttons say. */
export function giveWords(id: string): string {
  return t(WORDS[goodOf(id)].give, { n: valueOf(id) });
}

export function discardWords(id: string): string {
  return t(WORDS[goodOf(id)].discard, { n: valueOf(id) });
}

/* The same where nobody tells how many cards lie there. */
export function stallWords(good: Good): string {
  return t(WORDS[good].stall);
}

export function takeWords(good: Good, cards: number): string {
  return t(WORDS[good].take, { n: cards });
}

/* What a sale leaves: "you keep spices 3". */
export function keptWords(id: string): string {
  return t(WORDS[goodOf(id)].kept, { n: valueOf(id) });
}
