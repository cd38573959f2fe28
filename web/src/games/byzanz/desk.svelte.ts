/* My place at the table: what I see, what I hold in my fingers, and what could be done with it. The
   desk knows no rule. It turns a choice into words of the notation and looks whether the table
   allows them; where it does not, it asks the table why. */

import { act, aside, Place, type Act } from "../../lib/place.svelte";
import type { NewsEvent, Window } from "../../lib/protocol";
import { t } from "../../lib/words.svelte";
import { discardWords, gainOf, giveWords, takeWords, total, type Good } from "./cards";
import { cardsOf, findMove, movesOf, salesOf, sameCards, type Sale } from "./moves";
import { pictureOf, type Picture } from "./picture";
import { phrase } from "./phrase";
import { firstPieces, nextPieces, type Arrangement, type Piece } from "./pieces";

/* A view and its cards with their keys. */
interface Seen {
  view: Window;
  arrangement: Arrangement;
}

export class Desk extends Place {
  chosen = $state.raw<readonly number[]>([]); // keys of cards of my hand
  given = $state<number | null>(null); // key of a card of the lot
  stall = $state<Good | null>(null);
  picked = $state<string | null>(null); // a sale taken from the list
  selling = $state(false); // on a phone: the list of sales is open

  /* --- what I see --------------------------------------------------------------------------- */

  picture: Picture = $derived(pictureOf(this.view));
  seat = $derived(this.me === null ? null : (this.picture.seats[this.me] ?? null));
  /* The market is open: every offer card of the round is taken. */
  serving: boolean = $derived(
    this.picture.phase === "market" ||
      (this.picture.phase === "overflow" &&
        this.picture.offers.every((offer) => offer.seat !== null)),
  );

  #known: Seen | null = null;
  #seen: Seen = $derived.by(() => this.#look(this.view, this.news, this.picture, this.me));
  pieces: Piece[] = $derived(this.#seen.arrangement.pieces);
  hand: Piece[] = $derived(this.pieces.filter((piece) => piece.place === "hand"));
  lot: Piece[] = $derived(this.pieces.filter((piece) => piece.place === "lot"));

  /* Which card is which. Kept by view, for a derived value may be asked for more than once. */
  #look(view: Window, news: readonly NewsEvent[], picture: Picture, me: number | null): Seen {
    const known = this.#known;
    if (known?.view === view) return known;
    const fresh = !known || known.view.seat !== me;
    const arrangement = fresh
      ? { pieces: firstPieces(picture, me), gone: [] }
      : nextPieces(known.arrangement.pieces, news, picture, me);
    this.#known = { view, arrangement };
    return this.#known;
  }

  at(place: string): Piece[] {
    return this.pieces.filter((piece) => piece.place === place);
  }

  /* Where a piece came from out of sight, or went to. */
  comesFrom(key: string): string | undefined {
    return this.pieces.find((piece) => String(piece.key) === key)?.from;
  }
  goesTo(key: string): string | undefined {
    return this.#seen.arrangement.gone.find((piece) => String(piece.key) === key)?.place;
  }

  /* --- what I hold -------------------------------------------------------------------------- */

  held: Piece[] = $derived(this.hand.filter((piece) => this.chosen.includes(piece.key)));
  cards: string[] = $derived(this.held.map((piece) => piece.id));
  gift: string | null = $derived(this.lot.find((piece) => piece.key === this.given)?.id ?? null);

  bidMove: string | null = $derived(findMove(this.view.moves, "bid", this.cards));
  /* The total my bid would have. */
  rise: number = $derived((this.seat?.total ?? 0) + total(this.cards));

  sales: Sale[] = $derived(this.away ? [] : salesOf(this.view.moves, this.picture.best));
  /* The sale in front of me: the cards in my fingers, else the one taken from the list, else the
     first. */
  sale: Sale | null = $derived(
    this.sales.find((sale) => sameCards(sale.cards, this.cards)) ??
      this.sales.find((sale) => sale.move === this.picked) ??
      this.sales[0] ??
      null,
  );
  /* The sale was chosen, not only proposed. */
  saleMeant: boolean = $derived(
    this.sale !== null &&
      (this.sale.move === this.picked || sameCards(this.sale.cards, this.cards)),
  );
  best: Sale[] = $derived(
    (this.picture.best ?? []).flatMap((set) => {
      const move = findMove(this.view.moves, "sell", set);
      return move ? [{ move, cards: set, kept: cardsOf(move)[0] ?? "" }] : [];
    }),
  );

  /* On a phone the sales are shown where they are wanted: when asked for, or when selling is what
     this moment is about. */
  salesAsked: boolean = $derived(
    this.mine && ["overflow", "final"].includes(this.picture.phase),
  );
  salesOpen: boolean = $derived(
    this.sale !== null && (this.selling || this.saleMeant || this.salesAsked),
  );

  /* My hand is asked for, and no move of mine uses this card of it. */
  idle(id: string): boolean {
    const asked = this.mine && ["auction", "overflow", "final"].includes(this.picture.phase);
    return asked && !this.view.moves.some((move) => cardsOf(move).includes(id));
  }

  toggle(key: number): void {
    this.picked = null;
    this.chosen = this.chosen.includes(key)
      ? this.chosen.filter((other) => other !== key)
      : [...this.chosen, key];
  }

  protected override chosenWords(): string {
    return [...this.chosen, this.given, this.stall].join(" ");
  }
  override get holding(): boolean {
    return this.chosen.length > 0 || this.given !== null || this.stall !== null;
  }
  override clear(): void {
    this.chosen = [];
    this.given = null;
    this.stall = null;
    this.picked = null;
    this.selling = false;
  }

  /* A gift and the end are named as their button is: what happens then says less of them. */
  override saying(move: string): string | null {
    return /^(give|done)\b/.test(move) ? phrase(move.split(" ")) : null;
  }

  override piecesOf(move: string): string {
    const [verb, ...items] = move.split(" ");
    if (verb === "take") return items.map((good) => `button[data-stall=${good}]`).join();
    const left = [...(verb === "give" ? this.lot : this.hand)];
    const named = items.flatMap((id) => {
      const i = left.findIndex((piece) => piece.id === id);
      return i < 0 ? [] : left.splice(i, 1); // of two alike, the next
    });
    return named.map((piece) => `[data-piece="${piece.key}"]`).join();
  }

  override settle(): void {
    super.settle();
    const hand = new Set(this.hand.map((piece) => piece.key));
    if (this.chosen.some((key) => !hand.has(key)))
      this.chosen = this.chosen.filter((key) => hand.has(key));
    if (this.given !== null && !this.lot.some((piece) => piece.key === this.given)) this.given = null;
    if (this.stall !== null && !this.view.moves.includes(`take ${this.stall}`)) this.stall = null;
    if (this.picked !== null && !this.view.moves.includes(this.picked)) this.picked = null;
  }

  /* --- what could be done ------------------------------------------------------------------- */

  protected override choices(): Act[] {
    const moves = this.view.moves;
    switch (this.picture.phase) {
      case "auction":
        return [
          aside("pass", t("Pass"), this.able("pass")),
          this.cards.length === 0
            ? act(
                "bid",
                t("Bid"),
                null,
                movesOf(moves, "bid").length > 0
                  ? t("Choose cards from your hand.")
                  : t("Your hand cannot beat {n}.", { n: this.picture.high }),
              )
            : act("bid", t("Bid {n}", { n: this.rise }), this.bidMove, this.why(this.#said("bid"))),
        ];
      case "give":
        return this.gift === null
          ? [act("give", t("Give a card"), null, t("Choose a card from the lot."))]
          : [act("give", giveWords(this.gift), this.able(`give ${this.gift}`))];
      case "overflow":
        return this.#overflowActs();
      case "market":
        return this.stall === null
          ? [act("take", t("Take a good"), null, t("Choose a good at the market."))]
          : [
              act(
                "take",
                takeWords(this.stall, this.picture.market[this.stall].length),
                this.able(`take ${this.stall}`),
              ),
            ];
      case "final":
        return [
          act("done", t("Finish"), this.able("done"), "", this.best.length === 0),
          ...(this.best[0] ? [act("best", t("Sell the best sets"), this.best[0].move)] : []),
        ];
      case "deal":
      case "lot":
      case "over":
        return [];
    }
  }

  #overflowActs(): Act[] {
    const only = this.cards.length === 1 ? (this.cards[0] ?? null) : null;
    const acts: Act[] = [];
    if (this.sale) acts.push(act("sell", t("Sell"), this.sale.move, "", only === null));
    acts.push(
      only !== null
        ? act("discard", discardWords(only), findMove(this.view.moves, "discard", [only]))
        : act("discard", t("Discard"), null, t("Choose one card to discard."), !this.sale),
    );
    return acts;
  }

  #said(verb: string): string {
    return [verb, ...this.cards].join(" ");
  }

  override wonder(): void {
    if (!this.mine || this.picture.phase !== "auction") return;
    if (this.cards.length > 0 && this.bidMove === null) this.ask(this.#said("bid"));
  }

  /* Why a card of my hand is idle; the table is asked when the card is first looked at. */
  idleWhy(id: string): string {
    return this.picture.phase === "auction" ? this.why(`bid ${id}`) : t("No set can be made with it.");
  }
  lookAt(id: string): void {
    if (this.idle(id) && this.picture.phase === "auction") this.ask(`bid ${id}`);
  }

  /* --- doing it ----------------------------------------------------------------------------- */

  override play(move: string): Promise<boolean> {
    return super.play(move, () => {
      if (!move.startsWith("sell ")) this.clear();
      this.picked = null;
    });
  }

  override async do(one: Act): Promise<void> {
    if (one.name === "best") await this.#sellBest();
    else if (one.move !== null) await this.play(one.move);
  }

  /* Sells the best sets one after the other, each as the table then proposes it. */
  async #sellBest(): Promise<void> {
    for (;;) {
      const next = this.best[0];
      if (!next || !this.mine) return;
      if (!(await this.play(next.move))) return;
    }
  }

  /* Points the best sets would bring. */
  bestPoints: number = $derived(this.best.reduce((sum, sale) => sum + gainOf(sale.kept), 0));
}
