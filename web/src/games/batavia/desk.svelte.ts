/* My place at a table of Batavia: the cards in my fingers, what laying them would do, where I would
   sail, what I would bid. The desk knows no rule.

   Cards of one company need nothing sent: the table has told what each number of them would do. For
   cards of several companies all but the last touched are told to the table, which keeps them secret
   and answers with the effect; letting go of them takes that back. Only `sail` shows anything. */
import { untrack } from "svelte";
import { act, aside, Place, type Act } from "../../lib/place.svelte";
import { t } from "../../lib/words.svelte";
import type { TableProps } from "../index";
import { phrase } from "./phrase";
import {
  asItems,
  COMPANIES,
  NONE,
  pictureOf,
  sum,
  type Company,
  type Counts,
  type Effect,
  type Picture,
  type SeatPicture,
} from "./picture";

const LAY = /^lay (\w+) (\d+)$/;

export type Goal = Company | "batavia";

export class Desk extends Place {
  picture: Picture = $derived(pictureOf(this.view));
  seat: SeatPicture | null = $derived(
    this.me === null ? null : (this.picture.seats[this.me] ?? null),
  );
  hand: Counts = $derived(this.seat?.hand ?? NONE);

  chosen = $state.raw<readonly string[]>([]); // cards of my hand, "sweden.0", in the order touched
  aim = $state<Goal | null>(null); // where I want to sail
  offer = $state<number | null>(null); // what I want to bid
  #adopted = false; // what the table holds for me was taken up
  #telling: Promise<void> | null = null; // the table is being told what I hold

  constructor(props: () => TableProps) {
    super(props);
    $effect(() => {
      void [this.view, this.chosen, this.busy];
      untrack(() => this.#keepTold());
    });
  }

  /* --- what I hold -------------------------------------------------------------------------- */

  /* It is my turn to lay cards, or I may prepare it. */
  laying: boolean = $derived(this.mine && this.picture.phase === "actions");

  count(company: Company): number {
    return this.chosen.filter((key) => key.startsWith(`${company}.`)).length;
  }
  wanted: Counts = $derived(
    Object.fromEntries(COMPANIES.map((company) => [company, this.count(company)])) as Counts,
  );
  wants: boolean = $derived(this.chosen.length > 0);
  laid: Counts = $derived(this.picture.laid ?? NONE);
  /* Companies I hold cards of that the table has not been told about, the last touched last. */
  untold: Company[] = $derived(
    COMPANIES.filter((company) => this.wanted[company] > 0 && this.laid[company] === 0).sort(
      (a, b) => this.#touched(a) - this.#touched(b),
    ),
  );
  /* The table holds what I have let go of. */
  stale: boolean = $derived(
    COMPANIES.some(
      (company) => this.laid[company] > 0 && this.laid[company] !== this.wanted[company],
    ),
  );

  #touched(company: Company): number {
    return Math.max(...this.chosen.map((key, i) => (key.startsWith(`${company}.`) ? i : -1)));
  }

  has(key: string): boolean {
    return this.chosen.includes(key);
  }

  toggle(key: string): void {
    this.chosen = this.has(key) ? this.chosen.filter((one) => one !== key) : [...this.chosen, key];
  }

  /* One card more of a company, or one less; from all of them back to none. */
  add(company: Company, less = false): void {
    const held = this.chosen.filter((key) => key.startsWith(`${company}.`));
    const free = Array.from({ length: this.hand[company] }, (_, i) => `${company}.${i}`).find(
      (key) => !held.includes(key),
    );
    if (less) this.chosen = this.chosen.filter((key) => key !== held.at(-1));
    else if (free !== undefined) this.chosen = [...this.chosen, free];
    else this.chosen = this.chosen.filter((key) => !held.includes(key));
  }

  /* All cards of a company, or none where all were held. */
  all(company: Company): void {
    const others = this.chosen.filter((key) => !key.startsWith(`${company}.`));
    const every = Array.from({ length: this.hand[company] }, (_, i) => `${company}.${i}`);
    this.chosen = this.count(company) === every.length ? others : [...others, ...every];
  }

  protected override chosenWords(): string {
    return [...this.chosen, this.aim, this.offer].join(" ");
  }
  override get holding(): boolean {
    return this.wants || this.aim !== null || this.offer !== null;
  }
  override clear(): void {
    this.chosen = [];
    this.aim = null;
    this.offer = null;
  }

  /* --- what it would do --------------------------------------------------------------------- */

  effect: Effect | null = $derived.by(() => {
    const { effect, layings } = this.picture;
    if (!this.laying || !this.wants || this.stale || this.untold.length > 1) return null;
    const [last] = this.untold;
    if (last === undefined) return effect;
    return (
      layings?.find((one) => one.company === last && one.cards === this.wanted[last]) ?? null
    );
  });
  goals: Goal[] = $derived(
    this.effect ? (this.effect.batavia ? ["batavia"] : this.#byDistance(this.effect.goals)) : [],
  );
  /* Where I would sail: where I pointed, else the nearest stall of what I lay, else the nearest. */
  goal: Goal | null = $derived(
    this.goals.find((goal) => goal === this.aim) ??
      this.goals.find((goal) => goal !== "batavia" && this.wanted[goal] > 0) ??
      this.goals[0] ??
      null,
  );

  #byDistance(goals: readonly Company[]): Company[] {
    const ahead = this.picture.ahead;
    return [...goals].sort((a, b) => (ahead?.[a]?.space ?? 0) - (ahead?.[b]?.space ?? 0));
  }

  /* The space a goal lies on. */
  spaceOf(goal: Goal): number {
    return goal === "batavia"
      ? this.picture.arrival.space
      : (this.picture.ahead?.[goal]?.space ?? this.picture.arrival.space);
  }

  /* Open cards of a seat as they would be. */
  openThen(seat: number, company: Company): number {
    const now = this.picture.seats[seat]?.open[company] ?? 0;
    return seat === this.me && this.laying ? now + this.wanted[company] : now;
  }
  /* Whose seal would change, and how: "won", "lost" or "" for this seat. */
  sealThen(seat: number, company: Company): "won" | "lost" | "" {
    const change = this.effect?.seals.find((one) => one.company === company);
    return change?.to === seat ? "won" : change?.from === seat ? "lost" : "";
  }

  /* --- telling the table -------------------------------------------------------------------- */

  override settle(): void {
    super.settle();
    const told = COMPANIES.flatMap((company) =>
      Array.from({ length: this.laid[company] }, (_, i) => `${company}.${i}`),
    );
    if (this.still) this.chosen = told; // as it was then, whatever was looked at before
    else if (!this.#adopted && !this.wants && told.length > 0) this.chosen = told;
    this.#adopted = this.laying;
    const there = this.chosen.filter((key) => {
      const [company = "", i = "0"] = key.split(".");
      return Number(i) < this.hand[company as Company];
    });
    if (there.length !== this.chosen.length) this.chosen = there;
    if (this.offer !== null && !this.can(`bid ${this.offer}`)) this.offer = null;
  }

  /* What has to be said before the table can tell the effect; null: nothing. */
  #nextWord(): "undo" | `lay ${string}` | null {
    if (!this.laying) return null;
    if (this.stale) return this.view.undo.can ? "undo" : null;
    if (this.untold.length < 2) return null;
    /* the last touched stays open as long as another one can be told */
    const word = this.untold.map((company) => this.#lay(company)).find((move) => this.can(move));
    return (word as `lay ${string}` | undefined) ?? null;
  }
  #lay(company: Company): string {
    return `lay ${company} ${this.wanted[company]}`;
  }

  /* Keeps the table told. */
  #keepTold(): void {
    if (this.#telling || this.busy || this.#nextWord() === null) return;
    this.#telling = this.#tell().finally(() => (this.#telling = null));
  }
  async #tell(): Promise<void> {
    for (let word = this.#nextWord(); word; word = this.#nextWord())
      if (!(await (word === "undo" ? this.undo() : this.play(word)))) return;
  }

  /* Cards a coach would lay are held in my fingers as the table is told of them: else they were let go of. */
  override async heed(move: string): Promise<void> {
    await this.#telling;
    const lay = LAY.exec(move);
    const told = COMPANIES.flatMap((company) =>
      Array.from({ length: lay?.[1] === company ? Number(lay[2]) : this.laid[company] }, (_, i) => `${company}.${i}`),
    );
    if (lay) this.chosen = told;
    if ((await this.play(move)) && !lay) this.clear();
  }
  override saying(move: string): string | null {
    return LAY.test(move) ? phrase(move.split(" ")) : null;
  }

  override piecesOf(move: string): string {
    const company = LAY.exec(move)?.[1];
    return company ? `.desk [data-piece="card:${company}"]` : "";
  }

  /* The move the table would refuse for what I hold, to be asked about. */
  doubt: string | null = $derived.by(() => {
    if (this.mine && this.picture.phase === "auction" && this.bidMove === null)
      return `bid ${this.bid}`;
    if (!this.laying || !this.wants || this.stale || this.effect) return null;
    const refused = this.untold.map((company) => this.#lay(company)).filter((move) => !this.can(move));
    return refused.pop() ?? null;
  });
  override wonder(): void {
    if (this.doubt) this.ask(this.doubt);
  }

  /* --- the auction -------------------------------------------------------------------------- */

  bills: number = $derived(this.seat?.bills ?? 0);
  least: number = $derived(this.picture.auction.high + 1);
  bid: number = $derived(this.offer ?? this.least);
  bidMove: string | null = $derived(this.can(`bid ${this.bid}`) ? `bid ${this.bid}` : null);

  raise(by: number): void {
    const n = this.bid + by;
    if (this.can(`bid ${n}`)) this.offer = n;
  }

  /* --- what could be done ------------------------------------------------------------------- */

  protected override choices(): Act[] {
    switch (this.picture.phase) {
      case "auction":
        return [
          aside("pass", t("Pass"), this.able("pass")),
          act("bid", t("Bid {n}", { n: this.bid }), this.bidMove, this.why(`bid ${this.bid}`)),
        ];
      case "actions":
        return this.#turnActs();
      case "exchange":
        return [
          aside("keep", t("Keep"), this.able("keep")),
          act(
            "exchange",
            t("Exchange for {n} gold", { n: this.picture.exchange?.gold ?? 0 }),
            this.able("exchange"),
          ),
        ];
      default:
        return [];
    }
  }

  #turnActs(): Act[] {
    const layable = this.view.moves.some((move) => /^(lay|sail)/.test(move));
    const nothing = this.picture.pile === 0 && sum(this.picture.discard) === 0;
    const acts = [
      act(
        "draw",
        nothing ? t("End the turn") : t("Draw 2"),
        this.wants ? null : this.able("draw"),
        this.wants ? t("You hold cards to lay.") : this.why("draw"),
        !layable,
      ),
    ];
    if (!layable) return acts;
    const goal = this.goal;
    const label = this.wants ? t("Lay {items}", { items: asItems(this.wanted) }) : t("Lay cards");
    const [last] = this.untold;
    const move = goal === null ? null : last === undefined ? this.able(`sail ${goal}`) : this.#lay(last);
    acts.push(act("lay", label, move, this.doubt ? this.why(this.doubt) : t("Choose cards from your hand.")));
    return acts;
  }

  override async do({ name }: Act): Promise<void> {
    await this.#telling;
    const move = this.acts.find((act) => act.name === name)?.move ?? null;
    if (move === null || this.busy) return;
    if (name === "lay") await this.#sail();
    else if (await this.play(move)) this.clear();
  }

  /* Tells the last company, then lays everything open and sails. */
  async #sail(): Promise<void> {
    const goal = this.goal;
    if (goal === null) return;
    const [last] = this.untold;
    if (last !== undefined && !(await this.play(this.#lay(last)))) return;
    if (await this.play(`sail ${goal}`)) this.clear();
  }

  override async back(): Promise<void> {
    await this.#telling;
    if (await this.undo()) this.clear();
  }
}
