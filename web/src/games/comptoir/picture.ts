/* The picture of Comptoir des Antilles (src/games/comptoir/picture.md) as a type. Quays are numbered from 1
   wherever a number names one; `quays[0]` is quay 1. */

import type { Window } from "../../lib/protocol";

export type Phase =
  | "setup"
  | "turn"
  | "tile"
  | "auction"
  | "sail"
  | "slate"
  | "refill"
  | "load"
  | "over";

export interface ShipPicture {
  size: number;
  porters: number[]; // one number a seat
  aboard: number;
  good: string | null; // null: its tile is still to be chosen
  base: number; // prime a porter, without the event
  prime: number;
  event: { id: string; seat: number } | null;
}

/* A ship that would leave, or leaves now. */
export interface Sailing {
  quay: number;
  wages: number[]; // one number a seat
  commission: number;
  slate: number[]; // seats that could be left the slate
}

/* What a card or an event would do. */
export interface Effect {
  porters: Record<string, number[]>; // aboard afterwards, by quay, where it differs
  sails: Sailing[];
  primes?: number[]; // gained or lost by an event
}

export interface SeatPicture {
  primes: number;
  porters: number; // ashore
  relations: string[]; // in hand
  played: string[];
  events: string[];
  goods: string[] | null; // mine
  known: string[];
  hidden: number;
}

export interface Picture {
  phase: Phase;
  round: number;
  ending: boolean;
  slate: number | null;
  used: boolean;
  turn: { seat: number | null; card: string | null; auctioned: boolean; put: boolean };
  acting: number | null;
  quays: (ShipPicture | null)[];
  full: number[];
  fresh: number[];
  sailing: Sailing | null;
  ships: number; // of the whole game
  fleet: { next: number | null; left: number; unseen: Record<string, number> };
  pile: { hidden: number; known: string[]; unseen: string[]; lost: string[] };
  events: { on: boolean; left: number; unseen: string[]; spent: string[] };
  auction: { event: string | null; high: number; leader: number | null; passed: number[] } | null;
  relations: { id: string; commission: number }[];
  seats: SeatPicture[];
  effects: Record<string, Effect>;
}

export const QUAYS = [1, 2, 3, 4] as const;

/* The picture of a window. The server is the only one who writes it. */
export function pictureOf(view: Window): Picture {
  return view.picture as Picture;
}

/* How many ships have come to the quays so far. */
export function docked(picture: Picture): number {
  return picture.ships - picture.fleet.left - (picture.fleet.next === null ? 0 : 1);
}
