/* The contest for a contract (basic game): claiming it for less and less, and money to a rival for
   passing. */

import { act, aside, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";
import { numberAt, type Part } from "./part";
import type { Auction, Contract } from "./picture";
import { leaving, sideOf } from "./sales.svelte";
import { goodsWords, needsWords } from "./terms";

/* A way to deliver as a move writes it behind the price: "right Malacca", "" for the plain one. */
function wayOf(claim: { side: number; ports: readonly string[] }): string {
  return [...(claim.side === 1 ? ["right"] : []), ...claim.ports].join(" ");
}

export class Claims implements Part {
  readonly #desk: Desk;
  #price = $state<number | null>(null);
  #way = $state(0);
  #rival = $state<number | null>(null);
  #sum = $state(1);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "contract");
  /* My claim stands and a rival thinks: I may still promise him more. */
  raising: boolean = $derived.by(
    () => !this.#desk.mine && this.#desk.phase === "contract" && this.rivals.length > 0,
  );
  auction: Auction | null = $derived.by(() => this.#desk.picture.auction);
  contract: Contract | null = $derived.by(
    () => this.#desk.picture.contracts.find((one) => one.card === this.auction?.card) ?? null,
  );
  #moves: string[][] = $derived.by(() =>
    this.#desk.phase === "contract" ? this.#desk.view.moves.map((move) => move.split(" ")) : [],
  );

  /* --- a claim ------------------------------------------------------------------------------- */

  #claims: { price: number; side: number; ports: string[] }[] = $derived(
    this.#moves.flatMap((words) => {
      const price = numberAt(words, 1);
      return words[0] === "tender" && price !== null ? [{ price, ...sideOf(words) }] : [];
    }),
  );
  /* The ways I can deliver: a side of the contract, and which pepper. */
  ways: string[] = $derived([...new Set(this.#claims.map(wayOf))]);
  way: string | null = $derived(this.ways[this.#way] ?? this.ways[0] ?? null);
  #claim = $derived(this.#claims.find((claim) => wayOf(claim) === this.way) ?? null);
  side: number | null = $derived(this.#claim?.side ?? null);
  /* What would leave by a way. */
  goods(way: string | null): string[] {
    const claim = this.#claims.find((one) => wayOf(one) === way);
    return claim ? leaving(this.#desk, this.contract?.needs[claim.side] ?? [], claim.ports) : [];
  }
  prices: number[] = $derived(
    this.#claims.flatMap((claim) => (wayOf(claim) === this.way ? [claim.price] : [])),
  );
  /* The price on the dial: the highest allowed unless another was dialled. */
  price: number | null = $derived(
    this.#price !== null && this.prices.includes(this.#price)
      ? this.#price
      : this.prices.length > 0
        ? Math.max(...this.prices)
        : null,
  );
  dial(price: number): void {
    if (this.prices.includes(price)) this.#price = price;
  }
  chooseWay(i: number): void {
    if (i < this.ways.length) this.#way = i;
  }

  /* --- money for passing --------------------------------------------------------------------- */

  hushing: boolean = $derived.by(
    () => this.raising || (this.asked && (this.auction?.hushing ?? false)),
  );
  rivals: number[] = $derived([
    ...new Set(
      this.#moves.flatMap((words) => {
        const rival = numberAt(words, 1);
        return words[0] === "hush" && rival !== null ? [rival] : [];
      }),
    ),
  ]);
  rival: number | null = $derived(
    this.#rival !== null && this.rivals.includes(this.#rival) ? this.#rival : (this.rivals[0] ?? null),
  );
  /* More than he has been promised, as far as purse and price go. */
  sums: number[] = $derived.by(() => {
    const promised = this.rival === null ? 0 : (this.auction?.hush[this.rival] ?? 0);
    return Array.from({ length: this.auction?.room ?? 0 }, (_, i) => promised + 1 + i);
  });
  sum: number = $derived(this.sums.includes(this.#sum) ? this.#sum : (this.sums[0] ?? 0));
  chooseRival(rival: number): void {
    if (this.rivals.includes(rival)) this.#rival = rival;
  }

  turn(by: number): void {
    if (this.hushing) {
      if (this.sums.includes(this.sum + by)) this.#sum = this.sum + by;
    } else if (this.price !== null) this.dial(this.price + by);
  }
  canTurn(by: number): boolean {
    if (this.hushing) return this.sums.includes(this.sum + by);
    return this.price !== null && this.prices.includes(this.price + by);
  }
  /* What the dial shows. */
  shown: number | null = $derived(this.hushing ? this.sum : this.price);

  /* --- in words and moves -------------------------------------------------------------------- */

  acts: Act[] = $derived.by(() => {
    if (this.hushing)
      return [
        ...(this.raising ? [] : [aside("wait", t("Promise nothing"), "wait")]),
        act(
          "hush",
          t("Promise {n} to {seat}", { n: this.sum, seat: this.#desk.name(this.rival) }),
          this.rival === null || this.sum === 0 ? null : `hush ${this.rival} ${this.sum}`,
        ),
      ];
    const paid = `accept ${this.auction?.leader ?? ""}`;
    const move = ["tender", this.price ?? "", this.way ?? ""].join(" ").trim();
    return [
      aside("pass", t("Pass"), this.#desk.able("pass")),
      ...(this.#desk.can(paid)
        ? [aside("accept", t("Pass for {n}", { n: this.#offered }), paid)]
        : []),
      act("tender", t("Claim for {n}", { n: this.price ?? 0 }), this.#desk.able(move)),
    ];
  });
  /* What I am offered for passing. */
  #offered: number = $derived.by(() =>
    this.#desk.me === null ? 0 : (this.auction?.hush[this.#desk.me] ?? 0),
  );

  say: string = $derived.by(() => {
    if (!this.asked || !this.contract) return "";
    if (this.hushing) return t("Your claim stands. Promise a rival a sum for passing?");
    const needs = needsWords(this.contract);
    return this.auction?.leader == null
      ? t("{seat}: at most {n}. Who claims less, delivers.", { seat: needs, n: this.contract.value })
      : t("{seat} claims it for {n}. Claim less, or pass.", {
          seat: this.#desk.name(this.auction.leader),
          n: this.auction.price ?? 0,
        });
  });
  small: string = $derived.by(() => {
    if (!this.contract || !this.auction) return "";
    if (this.raising) return t("While they think you may promise more.");
    if (!this.asked) return "";
    if (this.hushing)
      return t("Who accepts passes and is paid when you are; who does not may claim less than {n}.", {
        n: this.auction.price ?? 0,
      });
    const offered =
      this.#offered > 0
        ? t("{seat} promises you {n} for passing.", {
            seat: this.#desk.name(this.auction.leader),
            n: this.#offered,
          })
        : "";
    const goods = this.goods(this.way);
    const alone = this.auction.able.length === 1 ? t("Nobody else can deliver.") : "";
    return [offered, alone, t("If you win it you deliver {seat} at once.", { seat: goodsWords(goods) })]
      .filter((part) => part)
      .join(" ");
  });

  /* If the contract is mine I am paid its price, and everyone what I promised him. */
  #gainByPromise(seat: number): number {
    const promised = (this.auction?.hush ?? []).map((sum, i) => (i === this.rival ? this.sum : sum));
    if (seat !== this.#desk.me) return promised[seat] ?? 0;
    return (this.auction?.price ?? 0) - promised.reduce((all, sum) => all + sum, 0);
  }
  gain(seat: number): number {
    if (!this.asked && !this.raising) return 0;
    if (this.hushing) return this.#gainByPromise(seat);
    return seat === this.#desk.me ? (this.price ?? 0) : 0;
  }
  holding: boolean = $derived.by(() => this.#price !== null || this.#rival !== null);
  clear(): void {
    this.#price = null;
    this.#way = 0;
    this.#rival = null;
    this.#sum = 1;
  }
  settle(): void {
    if (!this.asked && !this.raising) this.clear();
  }
  /* Numbers choose a rival to pay, or a way to deliver. */
  touch(i: number): void {
    if (this.hushing) {
      const rival = this.rivals[i];
      if (rival !== undefined) this.chooseRival(rival);
    } else this.chooseWay(i);
  }
  key(name: string): boolean {
    if (name === "+" || name === "ArrowUp" || name === "ArrowRight") this.turn(1);
    else if (name === "-" || name === "ArrowDown" || name === "ArrowLeft") this.turn(-1);
    else return false;
    return true;
  }
}
