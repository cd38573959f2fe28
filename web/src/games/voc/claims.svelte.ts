/* The contest for a contract (basic game): claiming it for less and less, and money to a rival for
   passing. */

import { act, aside, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";
import { numberAt, type Part } from "./part";
import type { Auction, Contract } from "./picture";
import { goodsWords, needsWords } from "./terms";

export class Claims implements Part {
  readonly #desk: Desk;
  #price = $state<number | null>(null);
  #side = $state(0);
  #rival = $state<number | null>(null);
  #sum = $state(1);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "contract");
  auction: Auction | null = $derived.by(() => this.#desk.picture.auction);
  contract: Contract | null = $derived.by(
    () => this.#desk.picture.contracts.find((one) => one.card === this.auction?.card) ?? null,
  );
  #moves: string[][] = $derived.by(() =>
    this.asked ? this.#desk.view.moves.map((move) => move.split(" ")) : [],
  );

  /* --- a claim ------------------------------------------------------------------------------- */

  #claims: { price: number; side: number }[] = $derived(
    this.#moves.flatMap((words) => {
      const price = numberAt(words, 1);
      return words[0] === "tender" && price !== null
        ? [{ price, side: words[2] === "right" ? 1 : 0 }]
        : [];
    }),
  );
  /* Sides of the contract I can deliver. */
  sides: number[] = $derived([...new Set(this.#claims.map((claim) => claim.side))]);
  side: number | null = $derived(
    this.sides.includes(this.#side) ? this.#side : (this.sides[0] ?? null),
  );
  prices: number[] = $derived(
    this.#claims.flatMap((claim) => (claim.side === this.side ? [claim.price] : [])),
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
  chooseSide(side: number): void {
    if (this.sides.includes(side)) this.#side = side;
  }

  /* --- money for passing --------------------------------------------------------------------- */

  hushing: boolean = $derived.by(() => this.asked && (this.auction?.hushing ?? false));
  #sums: { rival: number; sum: number }[] = $derived(
    this.#moves.flatMap((words) => {
      const rival = numberAt(words, 1);
      const sum = numberAt(words, 2);
      return words[0] === "hush" && rival !== null && sum !== null ? [{ rival, sum }] : [];
    }),
  );
  rivals: number[] = $derived([...new Set(this.#sums.map((one) => one.rival))]);
  rival: number | null = $derived(
    this.#rival !== null && this.rivals.includes(this.#rival) ? this.#rival : (this.rivals[0] ?? null),
  );
  sums: number[] = $derived(
    this.#sums.flatMap((one) => (one.rival === this.rival ? [one.sum] : [])),
  );
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
        aside("wait", t("Offer nothing"), "wait"),
        act(
          "hush",
          t("Offer {n} to {seat}", { n: this.sum, seat: this.#desk.name(this.rival) }),
          this.rival === null ? null : `hush ${this.rival} ${this.sum}`,
        ),
      ];
    const paid = `accept ${this.auction?.leader ?? ""}`;
    const move = `tender ${this.price ?? ""}${this.side === 1 ? " right" : ""}`;
    return [
      aside("pass", t("Pass"), this.#desk.able("pass")),
      ...(this.#desk.can(paid)
        ? [aside("accept", t("Take {n} and pass", { n: this.#offered }), paid)]
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
    if (this.hushing) return t("Your claim stands. Pay a rival for passing?");
    const needs = needsWords(this.contract);
    return this.auction?.leader == null
      ? t("{seat}: at most {n}. Who claims less, delivers.", { seat: needs, n: this.contract.value })
      : t("{seat} claims it for {n}. Claim less, or pass.", {
          seat: this.#desk.name(this.auction.leader),
          n: this.auction.price ?? 0,
        });
  });
  small: string = $derived.by(() => {
    if (!this.asked || !this.contract || !this.auction) return "";
    if (this.hushing)
      return t("Who takes it passes on this contract; who refuses may claim less than {n}.", {
        n: this.auction.price ?? 0,
      });
    const offered =
      this.#offered > 0
        ? t("{seat} offers you {n} for passing.", {
            seat: this.#desk.name(this.auction.leader),
            n: this.#offered,
          })
        : "";
    const goods = this.side === null ? [] : (this.contract.needs[this.side] ?? []);
    const alone = this.auction.able.length === 1 ? t("Nobody else can deliver.") : "";
    return [offered, alone, t("If you win it you deliver {seat} at once.", { seat: goodsWords(goods) })]
      .filter((part) => part)
      .join(" ");
  });

  gain(seat: number): number {
    if (!this.asked) return 0;
    if (this.hushing) return seat === this.#desk.me ? -this.sum : seat === this.rival ? this.sum : 0;
    return seat === this.#desk.me ? (this.price ?? 0) : 0;
  }
  holding: boolean = $derived.by(() => this.#price !== null || this.#rival !== null);
  clear(): void {
    this.#price = null;
    this.#side = 0;
    this.#rival = null;
    this.#sum = 1;
  }
  settle(): void {
    if (!this.asked) this.clear();
  }
  /* Numbers choose a rival to pay, or the side of a slash. */
  touch(i: number): void {
    if (this.hushing) {
      const rival = this.rivals[i];
      if (rival !== undefined) this.chooseRival(rival);
    } else this.chooseSide(i);
  }
  key(name: string): boolean {
    if (name === "+" || name === "ArrowUp" || name === "ArrowRight") this.turn(1);
    else if (name === "-" || name === "ArrowDown" || name === "ArrowLeft") this.turn(-1);
    else return false;
    return true;
  }
}
