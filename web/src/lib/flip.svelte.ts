/* Pieces move from place to place. Every piece that may travel carries data-piece="KEY" (Card's
   `piece`). Before the picture changes all places are remembered; afterwards a piece whose key is
   found elsewhere travels there. Keys need not be unique: equal cards are interchangeable, those that
   stayed in place are matched first, the others take the nearest.

   A piece that appears may come from an element (`from`), one that vanishes may go to one (`to`): the
   deck, a seat, the box. Nothing blocks a command; a click anywhere ends all flights. With reduced
   motion pieces fade in where they are. */
import { tick, untrack } from "svelte";
import { room } from "./theme.svelte";

const MOVE = 320; // ms
const APART = 40; // ms between the pieces of a handful
const WAVE = 200; // ms between two waves
const EASE = "cubic-bezier(.2,.7,.2,1)";

interface Spot {
  key: string;
  element: HTMLElement;
  box: DOMRect;
}

export interface Flights {
  root: () => HTMLElement | undefined; // where pieces are looked for
  when: () => unknown; // read by the effects: what changes when the picture does
  from?: (key: string, element: HTMLElement) => Element | null | undefined;
  to?: (key: string, element: HTMLElement) => Element | null | undefined;
  lasts?: (key: string) => number | undefined; // ms of a flight, where it is not the usual time
  wave?: (key: string) => number; // pieces of a later wave set out after the others; 0 where left out
}

function spots(root: HTMLElement | undefined): Spot[] {
  const found = root?.querySelectorAll<HTMLElement>("[data-piece]") ?? [];
  return [...found]
    .map((element) => ({ key: element.dataset.piece ?? "", element, box: element.getBoundingClientRect() }))
    .filter((spot) => spot.box.width > 0);
}

function distance(a: DOMRect, b: DOMRect): number {
  return Math.hypot(a.left - b.left, a.top - b.top);
}

/* Takes the spot of this key nearest to `box` out of `pool`. */
function nearest(pool: Spot[], key: string, box: DOMRect): Spot | undefined {
  let best = -1;
  pool.forEach((spot, i) => {
    const old = pool[best];
    if (spot.key === key && (!old || distance(spot.box, box) < distance(old.box, box))) best = i;
  });
  return best < 0 ? undefined : pool.splice(best, 1)[0];
}

/* Where a piece that was out of sight sets out from: the middle of what stands for that place, small,
   however large that is. */
function heart(place: Element | null | undefined, piece: DOMRect): DOMRect | undefined {
  if (!place) return undefined;
  const box = place.getBoundingClientRect();
  const width = Math.min(piece.width, 24);
  const height = (piece.height * width) / piece.width;
  return new DOMRect(
    box.left + (box.width - width) / 2,
    box.top + (box.height - height) / 2,
    width,
    height,
  );
}

let flying: Animation[] = [];

function land(): void {
  for (const flight of flying.splice(0)) flight.finish();
}

function travel(
  element: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  order: number,
  lasts = MOVE,
): void {
  const dx = from.left - to.left;
  const dy = from.top - to.top;
  const scale = to.width > 0 ? from.width / to.width : 1;
  const flight = element.animate(
    [
      { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 20 },
      { transformOrigin: "0 0", transform: "none", zIndex: 20 },
    ],
    { duration: lasts, delay: order * APART, easing: EASE, fill: "backwards" },
  );
  flying.push(flight);
}

function fade(element: HTMLElement): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
}

/* A copy that flies to where the piece vanished to. */
function depart(spot: Spot, target: DOMRect, order: number): void {
  const copy = spot.element.cloneNode(true) as HTMLElement;
  copy.removeAttribute("data-piece");
  copy.setAttribute("aria-hidden", "true");
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${spot.box.left}px`,
    top: `${spot.box.top}px`,
    margin: "0",
    zIndex: "30",
    pointerEvents: "none",
  });
  copy.style.setProperty("--w", `${spot.box.width}px`);
  document.body.append(copy);
  const scale = Math.min(1, 24 / spot.box.width);
  const dx = target.left + target.width / 2 - spot.box.left - (spot.box.width * scale) / 2;
  const dy = target.top + target.height / 2 - spot.box.top - (spot.box.height * scale) / 2;
  const flight = copy.animate(
    [
      { transformOrigin: "0 0", transform: "none", opacity: 1 },
      { transformOrigin: "0 0", transform: `translate(${dx}px, ${dy}px) scale(${scale})`, opacity: 0.2 },
    ],
    { duration: MOVE, delay: order * APART, easing: EASE, fill: "both" },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
  flying.push(flight);
}

function play(before: Spot[], flights: Flights): void {
  flying = flying.filter((flight) => flight.playState === "running");
  const after = spots(flights.root());
  const pool = [...before];
  // Those that did not move are settled before anything is taken for a traveller.
  const moved = after.filter((spot) => {
    const i = pool.findIndex((old) => old.key === spot.key && distance(old.box, spot.box) < 2);
    if (i >= 0) pool.splice(i, 1);
    return i < 0;
  });
  const wave = (spot: Spot): number => flights.wave?.(spot.key) ?? 0;
  moved.sort((a, b) => wave(a) - wave(b));
  let order = 0;
  let last = 0;
  for (const spot of moved) {
    if (wave(spot) > last && order > 0) order += WAVE / APART;
    last = wave(spot);
    const old = nearest(pool, spot.key, spot.box);
    const start = old?.box ?? heart(flights.from?.(spot.key, spot.element), spot.box);
    if (room.still) fade(spot.element);
    else if (start) travel(spot.element, start, spot.box, order++, flights.lasts?.(spot.key));
    else if (before.length > 0) fade(spot.element);
  }
  if (room.still) return;
  for (const spot of pool) {
    if (spot.element.isConnected && spot.element.dataset.piece === spot.key) continue;
    const target = flights.to?.(spot.key, spot.element)?.getBoundingClientRect();
    if (target) depart(spot, target, order++);
  }
}

/* Makes the pieces under `root` travel whenever `when` changes. Call it while a component that holds
   all of them is being set up. */
export function fly(flights: Flights): void {
  let before: Spot[] | null = null;
  $effect.pre(() => {
    flights.when();
    untrack(() => {
      land();
      before = spots(flights.root());
    });
  });
  $effect(() => {
    flights.when();
    untrack(() => {
      const known = before;
      if (!known || known.length === 0) return;
      void tick().then(() => play(known, flights));
    });
  });
}

/* Not on pointerdown: a piece that jumped away under the finger would lose its click. */
addEventListener("click", land, { capture: true, passive: true });
