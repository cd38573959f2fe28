/* A decision that leaves no choice is made for me, if I want that: after a moment, a longer one where I
   could still take back what led there. Kept between visits. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";

const SOON = 700; // ms
const LATER = 3000;

class Forced {
  on = $state(kept("forced") !== "off");
  #timer: ReturnType<typeof setTimeout> | undefined;

  choose(on: boolean): void {
    this.on = on;
    keep("forced", on ? "on" : "off");
  }

  /* Looks at the table: called with everything new; `busy`: something of it is being read. */
  look(busy: boolean): void {
    clearTimeout(this.#timer);
    const held = link.held;
    const move = held?.view.moves[0];
    if (!this.on || busy || !held?.view.forced || move === undefined) return;
    const mine = held.summary.seats[held.summary.seat ?? -1];
    if (!mine || mine.away) return;
    this.#timer = setTimeout(() => void link.move(move), held.view.undo.can ? LATER : SOON);
  }
}

export const forced = new Forced();
