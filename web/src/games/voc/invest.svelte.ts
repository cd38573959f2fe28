/* An investment (advanced game): outfit a ship, sign a contract, take one over, tighten its date, recall
   men. Touching a ship or a contract says which, unless recalling was chosen before. */

import { act, aside, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";
import { numberAt, type Part } from "./part";
import type { Contract, ShipPicture, Slot } from "./picture";
import { needsWords } from "./terms";

export const VERBS = ["outfit", "sign", "takeover", "tighten", "recall"] as const;
export type Verb = (typeof VERBS)[number];
export const KEYS: Readonly<Record<string, Verb>> = {
  o: "outfit",
  s: "sign",
  t: "takeover",
  d: "tighten",
  r: "recall",
};

/* A place as it would be; the mark says what my choice changes there. */
export interface Place extends Slot {
  mark?: "new" | "gone";
}
export interface Crew {
  sailors: Place[];
  merchants: Place[];
}

interface Outfit {
  ship: string;
  sailors: number;
  merchants: number;
  move: string;
}

const onContract = (verb: Verb | null): boolean =>
  verb === "sign" || verb === "takeover" || verb === "tighten";

/* Men go to the rightmost free places of a half. */
function filled(half: readonly Slot[], seat: number, men: number): Place[] {
  const places: Place[] = half.map(({ number, seat: man }) => ({ number, seat: man }));
  for (let i = places.length - 1, left = men; i >= 0 && left > 0; i--) {
    const place = places[i];
    if (!place || place.seat !== null) continue;
    places[i] = { ...place, seat, mark: "new" };
    left--;
  }
  return places;
}

/* Without the men of a seat, the others slide right. */
function slid(half: readonly Slot[], seat: number): Place[] {
  const men = half.flatMap((slot) => (slot.seat === null || slot.seat === seat ? [] : [slot.seat]));
  const free = half.length - men.length;
  return half.map(({ number, seat: before }, i) => {
    const after = i < free ? null : (men[i - free] ?? null);
    return after === before
      ? { number, seat: after }
      : { number, seat: after, mark: after === null ? "gone" : "new" };
  });
}

export class Invest implements Part {
  readonly #desk: Desk;
  verb = $state<Verb | null>(null);
  ship = $state<string | null>(null);
  mix = $state(0); // which of the ways to outfit
  card = $state<number | null>(null);
  #year = $state<number | null>(null);
  #doubt = $state<string | null>(null); // a move I touched that is not possible

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "invest");
  #moves: string[][] = $derived.by(() =>
    this.asked ? this.#desk.view.moves.map((move) => move.split(" ")) : [],
  );
  /* The question is about contracts, not about ships. */
  signing: boolean = $derived(onContract(this.verb));
  can(verb: Verb): boolean {
    return this.#moves.some((words) => words[0] === verb);
  }

  /* --- ships --------------------------------------------------------------------------------- */

  #outfits: Outfit[] = $derived(
    this.#moves.flatMap((words) =>
      words[0] === "outfit"
        ? [
            {
              ship: words[1] ?? "",
              sailors: numberAt(words, 2) ?? 0,
              merchants: numberAt(words, 3) ?? 0,
              move: words.join(" "),
            },
          ]
        : [],
    ),
  );
  /* Ways to outfit the chosen ship, most sailors first. */
  ways: Outfit[] = $derived(
    this.verb === "outfit"
      ? this.#outfits.filter((one) => one.ship === this.ship).sort((a, b) => b.sailors - a.sailors)
      : [],
  );
  way: Outfit | null = $derived(this.ways[this.mix] ?? this.ways[0] ?? null);
  /* Men of mine about to go aboard. */
  boarding: number = $derived(this.way ? this.way.sailors + this.way.merchants : 0);

  touches(ship: string): boolean {
    if (!this.asked) return false;
    return this.verb === "recall"
      ? this.#desk.can(`recall ${ship}`)
      : this.#outfits.some((one) => one.ship === ship);
  }
  touchShip(ship: string): void {
    if (!this.asked) return;
    const verb = this.verb === "recall" ? "recall" : "outfit";
    const same = this.ship === ship;
    this.clear();
    this.verb = verb;
    if (this.touches(ship)) this.ship = same ? null : ship;
    else this.#wonder(verb === "recall" ? `recall ${ship}` : `outfit ${ship} 2 2`);
  }

  /* A ship as it would be manned by what I chose. */
  crew(ship: ShipPicture): Crew {
    const me = this.#desk.me;
    if (this.asked && me !== null && this.ship === ship.id) {
      if (this.verb === "recall")
        return { sailors: slid(ship.sailors, me), merchants: slid(ship.merchants, me) };
      if (this.way)
        return {
          sailors: filled(ship.sailors, me, this.way.sailors),
          merchants: filled(ship.merchants, me, this.way.merchants),
        };
    }
    return { sailors: ship.sailors, merchants: ship.merchants };
  }

  /* --- contracts ----------------------------------------------------------------------------- */

  contract: Contract | null = $derived.by(
    () => this.#desk.picture.contracts.find((one) => one.card === this.card) ?? null,
  );
  #verbFor(contract: Contract): Verb {
    if (contract.signer === null) return "sign";
    return contract.signer === this.#desk.me ? "tighten" : "takeover";
  }
  #of(card: number): string[][] {
    return this.#moves.filter((words) => onContract(words[0] as Verb) && words[1] === String(card));
  }
  cardOpen(card: number): boolean {
    return this.#of(card).length > 0;
  }
  /* Years the chosen contract may be due in. */
  years: number[] = $derived(
    this.card === null ? [] : this.#of(this.card).flatMap((words) => numberAt(words, 2) ?? []),
  );
  /* No marker is left: it is signed without one. */
  #without: boolean = $derived(
    this.card !== null && this.#of(this.card).some((words) => words[2] === "none"),
  );
  year: number | null = $derived(
    this.#year !== null && this.years.includes(this.#year) ? this.#year : null,
  );

  touchCard(card: number): void {
    const contract = this.#desk.picture.contracts.find((one) => one.card === card);
    if (!this.asked || !contract) return;
    if (!this.cardOpen(card)) return this.doubtCard(card);
    const same = this.card === card;
    this.clear();
    if (same) return;
    this.verb = this.#verbFor(contract);
    this.card = card;
  }
  doubtCard(card: number): void {
    const contract = this.#desk.picture.contracts.find((one) => one.card === card);
    if (!this.asked || !contract) return;
    this.clear();
    const verb = this.#verbFor(contract);
    const year = contract.due !== null ? contract.due - 1 : this.#desk.picture.year;
    this.#wonder(`${verb} ${card} ${year}`);
  }
  touchYear(year: number): void {
    if (this.years.includes(year)) this.#year = this.#year === year ? null : year;
  }
  /* The next or the last year that may be chosen. */
  #turnYear(by: number): boolean {
    if (this.years.length === 0) return false;
    const at = this.year === null ? (by > 0 ? -1 : this.years.length) : this.years.indexOf(this.year);
    const next = this.years[at + by];
    if (next !== undefined) this.#year = next;
    return true;
  }

  /* How a contract would be signed. */
  ghost(card: number): { seat: number; year: number | null } | null {
    const me = this.#desk.me;
    if (!this.asked || this.card !== card || me === null || this.#contractMove === null) return null;
    return { seat: me, year: this.year };
  }
  /* The year whose marker my choice would free. */
  freed: number | null = $derived(
    this.year !== null && this.contract ? this.contract.due : null,
  );

  /* --- what it comes to ---------------------------------------------------------------------- */

  choose(verb: Verb): void {
    const same = this.verb === verb;
    this.clear();
    if (!same) this.verb = verb;
  }

  #contractMove: string | null = $derived.by(() => {
    if (this.card === null || !onContract(this.verb)) return null;
    if (this.year !== null) return `${this.verb} ${this.card} ${this.year}`;
    return this.#without ? `sign ${this.card} none` : null;
  });
  move: string | null = $derived.by(() => {
    if (this.verb === "outfit") return this.way?.move ?? null;
    if (this.verb === "recall") return this.ship === null ? null : `recall ${this.ship}`;
    return this.#contractMove;
  });

  #wonder(move: string): void {
    this.#doubt = move;
    this.#desk.ask(move);
  }
  reason: string = $derived.by(() => (this.#doubt === null ? "" : this.#desk.why(this.#doubt)));

  acts: Act[] = $derived.by(() => [
    aside("pass", t("Pass"), this.#desk.able("pass")),
    act("invest", this.#label(), this.move, this.say),
  ]);
  #label(): string {
    if (this.verb === "recall") return t("Recall your men");
    if (this.verb === "sign") return this.year === null ? t("Sign") : t("Sign for {n}", { n: this.year });
    if (this.verb === "takeover")
      return this.year === null ? t("Take over") : t("Take over for {n}", { n: this.year });
    if (this.verb === "tighten")
      return this.year === null ? t("Tighten") : t("Tighten to {n}", { n: this.year });
    return this.boarding > 0
      ? t("Send {n} {n?man|men} aboard", { n: this.boarding })
      : t("Outfit");
  }

  say: string = $derived.by(() => {
    switch (this.verb) {
      case "outfit":
        return this.way
          ? t("Ship {seat}: {n} {n?sailor|sailors}, {m} {m?merchant|merchants}.", {
              seat: this.way.ship,
              n: this.way.sailors,
              m: this.way.merchants,
            })
          : t("Outfit a ship: which?");
      case "recall":
        return this.ship === null
          ? t("Recall your men: from which ship?")
          : t("Your men leave ship {seat}.", { seat: this.ship });
      case "sign":
      case "takeover":
      case "tighten":
        return this.#contractSay(this.verb);
      default:
        return "";
    }
  });
  #contractSay(verb: "sign" | "takeover" | "tighten"): string {
    if (!this.contract)
      return verb === "sign"
        ? t("Sign a contract: which?")
        : verb === "takeover"
          ? t("Take a contract over from another: which?")
          : t("Tighten a contract of yours: which?");
    const needs = needsWords(this.contract);
    if (this.year === null && !this.#without)
      return t("{seat}: due in which year?", { seat: needs });
    if (this.year === null) return t("Sign {seat}, due before {n}.", { seat: needs, n: this.#desk.picture.until });
    const holes = { seat: needs, other: this.#desk.name(this.contract.signer), n: this.year };
    return verb === "sign"
      ? t("Sign {seat} for {n}.", holes)
      : verb === "takeover"
        ? t("Take {seat} over from {other}, for {n}.", holes)
        : t("Tighten {seat} to {n}.", holes);
  }

  small: string = $derived.by(() => {
    if (this.reason) return this.reason;
    if (this.verb === "recall" && this.ship !== null) return this.#slide(this.ship);
    if (this.way) return this.#command(this.way.ship);
    if (this.contract)
      return t("Delivered in time it earns {n}; otherwise you pay {m}.", {
        n: this.contract.value,
        m: this.contract.penalty,
      });
    return this.verb === null ? t("Touch a ship or a contract.") : "";
  });
  /* What a recall does to those who stay aboard. */
  #slide(id: string): string {
    const ship = this.#desk.picture.ships.find((one) => one.id === id);
    const stay = [...(ship?.sailors ?? []), ...(ship?.merchants ?? [])].some(
      ({ seat }) => seat !== null && seat !== this.#desk.me,
    );
    return stay ? t("The others slide right.") : t("Nobody is left aboard.");
  }
  /* Who would command the ship. */
  #command(id: string): string {
    const ship = this.#desk.picture.ships.find((one) => one.id === id);
    if (!ship) return "";
    const captain = this.crew(ship).sailors.find((place) => place.seat !== null)?.seat ?? null;
    if (captain === null) return t("Without a sailor it cannot sail.");
    return captain === this.#desk.me
      ? t("Your sailor is the leftmost: you are captain.")
      : t("{seat} stays captain.", { seat: this.#desk.name(captain) });
  }

  gain(): number {
    return 0;
  }
  holding: boolean = $derived(this.verb !== null || this.#doubt !== null);
  clear(): void {
    this.verb = null;
    this.ship = null;
    this.mix = 0;
    this.card = null;
    this.#year = null;
    this.#doubt = null;
  }
  settle(): void {
    if (!this.asked) this.clear();
    else if (this.card !== null && !this.cardOpen(this.card)) this.clear();
    else if (this.ship !== null && !this.touches(this.ship)) this.clear();
  }
  touch(i: number): void {
    if (!onContract(this.verb)) {
      const ship = this.#desk.picture.ships[i]?.id;
      if (ship !== undefined) this.touchShip(ship);
      return;
    }
    const open = this.#desk.picture.contracts.filter(
      (one) => this.cardOpen(one.card) && this.#verbFor(one) === this.verb,
    );
    const card = open[i]?.card;
    if (card !== undefined) this.touchCard(card);
  }
  key(name: string): boolean {
    const verb = KEYS[name];
    if (verb) {
      if (this.can(verb)) this.choose(verb);
      return true;
    }
    const by = name === "ArrowRight" || name === "+" ? 1 : name === "ArrowLeft" || name === "-" ? -1 : 0;
    if (by === 0) return false;
    if (this.card !== null) return this.#turnYear(by);
    if (this.ways.length < 2) return false;
    this.mix = (this.mix + by + this.ways.length) % this.ways.length;
    return true;
  }

}
