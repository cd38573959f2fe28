/* The helm: the hand of a captain who draws with closed eyes, and how its stroke reaches the table.

   The line ends where the hand points: from where the ship lies it goes to the hand, which has gone down on
   the ship's picture, and a pixel is as many units of the chart as it was while the chart could be seen. A
   hand that goes down with closed eyes points nowhere: the line goes on from where it ended.

   Nothing is sent before the hand has really moved, so a click is only a click. From then on one move at a
   time is under way, and the next carries all that has gathered meanwhile. What is drawn while the
   connection is broken is kept and sent when it is back: the table's count of strokes tells whether the
   last move arrived, so each is played exactly once.

   The hand lifted on purpose ends the voyage; a hand taken away by the system only pauses it. */

import { PASSING } from "../../lib/link.svelte";
import type { ServerMessage } from "../../lib/protocol";
import type { Desk } from "./desk.svelte";
import { Pen } from "./pen";
import { HOME_LINE, type Point } from "./picture";

const SLIP = 6; // units a hand must move before it has set sail
const BREATH = 40; // ms between two moves at least
const AGAIN = 250; // ms before a move that was not taken is said again
const MIDDLE: Point = [500, 380];

export type Hand = "up" | "down" | "paused" | "lifted";

export class Helm {
  readonly #desk: Desk;
  hand = $state<Hand>("up");
  kind = $state("mouse"); // of the pointer: mouse, touch or pen
  dry = $state(false); // the line has all the segments it may have
  ordering = $state(false); // I have chosen to sail by orders
  #chosen = $state<number | null>(null);
  #pointer: number | null = null;
  #origin: Point = [0, 0]; // px, where the hand went down
  #base: Point = MIDDLE; // the place of the chart it stands for
  #place: Point = MIDDLE; // of the pen
  #scale = 1;
  #sails = ""; // the ship
  #begun = false; // the hand has really moved
  #pen: Pen | null = null;
  #running = false;
  #spoke = 0; // when the last stroke was sent

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  #ship = $derived.by(() =>
    this.#desk.picture.ships.find((ship) => ship.id === this.#desk.voyage?.ship),
  );
  /* The home line this voyage may start from; null where the ship lies at sea. */
  line: Point | null = $derived.by(() => {
    const ship = this.#ship;
    if (!ship || ship.at) return null;
    return this.#desk.picture.charts[ship.chart]?.home ?? null;
  });
  /* Where the voyage starts. */
  start: Point | null = $derived.by(() => {
    if (this.#ship?.at) return this.#ship.at;
    if (!this.line) return null;
    const [west, east] = this.line;
    return [Math.min(east, Math.max(west, this.#chosen ?? Math.round((west + east) / 2))), HOME_LINE];
  });
  /* The move that sets sail. */
  departure: string = $derived(this.line && this.start ? `sail ${this.start[0]}` : "sail");
  /* The eyes are closed, whatever the table knows of it. */
  closed: boolean = $derived(this.hand !== "up");

  /* Chooses the point of the home line to leave from. */
  choose(x: number): void {
    this.#chosen = Math.round(x);
  }

  /* Sets sail to go by orders. */
  async order(): Promise<void> {
    this.ordering = true;
    this.ordering = await this.#desk.play(this.departure);
  }

  /* --- the hand ------------------------------------------------------------------------------ */

  /* The hand goes down; `scale` is px a unit, `pointed` the place of a chart in view. False where it is
     down already: a second finger. */
  press(event: PointerEvent, scale: number, pointed: Point | null): boolean {
    if (this.#pointer !== null || this.hand === "lifted") return false;
    this.#pointer = event.pointerId;
    this.kind = event.pointerType || "mouse";
    this.#scale = scale;
    this.#origin = [event.clientX, event.clientY];
    const sailing = this.#desk.phase === "voyage";
    this.#sails = this.#desk.voyage?.ship ?? "";
    if (!this.#pen) {
      this.#place = sailing ? MIDDLE : (this.start ?? MIDDLE);
      this.#pen = new Pen(this.#place, sailing ? (this.#desk.voyage?.strokes ?? 0) : 0);
      this.dry = false;
    }
    this.#base = pointed ?? this.#place;
    this.#begun = false;
    this.hand = "down";
    return true;
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    if (event.pointerType === "mouse" && (event.buttons & 1) === 0) return this.lose(event); // let go unseen
    const steps = event.getCoalescedEvents?.() ?? [];
    for (const step of steps.length > 0 ? steps : [event]) this.#draw(step.clientX, step.clientY);
    if (this.#begun) this.#hurry();
  }

  #draw(x: number, y: number): void {
    const dx = (x - this.#origin[0]) / this.#scale;
    const dy = (y - this.#origin[1]) / this.#scale;
    if (Math.max(Math.abs(dx), Math.abs(dy)) >= SLIP) this.#begun = true;
    if (!this.#begun) return;
    this.#place = [this.#base[0] + dx, this.#base[1] + dy];
    this.#pen?.draw(...this.#place);
  }

  /* The hand is lifted: the ship casts anchor, unless the hand had not moved at all. */
  lift(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    if (!this.#begun) return this.#rest();
    this.hand = "lifted";
    this.#hurry();
  }

  /* The system took the hand away: the stroke waits for it. */
  lose(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#pointer = null;
    if (!this.#begun) return this.#rest();
    this.hand = "paused";
    this.#hurry();
  }

  /* A new view has come: a voyage that went on without me needs no hand. Called from an effect. */
  settle(): void {
    const { phase, captain, voyage } = this.#desk;
    const on = captain && (phase === "sail" || phase === "voyage") && voyage?.ship === this.#sails;
    if (this.closed && !this.#running && !on) this.#end();
    if (phase !== "voyage" && !this.#desk.busy) this.ordering = false;
  }

  /* A press that was none: back to the chart, or to the pause it came from. */
  #rest(): void {
    const sailing = this.#running || this.#desk.phase === "voyage";
    this.hand = sailing ? "paused" : "up";
    if (!sailing) this.#pen = null;
  }

  /* Casts anchor where the pen is. */
  anchor(): void {
    this.#pointer = null;
    this.#sails = this.#desk.voyage?.ship ?? "";
    this.hand = "lifted";
    this.#hurry();
  }

  /* --- what the table hears -------------------------------------------------------------------- */

  #hurry(): void {
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    try {
      while (await this.#speak());
    } finally {
      this.#running = false;
      if (this.hand === "lifted") this.#end();
    }
  }

  #end(): void {
    this.hand = "up";
    this.#pointer = null;
    this.#pen = null;
    this.#chosen = null;
  }

  /* Says the next thing there is to say; false where there is none. */
  async #speak(): Promise<boolean> {
    const wait = this.#spoke + BREATH - performance.now();
    if (wait > 0) await new Promise((go) => setTimeout(go, wait));
    const { phase, captain, voyage } = this.#desk;
    const mine = captain && voyage?.ship === this.#sails;
    if (!mine || (phase !== "sail" && phase !== "voyage")) return this.#over();
    if (phase === "sail")
      return (await this.#insist(this.departure, () => this.#desk.phase !== "sail")) || this.#over();
    const before = this.#pen?.given ?? 0;
    const segments = this.#pen?.take(this.hand !== "down") ?? [];
    this.dry = this.#pen?.dry ?? false;
    if (segments.length === 0) {
      if (this.hand === "lifted") await this.#insist("stop", () => this.#desk.phase !== "voyage");
      return false;
    }
    this.#spoke = performance.now();
    const arrived = (): boolean =>
      this.#desk.phase !== "voyage" || (this.#desk.voyage?.strokes ?? 0) >= before + segments.length;
    return this.#insist(`pen ${segments.flat().join(" ")}`, arrived);
  }

  /* The voyage is over without a word of mine. */
  #over(): boolean {
    this.hand = "lifted";
    return false;
  }

  /* Says a move until the table shows that it has it; false where the table will never take it. */
  async #insist(move: string, taken: () => boolean): Promise<boolean> {
    while (!taken()) {
      const answer: ServerMessage = await this.#desk.whisper(move);
      if (answer.type !== "error") {
        for (let i = 0; i < 4 && !taken(); i++) await this.#desk.next(AGAIN);
        return true;
      }
      if (!PASSING.has(answer.code)) return taken();
      if (!taken()) await this.#desk.next(AGAIN);
    }
    return true;
  }
}
