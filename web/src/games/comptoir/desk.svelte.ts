/* My place at the port: the card, event or tile in my fingers, where it would go, and the moves that
   make of it. The desk knows no rule: whatever can be touched is read from the moves the table allows,
   and what a choice would do is the table's own preview. */

import { act, aside, Place, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import { eventName } from "./cards";
import { phrase } from "./phrase";
import { pictureOf, QUAYS, type Effect, type Picture, type Sailing } from "./picture";
import { fills, playsOf, sameFavour, sameQuays, type Favour, type Play } from "./plays";

/* Who shall pay a commission: I, or the seat that is left the slate. */
export type Payer = "me" | number;

const BLANK: Favour = { from: null, to: null, count: 1, other: null };

export class Desk extends Place {
  card = $state<string | null>(null);
  favour = $state.raw<Favour | null>(null); // may have blanks while it is being chosen
  quays = $state.raw<readonly number[]>([]);
  event = $state<string | null>(null);
  quay = $state<number | null>(null); // of the event, or of the ship that leaves first
  payer = $state<Payer | null>(null);
  loads = $state.raw<Readonly<Record<number, number>>>({}); // quay: which tile of my hand
  bid = $state(0);
  doubt = $state<string | null>(null); // a move I touched that is not possible

  picture: Picture = $derived(pictureOf(this.view));
  seat = $derived(this.me === null ? null : (this.picture.seats[this.me] ?? null));
  phase = $derived(this.picture.phase);
  /* My turn to play a relation, an event, or to end it. */
  playing: boolean = $derived(this.mine && this.phase === "turn");

  /* Counts the ships each quay has seen, so that one that leaves can be told from the next. */
  #berths: { view: unknown; counts: number[] } = { view: null, counts: [0, 0, 0, 0] };
  berths: number[] = $derived.by(() => {
    if (this.#berths.view === this.view) return this.#berths.counts;
    const counts = [...this.#berths.counts];
    for (const event of this.news)
      if (["sail", "storm", "wreck"].includes(event.kind))
        counts[event.n - 1] = (counts[event.n - 1] ?? 0) + 1;
    this.#berths = { view: this.view, counts };
    return counts;
  });

  /* --- a relation --------------------------------------------------------------------------- */

  plays: Play[] = $derived(playsOf(this.view.moves));
  ways: Play[] = $derived(this.plays.filter((play) => play.card === this.card));
  /* Ways to place porters once the favour is as chosen. */
  #placings: Play[] = $derived(this.ways.filter((play) => sameFavour(play.favour, this.favour)));
  /* The favour has blanks: nothing can be placed yet. */
  drafting: boolean = $derived(this.favour !== null && this.#placings.length === 0);
  way: Play | null = $derived(
    this.#placings.find((play) => sameQuays(play.quays, this.quays)) ??
      (this.#placings.length === 1 ? (this.#placings[0] ?? null) : null),
  );
  /* How many quays the card wants here. */
  wanted: number = $derived(Math.max(0, ...this.#placings.map((play) => play.quays.length)));
  placed: readonly number[] = $derived(this.way?.quays ?? this.quays);

  choose(card: string): void {
    const same = this.card === card;
    this.clear();
    if (!same) this.card = card;
  }

  /* Touching a porter, mine or another's, says whom the card's favour is about. */
  touches(quay: number, seat: number): boolean {
    if (!this.playing || this.card === null) return false;
    return this.ways.some(({ favour }) => favour !== null && this.#about(favour, quay, seat));
  }
  #about(favour: Favour, quay: number, seat: number): boolean {
    return seat === this.me
      ? favour.from === quay
      : favour.other === seat && favour.to === quay && this.#fits(favour);
  }
  /* Of an exchange, the other's porter stands beside mine where mine is chosen. */
  #fits(favour: Favour): boolean {
    const from = this.favour?.from ?? null;
    return from === null || favour.from === from;
  }
  touched(quay: number, seat: number): number {
    const favour = this.favour;
    if (!favour) return 0;
    if (seat === this.me) return favour.from === quay ? favour.count : 0;
    return favour.other === seat && favour.to === quay ? 1 : 0;
  }

  touch(quay: number, seat: number): void {
    this.doubt = null;
    if (!this.touches(quay, seat)) return;
    const old = this.favour;
    const possible = (part: Favour): boolean => this.ways.some(({ favour }) => fills(favour, part));
    let next: Favour | null;
    if (seat === this.me) {
      const more = { ...(old ?? BLANK), count: (old?.count ?? 0) + 1 };
      if (old?.from === quay) next = possible(more) ? more : null;
      else {
        const joined = { ...(old ?? BLANK), from: quay, count: 1 };
        next = possible(joined) && old?.from === null ? joined : { ...BLANK, from: quay };
      }
    } else if (old?.other === seat && old.to === quay) {
      next = old.from === null ? null : { ...BLANK, from: old.from };
    } else next = { ...(old ?? BLANK), to: quay, other: seat };
    this.favour = next;
    this.#keepQuays();
  }

  /* Lets go of quays that no longer go with the favour. */
  #keepQuays(): void {
    const able = this.quays.filter((quay) => this.#placings.some((play) => play.quays.includes(quay)));
    if (able.length < this.quays.length) this.quays = able;
  }

  /* --- quays -------------------------------------------------------------------------------- */

  /* A quay can be touched now: something would go there, or come from there. */
  open(quay: number): boolean {
    if (!this.mine) return false;
    if (this.phase === "sail") return this.can(`sail ${quay}`);
    if (this.phase === "load") return this.picture.fresh.includes(quay);
    if (this.phase !== "turn") return false;
    if (this.event !== null) return this.can(`put ${this.event} ${quay}`);
    if (this.card === null) return false;
    if (this.drafting) return this.#target(quay);
    return this.#placings.some((play) => play.quays.includes(quay));
  }
  #target(quay: number): boolean {
    const part = this.favour;
    if (!part || part.from === null) return false;
    return this.ways.some(({ favour }) => favour?.other === null && fills(favour, { ...part, to: quay }));
  }
  /* What I chose goes to this quay. */
  chosen(quay: number): boolean {
    if (this.event !== null || this.phase === "sail") return this.quay === quay;
    if (this.phase === "load") return quay in this.loads;
    return this.placed.includes(quay) || this.favour?.to === quay;
  }

  /* A quay where my choice cannot go: touching it asks why. */
  barred(quay: number): boolean {
    const chosen = this.card !== null || this.event !== null;
    return this.playing && chosen && !this.drafting && !this.open(quay) && this.picture.quays[quay - 1] !== null;
  }
  askWhy(quay: number): void {
    this.doubt =
      this.event !== null
        ? `put ${this.event} ${quay}`
        : ["play", this.card ?? "", ...this.quays, quay].join(" ");
    this.ask(this.doubt);
  }
  reason: string = $derived(this.doubt === null ? "" : this.why(this.doubt));

  pick(quay: number): void {
    this.doubt = null;
    if (!this.open(quay)) return;
    if (this.phase === "sail" || this.event !== null) this.quay = this.quay === quay ? null : quay;
    else if (this.phase === "load") this.#unload(quay);
    else if (this.drafting && this.favour) this.favour = { ...this.favour, to: quay };
    else this.#placeAt(quay);
  }
  #placeAt(quay: number): void {
    if (this.quays.includes(quay)) {
      this.quays = this.quays.filter((other) => other !== quay);
      return;
    }
    let next = [...this.quays, quay];
    const fit = (): boolean =>
      this.#placings.some((play) => next.every((one) => play.quays.includes(one)));
    while (next.length > 1 && !fit()) next = next.slice(1); // the oldest choice gives way
    this.quays = next;
  }

  /* --- events ------------------------------------------------------------------------------- */

  puts(event: string): boolean {
    return this.playing && this.view.moves.some((move) => move.startsWith(`put ${event} `));
  }
  chooseEvent(event: string): void {
    const same = this.event === event;
    this.clear();
    if (!same) this.event = event;
  }

  bids: number[] = $derived(
    this.view.moves.flatMap((move) => (move.startsWith("bid ") ? [Number(move.slice(4))] : [])),
  );
  /* The bid on the dial: the lowest allowed unless another was dialled. */
  dial: number = $derived(this.bids.includes(this.bid) ? this.bid : (this.bids[0] ?? 0));
  turnDial(by: number): void {
    const next = this.dial + by;
    if (this.bids.includes(next)) this.bid = next;
  }

  /* --- goods for new ships ------------------------------------------------------------------ */

  tiles: string[] = $derived(this.seat?.goods ?? []);
  /* The good a new ship would get. */
  load(quay: number): string | null {
    const tile = this.loads[quay];
    return tile === undefined ? null : (this.tiles[tile] ?? null);
  }
  tileAt(tile: number): number | null {
    return QUAYS.find((quay) => this.loads[quay] === tile) ?? null;
  }
  chooseTile(tile: number): void {
    if (!this.mine || this.phase !== "load") return;
    const at = this.tileAt(tile);
    if (at !== null) {
      this.#unload(at);
      return;
    }
    const free = this.picture.fresh.find((quay) => !(quay in this.loads)) ?? this.picture.fresh.at(-1);
    if (free !== undefined) this.loads = { ...this.loads, [free]: tile };
  }
  #unload(quay: number): void {
    this.loads = Object.fromEntries(Object.entries(this.loads).filter(([at]) => Number(at) !== quay));
  }
  loadMove: string | null = $derived.by(() => {
    const words = this.picture.fresh.map((quay) => `${quay} ${this.load(quay) ?? "?"}`);
    const move = ["load", ...words].join(" ");
    return this.able(move);
  });

  /* --- what it would do --------------------------------------------------------------------- */

  putMove: string | null = $derived.by(() => {
    const move = `put ${this.event ?? ""} ${this.quay ?? ""}`;
    return this.event !== null && this.quay !== null ? this.able(move) : null;
  });
  effect: Effect | null = $derived.by(() => {
    const move = this.putMove ?? this.way?.move;
    return move === undefined ? null : (this.picture.effects[move] ?? null);
  });
  /* A departure of which I may choose who pays: the one my card would bring, or the one under way. */
  bill: Sailing | null = $derived.by(() => {
    if (!this.mine) return null;
    if (this.phase === "slate") return this.picture.sailing;
    const sails = this.effect?.sails ?? [];
    const first = sails[0];
    return sails.length === 1 && first && first.slate.length > 0 ? first : null;
  });
  /* Primes won and lost by what I chose, one number a seat; null where nothing is chosen. */
  gains: number[] | null = $derived.by(() => {
    const effect = this.effect;
    const seats = this.picture.seats;
    if (this.mine && this.phase === "slate" && this.picture.sailing && this.payer !== null)
      return this.#charge(seats.map(() => 0), this.picture.sailing, this.payer);
    if (!effect) return null;
    if (effect.primes) return effect.primes;
    let sums = seats.map(() => 0);
    for (const sail of effect.sails) {
      sums = sums.map((sum, seat) => sum + (sail.wages[seat] ?? 0));
      const payer = this.bill === sail ? this.payer : "me";
      if (payer !== null) sums = this.#charge(sums, sail, payer);
    }
    return sums;
  });
  #charge(sums: number[], sail: Sailing, payer: Payer): number[] {
    const seat = payer === "me" ? this.me : payer;
    return sums.map((sum, s) => {
      const has = (this.picture.seats[s]?.primes ?? 0) + sum;
      return s === seat ? sum - Math.min(has, sail.commission) : sum;
    });
  }

  /* --- what could be done ------------------------------------------------------------------- */

  protected override chosenWords(): string {
    return [this.card, this.event, this.quays.join()].join(" ");
  }
  override clear(): void {
    this.card = this.event = this.doubt = null;
    this.favour = null;
    this.quays = [];
    this.quay = null;
    this.payer = null;
    this.loads = {};
  }
  override get holding(): boolean {
    const chosen = [this.card, this.event, this.quay, this.payer].some((one) => one !== null);
    return chosen || Object.keys(this.loads).length > 0;
  }

  override saying(move: string): string | null {
    return move === "end" ? phrase([move], this.names) : null;
  }

  override piecesOf(move: string): string {
    const [verb, what = "", ...more] = move.split(" ");
    const quays = (words: string[]) => words.filter((word) => /^\d$/.test(word)).map((quay) => `[data-quay="${quay}"] .label`);
    switch (verb) {
      case "play":
        return [`.desk [data-card=${what}]`, ...quays(more)].join();
      case "put":
        return [`.desk [data-event=${what}]`, ...quays(more)].join();
      case "sail":
        return quays([what]).join();
      case "load":
        return more.filter((word) => !/^\d$/.test(word)).map((good) => `.desk [data-tile=${good}]`).join();
      case "slate":
        return `[data-payer="${what.slice(1)}"]`;
      case "pay":
        return "[data-payer=me]";
      default:
        return "";
    }
  }

  override settle(): void {
    super.settle();
    if (this.card !== null && !(this.seat?.relations.includes(this.card) ?? false)) this.clear();
    if (this.event !== null && !this.puts(this.event)) this.clear();
    if (!this.playing) {
      this.favour = null;
      this.quays = [];
    }
    if (this.phase !== "load" && Object.keys(this.loads).length > 0) this.loads = {};
    if (this.phase !== "sail" && this.event === null) this.quay = null;
    if (this.phase !== "auction") this.bid = 0;
  }

  /* Asks the table why an event cannot be auctioned now. */
  override wonder(): void {
    if (this.playing && this.picture.events.on && !this.can("auction")) this.ask("auction");
  }

  protected override choices(): Act[] {
    switch (this.phase) {
      case "turn":
        return this.#turnActs();
      case "auction":
        return [
          ...(this.can("pass") ? [aside("pass", t("Pass"), "pass")] : []),
          act("bid", t("Bid {n}", { n: this.dial }), this.able(`bid ${this.dial}`)),
        ];
      case "sail":
        return [
          this.quay === null
            ? act("sail", t("Let it sail"), null, t("Choose a ship."))
            : act("sail", t("Quay {n} sails first", { n: this.quay }), this.able(`sail ${this.quay}`)),
        ];
      case "slate":
        return [this.#billAct()];
      case "load":
        return [
          act("load", t("Load the {n?ship|ships}", { n: this.picture.fresh.length }), this.loadMove, t("Choose a tile for each new ship.")),
        ];
      default:
        return [];
    }
  }
  #turnActs(): Act[] {
    const acts: Act[] = [];
    if (this.picture.events.on && !this.picture.turn.auctioned && this.picture.events.left > 0)
      acts.push(aside("auction", t("Auction an event"), this.able("auction"), this.why("auction")));
    if (this.event !== null)
      acts.push(
        act("put", t("Put {seat}", { seat: eventName(this.event) }), this.putMove, t("Choose a ship without an event.")),
      );
    else if (this.card !== null)
      acts.push(
        act("play", this.#playWords(), this.way?.move ?? null, this.step),
      );
    else if (this.can("end")) acts.push(act("end", t("End the turn"), "end"));
    else acts.push(act("play", t("Play"), null, t("Choose a card of your hand.")));
    return acts;
  }
  #billAct(): Act {
    const sail = this.picture.sailing;
    if (this.payer === null || !sail) return act("bill", t("Settle"), null, t("Choose who pays."));
    return this.payer === "me"
      ? act("bill", t("Pay {n}", { n: sail.commission }), this.able("pay"))
      : act("bill", t("Leave the slate"), this.able(`slate @${this.payer}`));
  }
  #playWords(): string {
    const sails = this.effect?.sails.length ?? 0;
    if (sails > 0) return t("Place and sail");
    if (!this.way) return t("Play");
    return this.way.quays.length > 0 ? t("Place") : t("Play");
  }
  /* What is still to be chosen for the card in hand. */
  step: string = $derived.by(() => {
    if (this.card === null || !this.playing) return "";
    if (this.drafting) {
      const exchange = this.ways.some(({ favour }) => favour?.from != null && favour.other !== null);
      if (!exchange) return t("Touch the quay your porter moves to.");
      return this.favour?.from === null
        ? t("Touch a porter of yours to exchange.")
        : t("Touch the other’s porter.");
    }
    const left = this.wanted - this.quays.length;
    return t("Choose {n} more {n?ship|ships}.", { n: Math.max(1, left) });
  });

  override async do(one: Act): Promise<void> {
    if (one.move === null) return;
    const payer = one.name === "play" && this.bill ? this.payer : null;
    if (!(await this.play(one.move))) return;
    this.clear();
    /* Who pays was chosen together with the card: it is told as soon as it is asked. */
    if (payer === null || !this.mine || this.phase !== "slate") return;
    this.payer = payer;
    await this.play(payer === "me" ? "pay" : `slate @${payer}`);
    this.clear();
  }
}
