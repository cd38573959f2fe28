/* My place at the table of VOC!. The desk itself only knows whose decision it is and which part of it is
   at hand; what I have chosen lies in that part (part.ts): investing, deals, claims, deliveries and
   storage ashore. The sea has its own. */

import { Place, type Act } from "../../lib/place.svelte";
import type { NewsEvent } from "../../lib/protocol";
import type { TableProps } from "../index";
import { Bargains } from "./bargains.svelte";
import { Claims } from "./claims.svelte";
import { Invest } from "./invest.svelte";
import type { Part } from "./part";
import { pictureOf, type Picture } from "./picture";
import { Deliveries, Store } from "./sales.svelte";
import { byPort, sorted } from "./terms";

export class Desk extends Place {
  readonly #table: () => TableProps;

  constructor(props: () => TableProps) {
    super(props);
    this.#table = props;
  }

  picture: Picture = $derived(pictureOf(this.view));
  phase = $derived(this.picture.phase);
  seat = $derived(this.me === null ? null : (this.picture.seats[this.me] ?? null));
  voyage = $derived(this.picture.voyage);
  /* Everything the journal has told. */
  events: NewsEvent[] = $derived.by(() => this.#table().events);
  /* Stored goods may be traded too. */
  tradesAll: boolean = $derived.by(() => this.#table().summary.options["trade"] === "all");
  /* Seconds left for deals where a clock runs; null where none does. */
  clock: number | null = $derived.by(() => {
    const until = this.#table().until;
    return until === null ? null : Math.max(0, Math.ceil((until - this.#now) / 1000));
  });
  #now = $state(0);
  /* Looks at the clock while one runs. Called from an effect; what it returns ends it. */
  tick(): (() => void) | undefined {
    if (this.#table().until === null) return undefined;
    const look = (): void => {
      this.#now = Date.now();
    };
    look();
    const ticking = setInterval(look, 250);
    return () => clearInterval(ticking);
  }
  /* Ports of a seat's pepper at home, from the west. */
  peppers(seat: number | null, landedOnly = false): string[] {
    return this.picture.peppers.flatMap((one) =>
      one.seat === seat && (one.landed || !landedOnly) ? [one.port] : [],
    );
  }
  /* Goods of a seat as tokens: where he has several pepper, each by its port. */
  tokens(seat: number | null, landedOnly = false): string[] {
    const his = seat === null ? undefined : this.picture.seats[seat];
    if (!his) return [];
    const goods = landedOnly ? his.landed : [...his.stored, ...his.landed];
    const ports = this.peppers(seat, landedOnly);
    return sorted(ports.length > 1 ? byPort(goods, ports) : goods);
  }
  /* My goods at home, in the order of the rules. */
  homeGoods: string[] = $derived.by(() => this.tokens(this.me));

  /* --- at sea -------------------------------------------------------------------------------- */

  /* A ship is under way, or its captain is about to set sail: the screen is the sea's. */
  atSea: boolean = $derived(this.voyage !== null);
  /* I hold the pen of this voyage. */
  captain: boolean = $derived(this.voyage !== null && this.voyage.captain === this.me && !this.away);

  /* --- ashore -------------------------------------------------------------------------------- */

  readonly invest: Invest = new Invest(this);
  readonly bargains: Bargains = new Bargains(this);
  readonly claims: Claims = new Claims(this);
  readonly deliveries: Deliveries = new Deliveries(this);
  readonly store: Store = new Store(this);
  readonly #parts: readonly Part[] = [
    this.invest,
    this.bargains,
    this.claims,
    this.deliveries,
    this.store,
  ];

  /* The part of the phase; null where nothing is decided ashore. */
  part: Part | null = $derived.by(() => {
    switch (this.phase) {
      case "invest":
        return this.invest;
      case "deals":
        return this.bargains;
      case "contract":
        return this.claims;
      case "deliver":
        return this.deliveries;
      case "store":
        return this.store;
      default:
        return null;
    }
  });
  /* What the lower board shows: the ships, unless the question is about something else. */
  shows: "ships" | "contracts" | "deals" | "claim" = $derived.by(() => {
    if (this.phase === "deals") return "deals";
    if (this.phase === "contract") return "claim";
    if (this.deliveries.asked || this.store.asked) return "contracts";
    return this.invest.asked && this.invest.signing ? "contracts" : "ships";
  });
  /* A promise can be raised while a rival thinks. */
  protected override get free(): boolean {
    return this.claims.raising;
  }
  protected override choices(): Act[] {
    return [...(this.part?.acts ?? [])];
  }
  protected override chosenWords(): string {
    return this.part?.say ?? "";
  }
  override get holding(): boolean {
    return this.part?.holding ?? false;
  }
  gain(seat: number): number {
    return (this.mine || this.claims.raising) && this.part ? this.part.gain(seat) : 0;
  }

  /* What touching a contract does now; null where nothing. */
  cardTouch(card: number): (() => void) | null {
    if (this.invest.asked && this.invest.cardOpen(card)) return () => this.invest.touchCard(card);
    if (this.deliveries.open(card)) return () => this.deliveries.touchCard(card);
    return null;
  }
  cardChosen(card: number): boolean {
    if (this.phase === "contract") return this.claims.asked && this.claims.contract?.card === card;
    return (this.invest.asked && this.invest.card === card) || this.deliveries.card === card;
  }
  /* The side of a contract that would be delivered. */
  cardSide(card: number): number | null {
    if (this.claims.asked && this.claims.contract?.card === card) return this.claims.side;
    return this.deliveries.card === card ? this.deliveries.side : null;
  }
  /* How many tokens of mine would go back to this port. */
  comesBack(good: string, port: string): number {
    const goes = this.store.asked ? this.store.goes : this.deliveries.goods;
    if (good !== "pepper") return goes.filter((one) => one === good).length;
    const [only] = this.peppers(this.me);
    return goes.some((one) => one === port || (one === good && only === port)) ? 1 : 0;
  }

  override clear(): void {
    for (const part of this.#parts) part.clear();
  }
  override settle(): void {
    super.settle();
    for (const part of this.#parts) part.settle();
  }
  override wonder(): void {
    this.bargains.wonder();
  }
}
