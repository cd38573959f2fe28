/* The connection to a house: one wire, answers matched to requests by `re`, and the table being looked
   at, always as the house last told it. The house is a server behind a WebSocket or, for tables against bots
   where there is no network or no server at all, a worker of the page itself (local.ts).

   When the socket breaks, it is opened again after growing delays and the table is entered again.
   A move is never repeated blindly: it carries the version it was made for, and after a break it is
   sent again only if the table still stands at that version, which the server checks once more. */
import { forget, keep, kept } from "./kept";
import { ALONE, isLocal, LocalWire, type Wire } from "./local";
import { freshNonce, remember } from "./promises";
import type { ActsMessage, BallotMessage, ChangeMessage, ChatLine, ChatMessage, ErrorMessage, NewsEvent, Request, SeatAct, ServerMessage, Summary, TableMessage, Time, Welcome, Window } from "./protocol";
import type { Eyes } from "../replay/messages";
import { N_ } from "./words.svelte";

const DELAYS = [500, 1000, 2000, 4000, 8000, 15000]; // ms before each new try
const PING = 25000; // ms between two signs of life
const PAUSE = 1000; // ms before older events are asked for again, where they were refused
const DEAF = 10000; // ms without an answer to one: the socket is dead
const LOCAL_PING = 5000; // the same of a worker, which has no other way to tell that it is gone
const LOCAL_DEAF = 4000;
const PATIENCE = 3000; // ms a server may take to answer before the page opens a house of its own
const PROBE = 15000; // ms between two looks whether the server is back

/* The table in front of us. */
export interface Held {
  summary: Summary;
  view: Window;
  at: number;
  until: number | null; // when the time for the decisions of the moment is over, as Date.now() tells it
  times: SeatTime[] | null; // one a seat
  ballots: Ballot[]; // what the table is asked about who is absent
  oldest: number; // position behind which the events are known; older ones are asked for
  events: NewsEvent[];
  eyes?: Eyes; // of a game looked back at
}

/* The clock of a seat: what was left, and when it runs, when that is over as Date.now() tells it. */
export interface SeatTime {
  left: number;
  runs: boolean;
  until: number;
  has: boolean; // false: no clock for this seat
}

/* `since`: when he left, as Date.now() tells it. */
export type Ballot = BallotMessage & { since: number };
const ballotsOf = (ballots: BallotMessage[]): Ballot[] =>
  ballots.map((ballot) => ({ ...ballot, since: Date.now() - ballot.gone }));

const timesOf = (times: Time[] | null): SeatTime[] | null =>
  times?.map(({ left, runs }) => ({ left: left ?? 0, runs, until: Date.now() + (left ?? 0), has: left !== null })) ?? null;

interface Pending {
  request: Request;
  resolve(message: ServerMessage): void;
}

const error = (code: string, why: string): ErrorMessage => ({ type: "error", code, why, n: 0 });

/* When a time of so many ms is over. */
const end = (clock: number | null): number | null => (clock === null ? null : Date.now() + clock);

type Commit = Extract<Request, { at: number }>;
type Sitting = Extract<Request, { type: "open" | "sit" | "find" | "rematch" }>;

/* What the page itself says where no server could. */
export const LOST = error("lost", N_("The connection broke before the server answered."));
export const RESTING = error("lost", N_("There is no connection to the server just now."));
/* Refusals that tell nothing of a move: it may be said again. */
export const PASSING: ReadonlySet<string> = new Set(["lost", "stale", "rate", "store"]);
const STALE = error("stale", N_("The table went on while the connection was broken."));

class Link {
  open = $state(false);
  next = $state<number | null>(null); // when the next try is, ms since 1970; null: trying now
  tries = $state(0); // failed in a row
  welcome = $state.raw<Welcome | null>(null);
  held = $state.raw<Held | null>(null);
  chat = $state.raw<ChatLine[]>([]); // what people wrote to that table
  acts = $state.raw<SeatAct[]>([]); // what happened to its seats
  refused = $state.raw<ErrorMessage | null>(null); // why the wanted table cannot be entered

  local = $state(false); // the house is in the page itself
  unreachable = $state(false); // the server was not there when it was last looked for
  unkept = $state(false); // the browser keeps nothing of its tables
  ousted = $state(false); // I was signed out without having asked here

  #socket: Wire | null = null;
  #wanted: string | null = null;
  #visited: string | null = null; // asked about, without being entered
  #re = 0;
  #sent = new Map<number, Pending>();
  #unsent: Pending[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval> | undefined;
  #deaf: ReturnType<typeof setTimeout> | undefined;
  #entered: (() => void)[] = [];
  #ears: ((message: ServerMessage) => void)[] = [];
  #greets: (() => void)[] = [];
  #paging = false; // older events are asked for
  #seal: string | null = null; // of the next table I open
  #signing = false; // I asked for other rights
  #renewing = false; // my session has ended and another begins: no try before its cookie is there

  /* Begins, and goes on for as long as the page lives. */
  start(): void {
    this.#connect();
    addEventListener("online", () => this.hurry());
    if (!ALONE) setInterval(() => void this.#probe(), PROBE);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.hurry();
    });
  }

  /* Tries again at once where a try is waited for. */
  hurry(): void {
    void this.#probe();
    if (this.next === null) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /* Asks the server; resolves with its answer, an `error` included, never rejects. Waits for the
     connection where there is none. */
  async ask(request: Request): Promise<ServerMessage> {
    if (["open", "sit", "find", "rematch"].includes(request.type)) return this.#sit(request as Sitting);
    return this.#exchange(request);
  }

  #exchange(request: Request): Promise<ServerMessage> {
    return new Promise((resolve) => {
      const pending = { request, resolve };
      if (this.open) this.#send(pending);
      else this.#unsent.push(pending);
    });
  }

  /* Who sits down mixes a grain of his own into the draws, and keeps it with the seal he was shown before:
     docs/fairness.md. */
  async #sit(request: Sitting): Promise<ServerMessage> {
    const nonce = freshNonce();
    const seal = this.#seal;
    const shown = this.held?.summary.id === ("table" in request ? request.table : null) ? this.held?.summary.commitment : null;
    const answer = await this.#exchange({ ...request, nonce });
    if (answer.type === "opened") this.#seal = answer.next;
    const table = answer.type === "opened" ? answer.table : request.type === "sit" ? request.table : null;
    const began = request.type === "sit" && this.held?.summary.begun; // a seat taken back mixes nothing in
    /* A search and a rematch lead to a table of one's own, or to one whose seal was not shown before. */
    const commitment = answer.type === "opened" ? (answer.commitment === seal ? seal : null) : (shown ?? null);
    const seated = answer.type === "opened" ? request.type !== "open" || request.seats.includes("me") : answer.type === "ok";
    if (table && commitment && seated && !began) remember({ table, commitment, nonce });
    return answer;
  }

  /* Looks at a table from now on, through every break of the connection. */
  enter(table: string): void {
    if (this.#wanted === table) return;
    this.#forget();
    this.#wanted = table;
    if (this.local !== this.#belongsHere()) this.#move();
    else if (this.open) void this.#reenter();
  }

  /* Asks about a table from now on, without being told its changes; null: about none. */
  visit(table: string | null): void {
    this.#visited = table;
    if (this.local !== this.#belongsHere()) this.#move();
  }

  /* Looks at no table any more. */
  exit(): void {
    if (this.#wanted === null) return;
    this.#forget();
    if (this.open) void this.ask({ type: "exit" });
    if (this.local !== this.#belongsHere()) this.#move();
  }

  #forget(): void {
    this.#wanted = null;
    this.held = null;
    this.chat = [];
    this.acts = [];
    this.refused = null;
    for (const go of this.#entered.splice(0)) go();
  }

  /* Looks at the table in front of us anew: whom I hear there has changed, or whether I am named. */
  again(): void {
    this.chat = [];
    void this.#reenter();
  }

  /* Makes a move at the table in front of us. */
  async move(notation: string): Promise<ServerMessage> {
    const held = this.held;
    if (!held) return LOST;
    return this.#commit({ type: "move", table: held.summary.id, at: held.at, move: notation }, held);
  }

  /* Takes the last move back. */
  async undo(): Promise<ServerMessage> {
    const held = this.held;
    if (!held) return LOST;
    return this.#commit({ type: "undo", table: held.summary.id, at: held.at }, held);
  }

  /* Writes to the table in front of us; `fine`: knowing that it costs something. A message is not sent
     twice: where the connection breaks, what the table heard tells whether it arrived. */
  async say(text: string, fine: boolean): Promise<ServerMessage> {
    const held = this.held;
    if (!held) return LOST;
    if (!this.open) return RESTING;
    const { id, seat } = held.summary;
    const before = this.chat.at(-1)?.n ?? 0;
    const answer = await this.ask({ type: "chat", table: id, text, fine });
    if (answer !== LOST) return answer;
    await new Promise<void>((go) => this.#entered.push(go));
    const heard = this.chat.some((line) => line.n > before && line.seat === seat && line.text === text);
    return heard ? { type: "ok" } : LOST;
  }

  /* Why a move is not possible now; `why` is null where it is. Null where nobody answered. */
  async why(notation: string): Promise<{ why: string | null; n: number } | null> {
    const table = this.held?.summary.id;
    if (!table) return null;
    const answer = await this.ask({ type: "why", table, move: notation });
    if (answer.type === "error" && PASSING.has(answer.code)) return null;
    if (answer.type === "why" || answer.type === "error") return { why: answer.why, n: answer.n };
    return { why: null, n: 0 };
  }

  /* How I am called from now on; kept for the next visit. */
  async rename(name: string): Promise<ServerMessage> {
    const answer = await this.ask({ type: "name", name });
    if (answer.type === "welcome") keep("name", answer.person.name);
    return answer;
  }

  /* Hears every message from now on. A `welcome` without `re` is a new connection. */
  listen(ear: (message: ServerMessage) => void): void {
    this.#ears.push(ear);
  }

  /* Asks for something that changes my rights. Where it is granted, the ticket becomes the cookie of the
     new session, and the connection begins anew as whoever I am now. */
  async sign(request: Request): Promise<ServerMessage> {
    this.#signing = true;
    const answer = await this.ask(request);
    if (answer.type !== "signed") {
      this.#signing = false;
      return answer;
    }
    await fetch("/session", { method: "POST", headers: { "x-negoce-ticket": answer.ticket } }).catch(() => {});
    const socket = this.#socket;
    if (socket) {
      socket.close();
      this.#lost();
    }
    this.#renewing = false;
    this.#connect();
    await this.greeted();
    this.#signing = false;
    return answer;
  }

  /* Once a house has said its first word, or its next one. */
  greeted(): Promise<void> {
    return new Promise((go) => this.#greets.push(go));
  }

  /* --- the socket ------------------------------------------------------------------------- */

  /* Whether the house in the page is the one to ask: for its own tables, and where there is no other. */
  #belongsHere(): boolean {
    const table = this.#wanted ?? this.#visited;
    if (ALONE || isLocal(table)) return true;
    return table === null && this.unreachable;
  }

  /* Goes over to the other house. */
  #move(): void {
    const socket = this.#socket;
    this.#hangUp();
    if (socket) socket.onclose = null;
    socket?.close();
    clearTimeout(this.#timer);
    this.#connect();
  }

  /* Looks whether the server is back, and goes there where no table of the page is in front of us. */
  async #probe(): Promise<void> {
    if (ALONE || !this.local || !this.unreachable) return;
    const there = await fetch("/healthz", { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (!there) return;
    this.unreachable = false;
    if (this.local && !this.#belongsHere()) this.#move();
  }

  #connect(): void {
    this.next = null;
    this.local = this.#belongsHere();
    const socket: Wire = this.local
      ? new LocalWire()
      : new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.#socket = socket;
    if (!this.local) setTimeout(() => socket === this.#socket && this.#despair(), PATIENCE);
    socket.onmessage = (event: MessageEvent<unknown>) => {
      if (socket === this.#socket && typeof event.data === "string") this.#hear(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lost();
    };
  }

  /* A server that does not answer is none. */
  #despair(): void {
    if (this.open || this.local) return;
    this.unreachable = true;
    if (this.#belongsHere()) this.#move();
  }

  #hangUp(): void {
    this.#socket = null;
    this.open = false;
    clearInterval(this.#pulse);
    clearTimeout(this.#deaf);
    const sent = [...this.#sent.values()];
    this.#sent.clear();
    for (const pending of sent) pending.resolve(LOST);
  }

  /* A connection that breaks tells nothing of the server, which closes it too where a session ends: only
     a try that fails does. */
  #lost(): void {
    if (!this.local && !this.open) this.unreachable = true;
    this.#hangUp();
    if (this.#renewing) return;
    const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)] ?? 15000;
    this.tries++;
    // A little later or earlier than the others, so that a server that comes back is not stormed.
    const wait = delay * (0.8 + Math.random() * 0.4);
    this.next = Date.now() + wait;
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  #send(pending: Pending): void {
    const re = ++this.#re;
    this.#sent.set(re, pending);
    this.#socket?.send(JSON.stringify({ ...pending.request, re }));
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    clearTimeout(this.#deaf);
    if (message.type === "welcome") this.#greeted(message);
    if (message.type === "table") this.#take(message);
    if (message.type === "change") this.#change(message);
    if (message.type === "chat") this.#listen(message);
    if (message.type === "signed") this.#renewing = true;
    if (message.type === "acts") this.#witness(message);
    if (message.type === "mine") for (const table of message.tables) table.ends = end(table.left ?? null);
    if (message.type === "yours") message.summary.ends = end(message.summary.left ?? null);
    if (message.type === "unkept") this.unkept = true;
    if (message.type === "broken") this.#socket?.close();
    for (const ear of this.#ears) ear(message);
    if (message.re === undefined) return;
    const pending = this.#sent.get(message.re);
    this.#sent.delete(message.re);
    pending?.resolve(message);
  }

  /* The first word of the server: from here on requests may be sent. */
  #greeted(welcome: Welcome): void {
    this.welcome = welcome;
    this.#seal = welcome.next;
    if (this.open) return;
    this.open = true;
    this.tries = 0;
    if (!this.local) this.unreachable = false;
    this.#pulse = setInterval(() => this.#ping(), this.local ? LOCAL_PING : PING);
    this.#recall(welcome);
    for (const go of this.#greets.splice(0)) go();
    if (this.#wanted !== null) void this.#reenter();
    for (const pending of this.#unsent.splice(0)) this.#send(pending);
  }

  /* A guest's name is kept here, an account's by the server. Who has signed out is nobody yet. */
  #recall({ person }: Welcome): void {
    if (person.account && !this.local) {
      keep("name", person.name);
      keep("account", "yes");
      this.ousted = false;
      return;
    }
    if (kept("account") && !this.local) {
      forget("account");
      this.ousted = !this.#signing;
      forget("name");
    }
    const name = kept("name");
    if (name && name !== person.name) void this.rename(name);
    if (!name) this.#blow(person.name);
  }

  /* Who never chose a name keeps his wind, which the house in the page would draw anew. */
  #blow(drawn: string): void {
    const wind = this.local ? kept("wind") : null;
    if (!wind || !this.welcome) {
      keep("wind", drawn);
    } else if (wind !== drawn) {
      this.welcome = { ...this.welcome, person: { ...this.welcome.person, name: wind } };
      void this.ask({ type: "name", name: wind });
    }
  }

  #ping(): void {
    void this.ask({ type: "ping" });
    clearTimeout(this.#deaf);
    const socket = this.#socket;
    this.#deaf = setTimeout(() => {
      // close() alone may wait a minute for an answer that will not come
      if (socket !== this.#socket || !socket) return;
      socket.onclose = null;
      socket.close();
      this.#lost();
    }, this.local ? LOCAL_DEAF : DEAF);
  }

  async #reenter(): Promise<void> {
    const table = this.#wanted;
    if (table === null) return;
    const answer = await this.ask({ type: "enter", table, named: kept("named") === "yes" });
    if (table !== this.#wanted || answer === LOST) return;
    this.refused = answer.type === "error" ? answer : null;
    for (const go of this.#entered.splice(0)) go();
  }

  #take(message: TableMessage): void {
    if (message.summary.id !== this.#wanted) return;
    this.held = {
      summary: message.summary,
      view: message.window,
      at: message.at,
      until: end(message.clock),
      times: timesOf(message.times),
      ballots: ballotsOf(message.ballots),
      oldest: message.from,
      events: message.events,
    };
  }

  /* What is left out is as it was. */
  #change({ summary, window, at, clock, times, ballots, from, events }: ChangeMessage): void {
    const held = this.held;
    if (!held || held.summary.id !== this.#wanted) return;
    const picture = { ...(held.view.picture as object), ...(window?.picture as object | undefined) };
    this.held = {
      summary: { ...held.summary, ...summary },
      view: { ...held.view, ...window, picture },
      at,
      until: end(clock),
      times: timesOf(times),
      ballots: ballotsOf(ballots),
      oldest: Math.min(held.oldest, from),
      events: [...held.events.filter((event) => event.at <= from), ...events],
    };
  }

  /* Asks for the page of events before those held; one page at a time. */
  async older(): Promise<void> {
    const held = this.held;
    if (!held || held.oldest === 0 || this.#paging || !this.open) return;
    this.#paging = true;
    const page = await this.ask({
      type: "events",
      table: held.summary.id,
      before: held.oldest,
      eyes: held.eyes ?? null,
    });
    if (page.type === "error") await new Promise((go) => setTimeout(go, PAUSE));
    this.#paging = false;
    const now = this.held;
    if (page.type !== "events" || now?.summary.id !== page.table || page.to < now.oldest) return;
    const older = page.events.filter((event) => event.at <= now.oldest);
    this.held = { ...now, oldest: Math.min(now.oldest, page.from), events: [...older, ...now.events] };
  }

  #listen({ table, lines }: ChatMessage): void {
    if (table !== this.#wanted) return;
    const known = this.chat.at(-1)?.n ?? 0;
    this.chat = [...this.chat, ...lines.filter((line) => line.n > known)];
  }

  #witness({ table, acts }: ActsMessage): void {
    if (table !== this.#wanted) return;
    const known = this.acts.at(-1)?.act ?? 0;
    this.acts = [...this.acts, ...acts.filter(({ act }) => act > known)];
  }

  /* Sends what changes the table. After a break it compares versions: the same version means that
     nothing was played, so the request goes out once more, with the same `at`, and the server
     refuses it should the first one have arrived after all; at another version the events tell. */
  async #commit(request: Commit, before: Held): Promise<ServerMessage> {
    if (!this.open) return RESTING; // the board stays readable, commands rest
    const first = await this.ask(request);
    if (first !== LOST) return first;
    await new Promise<void>((go) => this.#entered.push(go));
    if (this.held?.summary.id !== request.table) return LOST;
    if (this.held.at === request.at) {
      const second = await this.ask(request);
      if (second.type !== "error" || second.code !== "stale") return second;
    }
    return this.#taken(before) ? { type: "ok", at: this.held.at } : STALE;
  }

  /* Whether what we sent at `before` stands: something happened to our seat, or was taken back. */
  #taken(before: Held): boolean {
    const now = this.held;
    if (!now || now.summary.id !== before.summary.id) return false;
    if (now.view.position < before.view.position) return true;
    return now.events.some(
      (event) => event.at > before.view.position && event.seat === before.view.seat,
    );
  }
}

export const link = new Link();
