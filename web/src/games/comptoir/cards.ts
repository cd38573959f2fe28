/* Names and short texts of Relations cards, events and goods, for eyes. What they do is the table's
   affair; here are only words. */

import { N_, capital, item, t } from "../../lib/words.svelte";

interface Words {
  name: string;
  text: string;
}

/* What is drawn on a card: figures on hulls, and what parts two of them. */
export type Sketch = readonly (number | "→" | "⇄" | "×")[];

const RELATIONS: Record<string, Words & { sketch: Sketch }> = {
  labourer: { name: N_("Day labourer"), text: N_("1 on any ship"), sketch: [1] },
  foreman: { name: N_("Foreman"), text: N_("2 on one ship"), sketch: [2] },
  wharf: { name: N_("Wharf chief"), text: N_("1 on two neighbours"), sketch: [1, 1] },
  owner: { name: N_("Shipowner"), text: N_("3 on one ship"), sketch: [3] },
  harbour: { name: N_("Harbour master"), text: N_("1 on three ships"), sketch: [1, 1, 1] },
  smuggler: { name: N_("Smuggler"), text: N_("move 1 or 2, place 1"), sketch: [1, "→", 1] },
  union: { name: N_("Union man"), text: N_("exchange 1, place 1"), sketch: [1, "⇄", 1] },
  customs: { name: N_("Customs officer"), text: N_("send 1 home, place 2"), sketch: ["×", 2] },
};

const EVENTS: Record<string, Words> = {
  top: { name: N_("Top quality"), text: N_("Each porter earns 1 more.") },
  poor: { name: N_("Poor quality"), text: N_("Each porter earns 1 less.") },
  exclusive: { name: N_("Exclusivity"), text: N_("Only you may bring porters aboard.") },
  mutiny: { name: N_("Mutiny"), text: N_("Every other player takes one porter off.") },
  shortage: { name: N_("Shortage"), text: N_("The ship leaves at once and pays, without commission.") },
  damage: { name: N_("Damage"), text: N_("Ship and goods are out of the game, nobody is paid.") },
  fire: { name: N_("Fire!"), text: N_("Ship and goods are lost, nobody is paid.") },
  storm: { name: N_("Storm"), text: N_("The ship leaves at once, nobody is paid.") },
  pirates: { name: N_("Pirates"), text: N_("All primes of this ship will be yours.") },
  claim: { name: N_("Claim"), text: N_("The others lose the size of the ship, you gain it.") },
};

/* What the log calls a card: of the catalogue. */
export function cardCalled(id: string): string {
  return RELATIONS[id]?.name ?? id;
}

/* A card's name alone: the catalogue has it with its article, as sentences need it. */
export function cardName(id: string): string {
  const name = t(RELATIONS[id]?.name ?? id);
  return capital(name.replace(/^(le |la |l’)/, ""));
}

/* The same for the narrow head of a card: long names may break where their parts meet. */
export function cardHead(id: string): string {
  return cardName(id).replace(/^(Contre|Syndica|Journa|Arma|Doua|Smug|Ship|Fore)/, "$1\u00ad");
}

/* A number stays with the word before it. */
export function cardText(id: string): string {
  return t(RELATIONS[id]?.text ?? id).replace(/ (?=\d)/g, "\u00a0");
}

export function sketchOf(id: string): Sketch {
  return RELATIONS[id]?.sketch ?? [];
}

export function eventName(id: string): string {
  return t(EVENTS[id]?.name ?? id);
}

export function eventText(id: string): string {
  return t(EVENTS[id]?.text ?? id);
}

export const EVENT_IDS: readonly string[] = Object.keys(EVENTS);

export function goodName(id: string): string {
  return capital(item(id));
}

/* What is printed on a goods tile, for a tile that lies at no ship yet. */
const PRINTED: Record<string, number> = { madras: 2, rum: 3, spices: 4, vanilla: 5 };
export function printedPrime(good: string): number {
  return PRINTED[good] ?? 0;
}
