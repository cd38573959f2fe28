/* Where a note or a piece of news lies: beside what it speaks of, and where it hides least of what is played
   with. Every place of a grid is weighed, then those close around the best; what would lie under it costs by
   its area and by what it is. */

import { squat } from "./screen";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface Spot {
  x: number;
  y: number;
}
/* Something the note should not hide, and how much a px² of it weighs. */
export interface Weighed {
  box: Box;
  weight: number;
}

const STEP = 12; // px between two places that are weighed
const FINE = 2; // and around the best of them
const FAR = 4; // what a px between it and where it belongs weighs
const BETTER = 0.8; // of its cost a new place must at least save, or the note stays where it is
const SLACK = 150; // px² that are not worth a move either

const LIT = 8; // what it speaks of
const DEAR = 30_000; // and that at least, for all of one such piece, however small
const ASKED = 20; // the question, advice, tabs
const HELD = 4; // my hand
const TOLD = 1.5; // seats, what the board shows and what stands in the side
const VAST = 0.12; // of the board: scenery is no piece
const RIM = 5; // px around a piece of the board that belong to it

export function boxOf(element: Element): Box {
  const { x, y, width: w, height: h } = element.getBoundingClientRect();
  return { x, y, w, h };
}

/* What these selectors find in view, pieces that touch as one. */
export function boxesOf(within: Element, selectors: string, wanted: (element: Element) => boolean = () => true): Box[] {
  const found = [...within.querySelectorAll(selectors)].filter((element) => wanted(element) && !isCovered(element));
  return joined(found.map(boxOf).filter(isInView));
}
/* On a phone my place and the tabs lie over the board. */
function isCovered(element: Element): boolean {
  const { x, y, w, h } = boxOf(element);
  const over = document.elementFromPoint(x + w / 2, y + h / 2)?.closest(".mine, nav.phone");
  return over !== null && over !== undefined && !over.contains(element);
}
const isInView = ({ x, y, w, h }: Box) =>
  w > 0 && h > 0 && x + w > 0 && y + h > 0 && x < innerWidth && y < innerHeight;

const JOIN = 4; // px between pieces that are lit as one
const SPARE = 1.25; // of their area is what both together may take: one light does not go around what is none of them
function joined(boxes: readonly Box[]): Box[] {
  const out: Box[] = [];
  for (const box of boxes) {
    const near = out.findIndex(
      (one) =>
        box.x < one.x + one.w + JOIN && one.x < box.x + box.w + JOIN && box.y < one.y + one.h + JOIN && one.y < box.y + box.h + JOIN,
    );
    const other = out[near];
    const both = other && around([other, box]);
    if (both && both.w * both.h <= SPARE * (other.w * other.h + box.w * box.h)) out[near] = both;
    else out.push(box);
  }
  return out;
}

/* The least box that has all of them; null where there are none. */
export function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  const x = Math.min(...boxes.map((one) => one.x));
  const y = Math.min(...boxes.map((one) => one.y));
  const w = Math.max(...boxes.map((one) => one.x + one.w)) - x;
  return { x, y, w, h: Math.max(...boxes.map((one) => one.y + one.h)) - y };
}

const inside = (a: number, b: number, c: number, d: number) => Math.max(0, Math.min(b, d) - Math.max(a, c));
const shared = ({ x, y }: Spot, w: number, h: number, box: Box) =>
  inside(x, x + w, box.x, box.x + box.w) * inside(y, y + h, box.y, box.y + box.h);
const gap = ({ x, y }: Spot, w: number, h: number, box: Box) =>
  Math.max(0, box.x - x - w, x - box.x - box.w) + Math.max(0, box.y - y - h, y - box.y - box.h);

/* A button, a picture, a line of text or what is drawn as no scenery: what one looks at on a board. */
function isPiece(element: Element): boolean {
  return (
    element.matches("button, [role=img], [data-piece], [data-card], [data-solid]") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  );
}

/* What lies on the table, weighed. */
export function obstacles(frame: Element, lit: readonly Box[]): Weighed[] {
  const all: Weighed[] = lit.map((box) => ({ box, weight: Math.max(LIT, DEAR / (box.w * box.h)) }));
  const add = (selector: string, weight: number) => {
    for (const element of frame.querySelectorAll(selector)) all.push({ box: boxOf(element), weight });
  };
  // A short phone has no free place: there the words of the question give way to the board.
  add(squat.current ? ".asking button" : ".asking", ASKED);
  if (squat.current) add(".board", TOLD);
  add(".counsel, .hint, nav.phone, [data-awaits]", ASKED);
  add(".side :is(.ask, .calls, .chat, .tabs)", ASKED);
  add(".side :is(.panel li, .panel p, .hold *)", TOLD);
  add(".desk :is(button, [data-card], p)", HELD);
  add(".top :is(.seat, tr)", TOLD);
  const board = frame.querySelector(".board");
  if (!board) return all;
  const { w, h } = boxOf(board);
  for (const element of board.querySelectorAll("*")) {
    const box = boxOf(element);
    if (box.w === 0 || box.w * box.h > VAST * w * h || !isPiece(element)) continue;
    const rimmed = { x: box.x - RIM, y: box.y - RIM, w: box.w + 2 * RIM, h: box.h + 2 * RIM };
    all.push({ box: rimmed, weight: TOLD });
  }
  return all;
}

/* The best place for a note of this size inside `room`, beside `lit`: each px away from it weighs `far`. It stays
   at `was` unless another is much better. */
export function spotFor(
  w: number,
  h: number,
  room: Box,
  lit: Box | null,
  things: readonly Weighed[],
  was: Spot | null,
  far = FAR,
): Spot {
  const right = Math.max(room.x, room.x + room.w - w);
  const bottom = Math.max(room.y, room.y + room.h - h);
  const cost = (at: Spot) =>
    things.reduce((sum, { box, weight }) => sum + weight * shared(at, w, h, box), lit ? far * gap(at, w, h, lit) : 0);
  let best = { x: right, y: bottom };
  let least = cost(best);
  const weigh = (from: Spot, to: Spot, step: number) => {
    for (let y = Math.max(room.y, from.y); y <= Math.min(bottom, to.y); y += step)
      for (let x = Math.max(room.x, from.x); x <= Math.min(right, to.x); x += step) {
        const now = cost({ x, y });
        if (now < least) [best, least] = [{ x, y }, now];
      }
  };
  weigh(room, best, STEP);
  weigh({ x: best.x - STEP, y: best.y - STEP }, { x: best.x + STEP, y: best.y + STEP }, FINE);
  const stays = was && was.x >= room.x && was.x <= right && was.y >= room.y && was.y <= bottom;
  return stays && least > BETTER * cost(was) - SLACK ? was : best;
}
