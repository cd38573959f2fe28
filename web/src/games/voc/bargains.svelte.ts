/* Deals between players: the offer I am making up (what I give, what I want, daalders one way), the offers
   made to me, and my own that stands. */

import { act, aside, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";
import type { Part } from "./part";
import type { Offer } from "./picture";
import { byPort, goodsWords, sorted } from "./terms";

/* One side of an offer in words: goods, daalders, or nothing. */
function sideWords(goods: readonly string[], daalders: number): string {
  const sum = t("{n} {n?daalder|daalders}", { n: daalders });
  if (goods.length === 0) return daalders > 0 ? sum : t("nothing");
  return daalders > 0 ? `${goodsWords(goods)} + ${sum}` : goodsWords(goods);
}

/* Both sides: "1 tea for 6 daalders". */
export function swapWords(offer: Pick<Offer, "give" | "pays" | "want" | "gets">): string {
  return [sideWords(offer.give, offer.pays), t("for"), sideWords(offer.want, offer.gets)].join(" ");
}

export class Bargains implements Part {
  readonly #desk: Desk;
  to = $state<number | null>(null);
  given = $state.raw<readonly number[]>([]); // which of my goods
  wanted = $state.raw<readonly number[]>([]); // which of his
  sum = $state(0); // daalders I pay; below 0: I get
  #picked = $state<number | null>(null); // whose offer to me I look at

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  asked: boolean = $derived.by(() => this.#desk.mine && this.#desk.phase === "deals");
  offers: Offer[] = $derived.by(() => this.#desk.picture.deals?.offers ?? []);
  mine: Offer | null = $derived.by(
    () => this.offers.find((offer) => offer.from === this.#desk.me) ?? null,
  );
  toMe: Offer[] = $derived.by(() => this.offers.filter((offer) => offer.to === this.#desk.me));
  done: boolean = $derived.by(() => this.isDone(this.#desk.me));
  isDone(seat: number | null): boolean {
    return seat !== null && (this.#desk.picture.deals?.done.includes(seat) ?? false);
  }
  /* An offer may be made up now. */
  free: boolean = $derived.by(
    () => this.asked && !this.done && this.mine === null && (this.left > 0 || this.minute),
  );
  minute: boolean = $derived.by(() => this.#desk.picture.deals?.minute ?? false);
  left: number = $derived.by(() =>
    this.#desk.me === null ? 0 : (this.#desk.picture.deals?.left[this.#desk.me] ?? 0),
  );

  /* Goods of a seat that may change hands, in the order of the rules. */
  goods(seat: number): string[] {
    if (this.#desk.picture.seats[seat]?.out) return [];
    return this.#desk.tokens(seat, !this.#desk.tradesAll);
  }
  /* An offer with its pepper as `goods` has it. */
  named(offer: Offer): Offer {
    const by = (seat: number, goods: string[], ports: string[]): string[] =>
      this.#desk.peppers(seat, !this.#desk.tradesAll).length > 1 ? byPort(goods, ports) : goods;
    return {
      ...offer,
      give: by(offer.from, offer.give, offer.give_ports),
      want: by(offer.to, offer.want, offer.want_ports),
    };
  }
  money(seat: number): number {
    return this.#desk.picture.seats[seat]?.money ?? 0;
  }

  /* --- an offer of mine ---------------------------------------------------------------------- */

  chooseSeat(seat: number): void {
    if (!this.free || seat === this.#desk.me) return;
    this.#picked = null;
    if (this.to === seat && this.wanted.length === 0) this.to = null;
    else if (this.to !== seat) {
      this.to = seat;
      this.wanted = [];
      this.#hold();
    }
  }
  touchGood(seat: number, i: number): void {
    if (!this.free) return;
    this.#picked = null;
    const toggled = (list: readonly number[]): number[] =>
      list.includes(i) ? list.filter((one) => one !== i) : [...list, i];
    if (seat === this.#desk.me) this.given = toggled(this.given);
    else {
      if (this.to !== seat) this.wanted = [];
      this.to = seat;
      this.wanted = toggled(this.wanted);
    }
    this.#hold();
  }
  touched(seat: number, i: number): boolean {
    if (seat === this.#desk.me) return this.given.includes(i);
    return seat === this.to && this.wanted.includes(i);
  }
  /* Daalders stay what both can pay. */
  #hold(): void {
    const [least, most] = this.range;
    this.sum = Math.max(least, Math.min(most, this.sum));
  }
  get range(): readonly [number, number] {
    const me = this.#desk.me;
    return [this.to === null ? 0 : -this.money(this.to), me === null ? 0 : this.money(me)];
  }
  turn(by: number): void {
    if (!this.free) return;
    this.#picked = null;
    this.sum += by;
    this.#hold();
  }

  give: string[] = $derived.by(() => this.#chosen(this.#desk.me, this.given));
  want: string[] = $derived.by(() => this.#chosen(this.to, this.wanted));
  #chosen(seat: number | null, which: readonly number[]): string[] {
    if (seat === null) return [];
    const goods = this.goods(seat);
    return sorted(which.flatMap((i) => goods[i] ?? []));
  }
  making: boolean = $derived(
    this.to !== null || this.given.length > 0 || this.wanted.length > 0 || this.sum !== 0,
  );
  move: string | null = $derived.by(() => {
    if (!this.free || this.#lacks) return null;
    const side = (goods: readonly string[], daalders: number): string =>
      [...goods, ...(daalders > 0 ? [String(daalders)] : [])].join(" ") || "nothing";
    return `offer ${this.to} ${side(this.give, this.sum)} for ${side(this.want, -this.sum)}`;
  });
  /* What an offer still lacks. */
  #lacks: string = $derived.by(() => {
    if (this.to === null) return t("Choose whom you deal with.");
    if (this.give.length === 0 && this.sum <= 0) return t("Touch what you give, or pay daalders.");
    if (this.give.length === 0 && this.want.length === 0) return t("A deal is about goods.");
    return "";
  });
  /* Asks the table about an offer it did not list. Called from an effect. */
  wonder(): void {
    if (this.move !== null && !this.#desk.can(this.move)) this.#desk.ask(this.move);
  }
  reason: string = $derived.by(() => (this.move === null ? "" : this.#desk.why(this.move)));

  /* --- an offer to me ------------------------------------------------------------------------ */

  pick(from: number): void {
    if (!this.toMe.some((offer) => offer.from === from)) return;
    this.#wipe();
    this.#picked = from;
  }
  answer: Offer | null = $derived.by(() => {
    if (!this.asked) return null;
    const picked = this.toMe.find((offer) => offer.from === this.#picked);
    return picked ?? (this.making ? null : (this.toMe[0] ?? null));
  });

  /* --- in words and moves -------------------------------------------------------------------- */

  acts: Act[] = $derived.by(() => {
    if (this.answer) {
      const from = this.answer.from;
      const accept = `accept ${from}`;
      return [
        ...(this.free ? [] : this.#resting()),
        aside("refuse", t("Refuse"), `refuse ${from}`),
        act("accept", t("Accept"), this.#desk.able(accept), t("What it names is gone.")),
      ];
    }
    if (!this.free) return this.#resting();
    return [
      aside("done", t("I am done"), "done"),
      act(
        "offer",
        this.to === null ? t("Offer") : t("Offer it to {seat}", { seat: this.#desk.name(this.to) }),
        this.reason ? null : this.move,
        this.reason || this.#lacks,
      ),
    ];
  });
  #resting(): Act[] {
    return [
      ...(this.mine && this.#desk.can("withdraw")
        ? [aside("withdraw", t("Withdraw your offer"), "withdraw")]
        : []),
      ...(!this.done && this.#desk.can("done") ? [aside("done", t("I am done"), "done")] : []),
    ];
  }

  say: string = $derived.by(() => {
    if (this.answer)
      return t("{seat} offers you: {other}.", {
        seat: this.#desk.name(this.answer.from),
        other: swapWords(this.named(this.answer)),
      });
    if (this.mine && !this.making)
      return t("{seat} thinks about your offer.", { seat: this.#desk.name(this.mine.to) });
    if (this.making && this.to !== null)
      return t("You offer {seat}: {other}.", {
        seat: this.#desk.name(this.to),
        other: swapWords({ give: this.give, pays: this.sum, want: this.want, gets: -this.sum }),
      });
    return "";
  });
  small: string = $derived.by(() => {
    if (this.answer) return this.answer.holds ? "" : t("What it names is gone.");
    if (this.reason) return this.reason;
    if (this.making) return this.#lacks;
    if (!this.free) return "";
    return this.minute
      ? t("Touch what you give and what you want.")
      : t("Touch what you give and what you want. {n} {n?offer|offers} left this year.", { n: this.left });
  });

  gain(seat: number): number {
    const me = this.#desk.me;
    if (this.answer) {
      const mine = this.answer.pays - this.answer.gets;
      return seat === me ? mine : seat === this.answer.from ? -mine : 0;
    }
    if (!this.asked || this.to === null) return 0;
    return seat === me ? -this.sum : seat === this.to ? this.sum : 0;
  }
  holding: boolean = $derived.by(() => this.making || this.#picked !== null);
  #wipe(): void {
    this.to = null;
    this.given = [];
    this.wanted = [];
    this.sum = 0;
  }
  clear(): void {
    this.#wipe();
    this.#picked = null;
  }
  /* Offers of others come while I make up mine: it is kept as long as it can still be made. */
  settle(): void {
    if (!this.free) this.#wipe();
    const goods = (seat: number | null): number => (seat === null ? 0 : this.goods(seat).length);
    if (this.given.some((i) => i >= goods(this.#desk.me))) this.given = [];
    if (this.wanted.some((i) => i >= goods(this.to))) this.wanted = [];
    if (!this.toMe.some((offer) => offer.from === this.#picked)) this.#picked = null;
  }
  /* Numbers touch my goods, then the others' in the order they stand. */
  touch(i: number): void {
    const seats = this.#desk.order(this.#desk.picture.seats.length);
    let before = 0;
    for (const seat of seats) {
      const n = this.goods(seat).length;
      if (i < before + n) return this.touchGood(seat, i - before);
      before += n;
    }
  }
  key(name: string): boolean {
    if (name === "+" || name === "ArrowUp") this.turn(1);
    else if (name === "-" || name === "ArrowDown") this.turn(-1);
    else if (name === "ArrowRight" || name === "ArrowLeft") {
      const others = this.#desk
        .order(this.#desk.picture.seats.length)
        .slice(1)
        .filter((seat) => !this.#desk.picture.seats[seat]?.out);
      const at = this.to === null ? (name === "ArrowRight" ? -1 : 0) : others.indexOf(this.to);
      const by = name === "ArrowRight" ? 1 : others.length - 1;
      const next = others[(at + by) % others.length];
      if (next !== undefined) this.chooseSeat(next);
    } else return false;
    return true;
  }
}
