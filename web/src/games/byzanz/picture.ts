/* The Byzanz picture of src/games/byzanz/picture.md as a type, and who sits where in it. */

import type { Window } from "../../lib/protocol";
import type { Good } from "./cards";

export type Phase =
  | "deal"
  | "lot"
  | "auction"
  | "give"
  | "overflow"
  | "market"
  | "final"
  | "over";

export interface Offer {
  value: number;
  seat: number | null;
}

export interface SeatPicture {
  cards: number;
  hand: string[] | null;
  known: string[];
  hidden: number;
  bid: string[];
  total: number;
  passed: boolean;
  offer: number | null;
  done: boolean;
  gains: number;
  points: number | null;
  earned: string[] | null;
}

export interface Picture {
  phase: Phase;
  round: number;
  rounds: number;
  deck: number;
  dealer: number | null;
  offers: Offer[];
  sale: number | null;
  last: boolean;
  lot: string[];
  high: number;
  leader: number | null;
  acting: number | null;
  market: Record<Good, string[]>;
  box: string[];
  seats: SeatPicture[];
  best: string[][] | null;
}

/* The picture of a window. The server is the only one who writes it. */
export function pictureOf(view: Window): Picture {
  return view.picture as Picture;
}

/* The how-manieth lot of the round is on sale, from 1. */
export function lotNumber(picture: Picture): number {
  return picture.offers.filter((offer) => offer.seat !== null).length + 1;
}
