/* A game looked back at: which position is shown, through whose eyes, and the ways from one to another.
   Every position is asked of the server, one at a time, and put where the table in front of us stands
   (link.held), so the game's own table shows it as it shows a live one. */
import { link } from "./link.svelte";
import type { ErrorMessage, NewsEvent } from "./protocol";
import type { Eyes, OutlineMessage } from "../replay/messages";

const STEP = 1100; // ms a move is looked at
const DRAW = 550; // what only Chance did
const LIVE = 90; // strokes and words of a voyage
const TOGETHER = 6; // live moves one step takes

/* How many of a sorted list hold: those that do stand first. */
function count<T>(list: readonly T[], holds: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/* How many times as fast it may be played. */
export const SPEEDS = [
  { value: 0.5, label: "½" },
  { value: 1, label: "1×" },
  { value: 2, label: "2×" },
  { value: 4, label: "4×" },
];

export interface Mark {
  at: number;
  n: number; // of the round
}

export class Replay {
  readonly table: string;
  position = $state(0);
  last = $state(0);
  eyes = $state<Eyes>(null);
  playing = $state(false);
  speed = $state(1);
  ready = $state(false);
  refused = $state.raw<ErrorMessage | null>(null);
  #outline = $state.raw<OutlineMessage | null>(null);
  #wanted: number | null = null; // the position to be shown next
  #asking = false;
  #known: { eyes: Eyes; from: number; to: number; events: NewsEvent[] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #gone = false;

  constructor(table: string, at: number | null, eyes: Eyes) {
    this.table = table;
    this.eyes = eyes;
    this.#wanted = at ?? 0;
    link.visit(table);
    void this.#show();
    void link.ask({ type: "outline", table }).then((answer) => {
      if (answer.type === "outline") this.#outline = answer;
    });
  }

  /* Looks at nothing any more. */
  close(): void {
    this.#gone = true;
    this.pause();
    link.held = null;
    link.visit(null);
  }

  who: string = $derived(this.#outline?.who ?? "");

  /* Where somebody is to move, with what Chance drew before; few live moves at a time. */
  stops: number[] = $derived.by(() => {
    const stops = [0];
    for (let at = 1; at < this.last; at++) {
      const next = this.who[at] ?? "";
      if (next === "*") continue;
      if (next >= "a" && at - (stops.at(-1) ?? 0) < TOGETHER) continue;
      stops.push(at);
    }
    if (this.last > 0) stops.push(this.last);
    return stops;
  });

  /* The starts of the rounds: what happened of these kinds. */
  marks(kinds: readonly string[]): Mark[] {
    return (this.#outline?.marks ?? []).filter((mark) => kinds.includes(mark.kind));
  }

  /* --- going ---------------------------------------------------------------------------------- */

  go(position: number): void {
    this.#wanted = Math.max(0, Math.min(this.last, position));
    void this.#show();
  }

  step(way: 1 | -1): void {
    const from = this.#wanted ?? this.position;
    const { stops } = this;
    const next = way > 0 ? stops[count(stops, (at) => at <= from)] : stops[count(stops, (at) => at < from) - 1];
    if (next !== undefined) this.go(next);
  }

  /* To the start of the next of these, or of the one before. */
  leap(way: 1 | -1, marks: readonly Mark[]): void {
    const from = this.#wanted ?? this.position;
    const next = way > 0 ? marks.find((mark) => mark.at > from) : marks.filter((mark) => mark.at < from).at(-1);
    this.go(next?.at ?? (way > 0 ? this.last : 0));
  }

  look(eyes: Eyes): void {
    if (eyes === this.eyes) return;
    this.eyes = eyes;
    this.go(this.#wanted ?? this.position);
  }

  async #show(): Promise<void> {
    if (this.#asking) return; // the last wish counts once the answer is there
    this.#asking = true;
    while (this.#wanted !== null && !this.#gone) {
      const position = this.#wanted;
      const eyes = this.eyes;
      const told = this.#known;
      const known = told && told.eyes === eyes && position >= told.from ? told.to : 0;
      const answer = await link.ask({ type: "replay", table: this.table, position, eyes, known });
      if (this.#wanted === position && this.eyes === eyes) this.#wanted = null;
      if (this.#gone) break;
      if (answer.type === "replay") {
        this.last = answer.last;
        this.position = answer.window.position;
        this.refused = null;
        this.ready = true;
        const events = this.#learn(eyes, answer.from, this.position, answer.events);
        link.held = {
          times: null,
          ballots: [],
          summary: answer.summary,
          view: { ...answer.window, moves: [], ask: null }, // nothing is to be done
          at: answer.at,
          until: null,
          oldest: this.#known?.from ?? answer.from,
          events,
          eyes,
        };
      } else if (answer.type === "error" && answer.code === "rate") {
        this.#wanted ??= position;
        await new Promise((go) => setTimeout(go, 300));
      } else if (answer.type === "error") {
        this.#wanted = null;
        this.playing = false;
        this.refused = answer;
      }
    }
    this.#asking = false;
    if (this.playing) this.#wait();
  }

  /* Events heard through these eyes stay known: what a viewer may know up to a position never changes. A step
     adds to them or tells fewer of them; nothing else is gone through again. */
  #learn(eyes: Eyes, from: number, to: number, events: NewsEvent[]): NewsEvent[] {
    const held = link.held;
    let old = this.#known;
    if (old && held && held.eyes === old.eyes && held.oldest < old.from) {
      const { from: first } = old;
      const older = held.events.slice(0, count(held.events, (event) => event.at <= first));
      old = { ...old, from: held.oldest, events: [...older, ...old.events] };
    }
    if (!old || old.eyes !== eyes || from > old.to || to < old.from) old = { eyes, from, to, events };
    else if (from < old.from) {
      const { from: first } = old;
      const older = events.slice(0, count(events, (event) => event.at <= first));
      old = { ...old, from, events: [...older, ...old.events] };
    }
    if (to > old.to) {
      const { to: last } = old;
      old = { ...old, to, events: [...old.events, ...events.slice(count(events, (event) => event.at <= last))] };
    }
    this.#known = old;
    return old.events.slice(0, count(old.events, (event) => event.at <= to));
  }

  /* --- playing -------------------------------------------------------------------------------- */

  play(): void {
    if (this.position >= this.last) this.go(0);
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const made = this.who[this.position - 1] ?? "";
    const lasts = made === "*" ? DRAW : made >= "a" ? LIVE : STEP;
    this.#timer = setTimeout(() => {
      if (!this.playing || this.#asking) return;
      if (this.position >= this.last) this.pause();
      else this.step(1);
    }, lasts / this.speed);
  }
}
