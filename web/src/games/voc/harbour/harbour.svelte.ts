/* The practice harbour: a voyage nobody keeps. The engine in the page sets a short game of VOC! with three
   machines aboard that call, up to the first landfall of the person's ship; then the line is judged and another
   voyage begins. No server is asked and nothing is counted, so it works without a network too. */
import { link } from "../../../lib/link.svelte";
import { PRACTICE } from "../../../lib/local";
import type { HintMessage, NewsEvent, ServerMessage, TableMessage } from "../../../lib/protocol";
import { type Engine, load } from "../../../lib/wasm";
import { keep, kept } from "../../../lib/kept";
import { pictureOf, type PortPicture } from "../picture";
import { lastTrip, type Trip } from "../trip";
import { judge, type Score } from "./score";

const PACE = 700; // ms
const SLICE = 8; // ms of thought at a time
const TRIES = 5; // remembered
const NEAR = 15; // units: so near to the start that belongs to the port it is meant
const LOST: ServerMessage = { type: "error", code: "lost", why: "", n: 0 };

interface Wish {
  port: PortPicture;
  start: number; // x, by which the shipmates know what is meant
}

const digits = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((one) => one.toString(16).padStart(2, "0")).join("");

export class Harbour {
  wish = $state.raw<Wish | null>(null);
  score = $state.raw<Score | null>(null);
  trip = $state.raw<Trip | null>(null); // the voyage that was judged
  voyage = $state(0); // counts them
  tries = $state.raw<number[]>([]);
  failed = $state(false);
  #engine: Engine | null = null;
  #events: NewsEvent[] = [];
  #heard = new Map<number, number>(); // strokes drawn when a word was heard, by its position
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wished = 0; // how many ports were wished for

  constructor() {
    this.tries = (kept("harbour") ?? "").split(" ").filter(Boolean).map(Number).filter((n) => n >= 0 && n <= 100);
    load().then(
      (engine) => {
        this.#engine = engine;
        this.begin(true);
      },
      () => (this.failed = true),
    );
  }

  #told(of: string, ...given: (string | number | boolean)[]): ServerMessage {
    if (!this.#engine) return LOST;
    return JSON.parse(this.#engine.text(of, ...given)) as ServerMessage;
  }

  /* Another voyage, to another port or to the same. */
  begin(another: boolean): void {
    const engine = this.#engine;
    if (!engine) return;
    clearTimeout(this.#timer);
    engine.call("solo_open", "voc", 4, "length=short", digits(32));
    for (const line of ["seat 0 person me Anna", "seat 1 bot trader", "seat 2 bot trader", "seat 3 bot trader"])
      engine.text("solo_line", line);
    engine.text("solo_begin", PRACTICE, "");
    this.score = this.trip = null;
    this.voyage++;
    this.#events = [];
    this.#heard.clear();
    this.#look();
    if (another || !this.wish) this.wish = this.#wishes()[this.#wished++ % 3] ?? this.#wishes()[0] ?? null;
  }

  /* The ports worth a voyage, as a good player sees them, with the start that belongs to each. */
  #wishes(): Wish[] {
    const engine = this.#engine;
    const view = link.held?.view;
    if (!engine || !view || engine.text("solo_hint", 0, 7) !== "") return [];
    while (engine.call("solo_hint_think", SLICE) === 0);
    const hint = this.#told("solo_hint_answer", PRACTICE) as HintMessage;
    return hint.moves.flatMap(({ move, reasons }) => {
      const port = pictureOf(view).ports.find((one) => reasons[0]?.items.includes(one.name));
      const start = Number(/^sail (\d+)$/.exec(move)?.[1] ?? NaN);
      return port && Number.isFinite(start) ? [{ port, start }] : [];
    });
  }

  /* Shows the table as it is now, and goes on. */
  #look(): void {
    const table = this.#told("solo_table");
    if (table.type !== "table") return;
    this.#events = [...this.#events.filter((event) => event.at <= table.from), ...table.events];
    for (const event of table.events)
      if (event.kind === "word" && !this.#heard.has(event.at))
        this.#heard.set(event.at, pictureOf(table.window).voyage?.strokes ?? 0);
    this.#show(table);
    const trip = lastTrip(this.#events, 0, this.#heard);
    if (trip?.rest && trip.captain === 0 && !this.score && this.wish) this.#end(trip, this.wish.port);
    if (!this.score) this.#consider();
  }

  #show(table: TableMessage): void {
    link.held = {
      summary: table.summary,
      view: table.window,
      at: table.at,
      until: null,
      times: null,
      ballots: [],
      oldest: 0,
      events: this.#events,
    };
  }

  #end(trip: Trip, port: PortPicture): void {
    const score = judge(trip, port);
    this.trip = trip;
    this.score = score;
    this.tries = [...this.tries, score.whole].slice(-TRIES);
    keep("harbour", this.tries.join(" "));
  }

  #consider(): void {
    clearTimeout(this.#timer);
    const wait = this.#engine?.call("solo_wait", PACE) ?? -1;
    if (wait >= 0) this.#timer = setTimeout(() => this.#think(), wait);
  }

  #think(): void {
    if (this.#engine?.call("solo_think", SLICE, 0) === 1) this.#look();
    else this.#consider();
  }

  /* Whoever sets out near the start of the port he wishes for means it, and is understood. */
  #meant(move: string): string {
    const x = Number(/^sail (\d+)$/.exec(move)?.[1] ?? NaN);
    return this.wish && Math.abs(x - this.wish.start) <= NEAR ? `sail ${this.wish.start}` : move;
  }

  send = async (move: string): Promise<ServerMessage> => {
    const at = link.held?.at ?? 0;
    const answer = this.#told("solo_move", at, this.#meant(move));
    if (answer.type === "ok") this.#look();
    return answer;
  };
  undo = async (): Promise<ServerMessage> => {
    const answer = this.#told("solo_undo", link.held?.at ?? 0);
    if (answer.type === "ok") this.#look();
    return answer;
  };
  why = async (move: string): Promise<{ why: string | null; n: number }> => {
    const answer = this.#told("solo_why", move);
    return answer.type === "why" ? answer : { why: null, n: 0 };
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#engine = null;
    link.held = null;
  }
}
