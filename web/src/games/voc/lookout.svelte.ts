/* The lookout: what is to be seen at sea. It follows the line of the voyage under way, and once the ship
   has made landfall it plays out what came of it, one thing after the other, before the board comes
   back. Nothing here blocks a command: whatever is asked of me is asked at once, and a click ends the
   play. With reduced motion lines stand where they are. */

import { untrack } from "svelte";
import type { NewsEvent } from "../../lib/protocol";
import { room } from "../../lib/theme.svelte";
import type { Desk } from "./desk.svelte";
import type { Point, ShipPicture } from "./picture";
import { cut, lastTrip, lengthOf, tracks, type Trip } from "./trip";

/* One thing that is shown after landfall, and how long, ms. `draw`: the whole line, for its captain. */
export interface Scene {
  kind: string;
  trip: Trip;
  event: NewsEvent;
  lasts: number;
}

const LASTS: Readonly<Record<string, number>> = {
  landfall: 1100,
  call: 800,
  take: 500,
  skip: 350,
  aground: 1300,
  wreck: 1500,
  home: 1300,
};
/* How long the board is left to tell of a new year before the first ship is looked at, ms. Whoever is
   asked for something at sea goes there at once. */
const ASHORE = 2600;
const CROWD = 6; // more scenes than this are shown faster
const SLOWEST = 3000; // ms a captain sees his line drawn
const QUICKEST = 1500;
const UNITS = 0.5; // units a ms at which it is drawn, between these

export class Lookout {
  readonly #desk: Desk;
  readonly #events: () => readonly NewsEvent[];
  #scenes = $state.raw<readonly Scene[]>([]);
  #heard = new Map<number, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dawn: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #opening = $state(false); // the board tells of the new year
  #drawing = 0; // ms the line takes to be drawn whole; 0: it follows the pen
  /* Units of the line that are drawn. */
  shown = $state(0);
  #called = $state.raw<readonly string[]>([]); // ports shown as met while a voyage is played out
  #met: readonly string[] = []; // ports met, as last seen

  constructor(desk: Desk, events: () => readonly NewsEvent[]) {
    this.#desk = desk;
    this.#events = events;
  }

  /* The voyage under way, or just over. */
  #live: Trip | null = $derived.by(() =>
    ["voyage", "landfall", "trade"].includes(this.#desk.phase)
      ? lastTrip(this.#events(), this.#desk.me, this.#heard)
      : null,
  );
  scene: Scene | null = $derived(this.#scenes[0] ?? null);
  trip: Trip | null = $derived(this.scene?.trip ?? this.#live);
  /* The sea is to be shown: a ship sails, or what came of its voyage is being told; not while the board
     tells of the new year. */
  open: boolean = $derived.by(() => {
    const ashore = this.#opening && !this.#desk.mine && !this.#desk.captain;
    return this.#scenes.length > 0 || (this.#desk.atSea && !ashore);
  });
  /* My eyes are closed: nothing of the chart may be on my screen. */
  blind: boolean = $derived.by(
    () => this.#desk.captain && (this.#desk.voyage?.blind ?? false) && this.scene === null,
  );
  /* The ship the chart is about. */
  ship: ShipPicture | null = $derived.by(() => {
    const id = this.scene?.trip.ship ?? this.#desk.voyage?.ship;
    return this.#desk.picture.ships.find((ship) => ship.id === id) ?? null;
  });
  /* The line as far as it is drawn, and its end. */
  line: Point[] = $derived.by(() => (this.trip ? cut(this.trip.line, this.shown) : []));
  tip: Point | null = $derived(this.line[this.line.length - 1] ?? null);
  /* Its voyages before this one, since it left Middelburg. Read from the whole journal, so only when
     another ship or voyage is looked at. */
  #name = $derived(this.ship?.id ?? null);
  #begun = $derived(this.trip?.id ?? Infinity);
  past: Trip[] = $derived.by(() => {
    const [ship, before] = [this.#name, this.#begun];
    if (ship === null || this.blind) return [];
    return untrack(() => tracks(this.#events(), ship, before));
  });
  /* Ports the line has met. */
  met: readonly string[] = $derived.by(() =>
    this.scene ? this.#called : (this.#desk.voyage?.met ?? []),
  );

  /* A new view has come. Called from an effect. */
  look(): void {
    const { news, voyage, view } = this.#desk;
    untrack(() => {
      for (const event of news)
        if (event.kind === "word" && this.#desk.captain) this.#heard.set(event.at, voyage?.strokes ?? 0);
      this.#gather(news);
      this.#greet(news);
      this.#follow(view.position);
      this.#met = voyage?.met ?? [];
    });
  }

  /* A new year has begun: the board tells of it for a moment. */
  #greet(news: readonly NewsEvent[]): void {
    if (room.still || !news.some((event) => event.kind === "year")) return;
    this.#opening = true;
    clearTimeout(this.#dawn);
    this.#dawn = setTimeout(() => (this.#opening = false), ASHORE);
  }

  /* Puts what came of a voyage in the order in which it is to be told. */
  #gather(news: readonly NewsEvent[]): void {
    let scenes: Scene[] = [...this.#scenes];
    for (const event of news) {
      // the next ship wants eyes and words at once: only my own voyage is still told
      if (event.kind === "sail") scenes = scenes.filter((one) => one.trip.captain === this.#desk.me);
      else if (event.kind === "landfall") {
        const all = this.#events();
        const trip = lastTrip(all.slice(0, all.lastIndexOf(event) + 1), this.#desk.me, this.#heard);
        if (trip) scenes = this.#open(trip, event, scenes);
      } else {
        const trip = scenes[scenes.length - 1]?.trip;
        if (trip && event.kind in LASTS) scenes.push({ kind: event.kind, trip, event, lasts: LASTS[event.kind] ?? 0 });
      }
    }
    const same = scenes.length === this.#scenes.length && scenes[0] === this.#scenes[0];
    if (same || room.still) return;
    if (scenes.length === 0) return this.end();
    const fast = scenes.length > CROWD ? CROWD / scenes.length : 1;
    const idle = this.#scenes[0] !== scenes[0];
    this.#scenes = scenes.map((one) => (one.kind === "draw" ? one : { ...one, lasts: one.lasts * fast }));
    if (idle) this.#play();
  }

  /* From here on this voyage is shown until it has been played out; one before it only where I was its
     captain. Who drew it with closed eyes sees all of it drawn first. */
  #open(trip: Trip, event: NewsEvent, before: Scene[]): Scene[] {
    const scenes = before.filter((one) => one.trip.captain === this.#desk.me);
    if (trip.captain === this.#desk.me) {
      const lasts = Math.min(SLOWEST, Math.max(QUICKEST, lengthOf(trip.line) / UNITS));
      scenes.push({ kind: "draw", trip, event, lasts });
    }
    scenes.push({ kind: "landfall", trip, event, lasts: LASTS.landfall ?? 0 });
    return scenes;
  }

  #play(): void {
    clearTimeout(this.#timer);
    const now = this.#scenes[0];
    if (!now) return this.end();
    if (now.kind === "draw") {
      this.#called = [];
      this.shown = 0;
      this.#drawing = now.lasts;
      this.#followed = now.trip.id;
      this.#follow(now.trip.id);
    } else if (now.kind === "landfall") {
      this.#called = now.trip.captain === this.#desk.me ? [] : this.#met;
      this.#leap();
    } else if (now.kind === "call") {
      const port = now.event.items[0] ?? "";
      if (!this.#called.includes(port)) this.#called = [...this.#called, port];
    }
    this.#timer = setTimeout(() => {
      this.#scenes = this.#scenes.slice(1);
      this.#play();
    }, now.lasts);
  }

  /* Ends the play; the board comes back where nobody is at sea. */
  end(): void {
    clearTimeout(this.#timer);
    this.#scenes = [];
    this.#called = [];
    this.#leap();
  }

  /* --- the line as it is drawn --------------------------------------------------------------- */

  #long = $derived.by(() => lengthOf(this.trip?.line ?? []));
  #followed = -1; // the voyage whose line is being followed

  #leap(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#drawing = 0;
    this.shown = this.#long;
    this.#followed = this.trip?.id ?? -1;
  }

  /* Lets the drawn line grow to where it really is. A line seen for the first time stands at once. */
  #follow(position: number): void {
    const id = this.trip?.id ?? -1;
    const fresh = id !== this.#followed && position !== id;
    if (this.#drawing === 0 && (room.still || fresh)) return this.#leap();
    if (id !== this.#followed) this.shown = 0;
    this.#followed = id;
    if (this.#frame !== 0 || this.shown >= this.#long) return;
    let before = performance.now();
    const draw = (now: number): void => {
      const passed = Math.min(100, Math.max(0, now - before));
      before = now;
      const left = this.#long - this.shown;
      // an order moves the ship at one blow, a pen step by step
      const soft = this.#desk.voyage?.mode === "orders" ? 110 : 30;
      const step =
        this.#drawing > 0
          ? (this.#long * passed) / this.#drawing
          : Math.max(left * (1 - Math.exp(-passed / soft)), 0.4);
      this.shown = Math.min(this.#long, this.shown + step);
      if (this.shown >= this.#long) this.#drawing = 0;
      this.#frame = this.shown < this.#long ? requestAnimationFrame(draw) : 0;
    };
    this.#frame = requestAnimationFrame(draw);
  }
}
