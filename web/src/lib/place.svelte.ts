/* A place at a table, whatever is played there: what I see, whether it is my turn, what just happened,
   what could be done, and the ways to say something to the table. It knows no rule: where a choice is
   not among the moves allowed, it asks the table why. A game's desk builds on it. */
import { untrack } from "svelte";
import type { TableProps } from "../games/index";
import type { Ballot, SeatTime } from "./link.svelte";
import type { NewsEvent, SeatSummary, Sentence, ServerMessage, Window } from "./protocol";
import { dayOf } from "./times.svelte";
import { list, t, type Holes } from "./words.svelte";

/* One button of the ask bar. `move` is null where it is not possible now; `reason` says why, or what
   to choose first. */
export interface Act {
  name: string; // what it is, for the keyboard and tests
  label: string;
  move: string | null;
  reason: string;
  go: boolean; // the one that commits
}

export function act(name: string, label: string, move: string | null, reason = "", go = true): Act {
  return { name, label, move, reason: move === null ? reason : "", go };
}

/* An act that does not commit. */
export function aside(name: string, label: string, move: string | null, reason = ""): Act {
  return act(name, label, move, reason, false);
}

const PATIENCE = 1000; // ms a taken command waits for the view that shows it

export class Place {
  readonly #props: () => TableProps;
  busy = $state(false); // a command is on its way
  #whys = $state.raw<Readonly<Record<string, Sentence>>>({}); // reasons heard, by question
  #asked = new Set<string>();
  #waiting: (() => void)[] = []; // for the next view
  #known: { view: Window; news: NewsEvent[] } | null = null;

  view: Window = $derived.by(() => this.#props().view);
  me: number | null = $derived(this.view.seat);
  /* Who is called “you”: whoever reads, also where a game is looked back at through another's eyes. */
  you: number | null = $derived.by(() => (this.still ? this.#props().summary.seat : this.me));
  names: string[] = $derived.by(() => this.#props().names);
  game: string = $derived.by(() => this.#props().summary.game);
  people: SeatSummary[] = $derived.by(() => this.#props().summary.seats);
  /* How long decisions may take, and the clock of each seat. */
  limit: string = $derived.by(() => this.#props().summary.time);
  times: SeatTime[] | null = $derived.by(() => this.#props().times ?? null);
  /* What the table is asked about who is absent; whom it pauses for. */
  ballot: Ballot | null = $derived.by(() => this.#props().ballots?.[0] ?? null);
  paused: number | null = $derived.by(() => (this.still ? null : this.#props().summary.paused));
  /* A bot plays for me until I take my seat back. */
  away: boolean = $derived(this.me !== null && (this.people[this.me]?.away ?? false));
  /* A game looked back at: nothing is asked of anybody. */
  still: boolean = $derived.by(() => this.#props().still ?? false);
  /* Moves that are held back from me, who only look. */
  late: number = $derived.by(() => {
    const { held, delay } = this.#props().summary;
    return held === "delay" && !this.still ? delay : 0;
  });
  /* Something is asked of me. */
  mine: boolean = $derived(
    this.me !== null && this.view.turn.includes(this.me) && !this.view.over && !this.away && !this.still,
  );
  /* Who is waited for. While a bot holds my seat, I am like anybody else. */
  waited: number[] = $derived(this.view.turn.filter((seat) => seat !== this.me || this.away));
  /* What happened since the view before; nothing at first sight of a table. */
  news: NewsEvent[] = $derived.by(() => this.#hear(this.view));

  constructor(props: () => TableProps) {
    this.#props = props;
    $effect(() => {
      void this.view;
      untrack(() => this.settle());
    });
    $effect(() => {
      void this.view; // also what was asked before the connection broke
      this.wonder();
    });
  }

  /* --- what a game's desk says of itself ----------------------------------------------------- */

  /* Something can be done though nothing is asked of me. */
  protected get free(): boolean {
    return false;
  }
  /* What could be done now. */
  protected choices(): Act[] {
    return [];
  }
  /* My choice in a few words: whatever was told about another one is over. */
  protected chosenWords(): string {
    return "";
  }
  /* I hold something I could let go of. */
  get holding(): boolean {
    return false;
  }
  /* Lets go of everything. */
  clear(): void {}
  /* A new view has come: lets go of what is no longer there. */
  settle(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
  /* Plays what a coach proposes. A game whose move is gathered from several holds what it is told. */
  async heed(move: string): Promise<void> {
    if (await this.play(move)) this.clear();
  }
  /* A move in the words of a coach, where its first event does not say what to do; null: it does. */
  saying(_move: string): string | null {
    return null;
  }
  /* Selectors of the pieces a move is made with, where they lie; "" where it names none. */
  piecesOf(_move: string): string {
    return "";
  }
  /* Asks the table why what I chose is not possible, or what I would like to do. */
  wonder(): void {}

  /* --- what could be done -------------------------------------------------------------------- */

  /* The one that commits stands last, at the right. */
  acts: Act[] = $derived.by(() =>
    this.mine || (this.free && !this.still) ? this.choices().sort((a, b) => Number(a.go) - Number(b.go)) : [],
  );
  go: Act | null = $derived(this.acts.find((one) => one.go && one.move !== null) ?? null);

  async do(one: Act): Promise<void> {
    if (one.move !== null && (await this.play(one.move))) this.clear();
  }

  /* Does the first of these that is possible; false where none is. */
  doNamed(...names: readonly string[]): boolean {
    const found = this.acts.find((one) => names.includes(one.name) && one.move !== null);
    if (found) void this.do(found);
    return found !== undefined;
  }

  /* Does what commits; false where nothing does. */
  commit(): boolean {
    if (!this.go || this.busy) return false;
    void this.do(this.go);
    return true;
  }

  /* False where nothing was held. */
  letGo(): boolean {
    const held = this.holding;
    this.clear();
    return held;
  }

  /* --- taking back --------------------------------------------------------------------------- */

  #moment: string = $derived.by(() => `${this.view.position} ${this.chosenWords()}`);
  #askedBack = $state<string | null>(null); // the moment in which nothing could be taken back

  /* Why nothing can be taken back, once asked for: told until the table or my choice goes on. */
  stuck: string = $derived.by(() => {
    const { can, why, n } = this.view.undo;
    return this.#askedBack === this.#moment && !can && why !== null ? t(why, { n }) : "";
  });

  async back(): Promise<void> {
    await this.undo(() => this.clear());
  }

  /* Takes back, or says why it cannot be; asked again, is silent. */
  takeBack(): void {
    if (this.view.undo.can) void this.back();
    else this.#askedBack = this.#askedBack === this.#moment ? null : this.#moment;
  }

  /* --- what I see ---------------------------------------------------------------------------- */

  /* Kept by view, for a derived value may be asked for more than once. */
  #hear(view: Window): NewsEvent[] {
    const known = this.#known;
    if (known?.view === view) return known.news;
    const fresh = !known || known.view.seat !== view.seat;
    const news = fresh
      ? []
      : this.#props().events.filter((event) => event.at > known.view.position);
    this.#known = { view, news };
    return news;
  }

  /* The last of the news of this kind. */
  happened(kind: string): NewsEvent | undefined {
    return this.news.filter((event) => event.kind === kind).pop();
  }

  name(seat: number | null | undefined): string {
    return seat === null || seat === undefined ? "" : (this.names[seat] ?? "");
  }

  /* The same, or “You”. */
  called(seat: number): string {
    return seat === this.you ? t("You") : this.name(seat);
  }

  /* What lies at the place in front of me, told as mine or as that of {seat}; with everything open there is
     none. */
  whose(mine: string, theirs: string, holes: Holes = {}): string {
    return this.me === null || this.me === this.you ? t(mine, holes) : t(theirs, { ...holes, seat: this.name(this.me) });
  }

  /* The seats in turn order, mine first; from seat 0 for a spectator. */
  order(seats: number): number[] {
    return Array.from({ length: seats }, (_, i) => ((this.me ?? 0) + i) % seats);
  }

  /* The person of this seat is not at the table. */
  gone(seat: number): boolean {
    const person = this.people[seat];
    return person !== undefined && (person.away || (person.kind === "person" && !person.here));
  }

  /* The person of this seat is not at the table, and nobody plays in his place. */
  missed(seat: number): boolean {
    const person = this.people[seat];
    return person?.kind === "person" && !person.here && !person.away;
  }

  /* What keeps this person from playing, in a word or, unless `brief`, some; "" where nothing does. */
  absence(seat: number, brief = false): string {
    const person = this.people[seat];
    if (person?.away) return brief ? t("machine") : t("a machine plays");
    if (person?.holiday) return t("on holiday");
    return this.missed(seat) ? t("absent") : "";
  }

  /* Who is waited for, in a sentence; "" where nobody is. Who is not at the table does not think. */
  get waiting(): string {
    const here = this.waited.filter((seat) => !this.missed(seat));
    const seats = here.length > 0 ? here : this.waited;
    const seat = list(seats.map((one) => this.name(one)));
    if (seats.length === 0) return "";
    const holiday = this.people[seats[0] ?? 0]?.holiday;
    if (holiday && seats.length === 1) return t("{seat} is on holiday until {other}.", { seat, other: dayOf(holiday) });
    if (here.length === 0) return t("The table waits for {seat}, who {n?is|are} not here.", { seat, n: seats.length });
    return seats.length > 1 ? t("{seat} are thinking.", { seat }) : t("{seat} is thinking.", { seat });
  }

  /* The clock of this seat is stopped: a pause or a holiday. */
  resting(seat: number): boolean {
    return this.paused !== null || (this.people[seat]?.holiday ?? null) !== null;
  }

  can(move: string): boolean {
    return this.view.moves.includes(move);
  }

  /* The move where it is possible, else null. */
  able(move: string): string | null {
    return this.can(move) ? move : null;
  }

  /* The table's reason against a move, in words; "" while it is not known yet or where there is
     none. */
  why(move: string): string {
    const heard = this.#whys[this.#question(move)];
    return heard ? t(heard.say, { n: heard.n }) : "";
  }

  #question(move: string): string {
    return `${this.view.position} ${move}`;
  }

  /* Asks the table why a move is not possible, once for each position; again where nobody answered. */
  ask(move: string): void {
    const question = this.#question(move);
    if (this.#asked.has(question)) return;
    this.#asked.add(question);
    void this.#props()
      .why(move)
      .then((answer) => {
        if (!answer) this.#asked.delete(question);
        if (!answer || answer.why === null) return;
        this.#whys = { ...this.#whys, [question]: { say: answer.why, n: answer.n } };
      });
  }

  /* Resolves with the next view, or after so many ms. */
  next(patience = PATIENCE): Promise<void> {
    return new Promise((go) => {
      const late = setTimeout(go, patience);
      this.#waiting.push(() => {
        clearTimeout(late);
        go();
      });
    });
  }

  /* Says something to the table and waits until what it did is in view; false where it was refused. A
     second command, such as a double click, is not sent meanwhile. */
  async #speak(say: () => Promise<ServerMessage>, taken?: () => void): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      const shown = new Promise<void>((go) => this.#waiting.push(go));
      const answer = await say();
      if (answer.type === "error") return false;
      taken?.();
      await Promise.race([shown, new Promise((go) => setTimeout(go, PATIENCE))]);
      return true;
    } finally {
      this.busy = false;
    }
  }

  /* `taken` is called as soon as the table has taken it. */
  play(move: string, taken?: () => void): Promise<boolean> {
    return this.#speak(() => this.#props().send(move), taken);
  }

  /* Says a move beside all others, without a sound or a notice: strokes of a pen, which may come while
     something else is on its way. */
  whisper(move: string): Promise<ServerMessage> {
    return this.#props().send(move, true);
  }

  undo(taken?: () => void): Promise<boolean> {
    return this.#speak(() => this.#props().undo(), taken);
  }
}
