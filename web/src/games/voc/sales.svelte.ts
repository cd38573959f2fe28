/* The end of a year at my warehouse: delivering contracts I signed (advanced game), and which two goods
   stay. */

import { act, aside, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";
import { numberAt, type Part } from "./part";
import { STORED, type Contract } from "./picture";
import { byPort, goodOf, goodsWords, sorted, without } from "./terms";

/* The side and the ports of pepper that a claim or delivery names. */
export function sideOf(words: readonly string[]): { side: number; ports: string[] } {
  const side = words[2] === "right" ? 1 : 0;
  return { side, ports: words.slice(2 + side) };
}

/* Goods of a contract as tokens of mine: where I have several pepper, those of these ports, or of the
   westernmost. */
export function leaving(desk: Desk, goods: readonly string[], ports: readonly string[]): string[] {
  const mine = desk.peppers(desk.me);
  return mine.length > 1 ? byPort(goods, ports.length > 0 ? ports : mine) : [...goods];
}

/* Delivering what I signed. */
export class Deliveries implements Part {
  readonly #desk: Desk;
  #card = $state<number | null>(null);
  #turn = $state(0); // which way to deliver it
  #doubt = $state<string | null>(null);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "deliver");
  /* Each side of each contract, and with each choice of pepper. */
  #ways: { card: number; side: number; ports: string[]; move: string }[] = $derived.by(() =>
    this.asked
      ? this.#desk.view.moves.flatMap((move) => {
          const words = move.split(" ");
          const card = numberAt(words, 1);
          return words[0] === "deliver" && card !== null
            ? [{ card, ...sideOf(words), move }]
            : [];
        })
      : [],
  );
  open(card: number): boolean {
    return this.#ways.some((way) => way.card === card);
  }
  card: number | null = $derived(this.#card !== null && this.open(this.#card) ? this.#card : null);
  #choices = $derived(this.#ways.filter((way) => way.card === this.card));
  #way = $derived(this.#choices[this.#turn] ?? this.#choices[0] ?? null);
  side: number | null = $derived(this.#way?.side ?? null);
  contract: Contract | null = $derived.by(
    () => this.#desk.picture.contracts.find((one) => one.card === this.card) ?? null,
  );
  /* The goods that would go. */
  goods: string[] = $derived.by(() =>
    this.side === null ? [] : leaving(this.#desk, this.contract?.needs[this.side] ?? [], this.#way?.ports ?? []),
  );

  /* Touching a contract again takes its other side or other pepper, then lets go. */
  touchCard(card: number): void {
    if (!this.asked) return;
    this.#doubt = null;
    if (!this.open(card)) {
      this.#doubt = `deliver ${card}`;
      this.#desk.ask(this.#doubt);
      return;
    }
    if (this.card !== card) {
      this.#card = card;
      this.#turn = 0;
    } else if (this.#turn + 1 < this.#choices.length) this.#turn += 1;
    else this.clear();
  }

  acts: Act[] = $derived.by(() => [
    aside("done", t("Deliver nothing more"), this.#desk.able("done")),
    act(
      "deliver",
      this.contract ? t("Deliver for {n}", { n: this.contract.value }) : t("Deliver"),
      this.#way?.move ?? null,
      t("Touch a contract you signed."),
    ),
  ]);
  say: string = $derived(
    this.contract
      ? t("Deliver {seat} for {n} {n?daalder|daalders}.", {
          seat: goodsWords(this.goods),
          n: this.contract.value,
        })
      : "",
  );
  small: string = $derived.by(() => {
    const reason = this.#doubt === null ? "" : this.#desk.why(this.#doubt);
    if (reason) return reason;
    if (this.#choices.some((way) => way.ports.length > 0))
      return t("Touch it again to let other pepper go.");
    if (this.#choices.length > 1) return t("Touch it again for the other side of the slash.");
    return this.contract ? t("Your man and the year marker come back.") : t("Touch a contract you signed.");
  });
  gain(seat: number): number {
    return seat === this.#desk.me ? (this.contract?.value ?? 0) : 0;
  }
  holding: boolean = $derived(this.#card !== null || this.#doubt !== null);
  clear(): void {
    this.#card = null;
    this.#turn = 0;
    this.#doubt = null;
  }
  settle(): void {
    if (!this.asked) this.clear();
  }
  touch(i: number): void {
    const mine = this.#desk.picture.contracts.filter((one) => this.open(one.card));
    const card = mine[i]?.card;
    if (card !== undefined) this.touchCard(card);
  }
  key(): boolean {
    return false;
  }
}

/* What stays in my warehouse. */
export class Store implements Part {
  readonly #desk: Desk;
  #kept = $state.raw<readonly number[] | null>(null); // which of my goods, the last touched last

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "store");
  goods: string[] = $derived.by(() => this.#desk.homeGoods);
  /* Where everything fits, everything stays unless I say otherwise. */
  kept: readonly number[] = $derived(
    this.#kept ?? (this.goods.length <= STORED ? this.goods.map((_, i) => i) : []),
  );
  keeps: string[] = $derived(sorted(this.kept.flatMap((i) => this.goods[i] ?? [])));
  /* What would go back to the ports. */
  goes: string[] = $derived(this.asked ? without(this.goods, this.keeps) : []);

  toggle(i: number): void {
    if (!this.asked || i >= this.goods.length) return;
    this.#kept = this.kept.includes(i)
      ? this.kept.filter((one) => one !== i)
      : [...this.kept, i].slice(-STORED); // the oldest choice gives way
  }

  /* Pepper is named by its port where that makes a difference. */
  #move: string = $derived.by(() => {
    const keep = (tokens: readonly string[]): string => `keep ${tokens.join(" ") || "nothing"}`;
    const named = keep(this.keeps);
    return this.#desk.can(named) ? named : keep(sorted(this.keeps.map(goodOf)));
  });
  acts: Act[] = $derived.by(() => {
    const move = this.#move;
    const can = this.#desk.can(move);
    if (this.keeps.length === 0)
      return [
        aside("nothing", t("Keep nothing"), can ? move : null),
        act("keep", t("Store"), null, t("Touch up to two goods to keep.")),
      ];
    return [
      act("keep", t("Store {n} {n?good|goods}", { n: this.keeps.length }), can ? move : null),
    ];
  });
  say: string = $derived(
    this.keeps.length > 0 ? t("You keep {seat}.", { seat: goodsWords(this.keeps) }) : "",
  );
  small: string = $derived(
    this.goes.length > 0
      ? t("Back to the ports: {seat}.", { seat: goodsWords(this.goes) })
      : t("Nothing goes back to the ports."),
  );
  gain(): number {
    return 0;
  }
  holding: boolean = $derived(this.#kept !== null);
  clear(): void {
    this.#kept = null;
  }
  settle(): void {
    if (!this.asked) this.clear();
  }
  touch(i: number): void {
    this.toggle(i);
  }
  key(): boolean {
    return false;
  }
}
