/* The picture of VOC! (src/games/voc/picture.md) as a type. Charts are 0 (near east, ships A and B) and 1
   (far east, C and D), on a grid of 1000 x 760 units, north up. */

import type { Window } from "../../lib/protocol";

export type Phase =
  | "first"
  | "orders"
  | "invest"
  | "sail"
  | "voyage"
  | "landfall"
  | "trade"
  | "deals"
  | "contract"
  | "deliver"
  | "store"
  | "over";

export type Point = readonly [x: number, y: number];

/* Pepper comes from four ports, from the west; a move may name it by its port. */
export const PEPPER_PORTS: readonly string[] = ["Aceh", "Malacca", "Jambi", "Bantam"];
export const GOODS = ["textile", "cinnamon", "coffee", "pepper", "nutmeg", "cloves", "tea"] as const;
export const CALLS = ["north", "west", "stop", "east", "south"] as const;
export type Call = (typeof CALLS)[number];

export const FIRST_YEAR = 1585;
export const LAST_YEAR = 1602; // of a whole game: not played any more
/* Basic game: one contract more sends the oldest to Amsterdam. */
export const FULL_ROW = 5;
/* The VOC card lies among so many last cards of the pile. */
export const VOC_AMONG = 7;
/* A warehouse keeps so many goods. */
export const STORED = 2;

export interface PortPicture {
  name: string;
  good: string;
  tokens: number;
  most: number;
  chart: number;
  x: number;
  y: number;
  radius: number;
}

/* A place for a man; `seat` is null where it is free. */
export interface Slot {
  number: number;
  seat: number | null;
}
export interface Merchant extends Slot {
  good: string | null;
  from: string | null; // the port it was bought at
}

export interface ShipPicture {
  id: string;
  chart: number;
  sea: boolean;
  at: Point | null; // null at Middelburg
  near: string | null; // the nearest port
  inside: boolean; // in its circle
  aground: boolean;
  fitted: boolean; // manned this year: it sails next year
  captain: number | null;
  sailors: Slot[];
  merchants: Merchant[];
}

export interface Contract {
  card: number;
  needs: string[][]; // two sides where there is a slash
  value: number;
  penalty: number;
  signer: number | null;
  due: number | null; // a year
}

export interface SeatPicture {
  money: number;
  men: number; // ashore
  landed: string[]; // goods that came home this year
  stored: string[];
  out: boolean; // bankrupt
}

/* A voyage, from `sail` to `trade`. Before the captain sets sail only ship, captain and blind are
   there; what the captain may not know is missing in his own window while he is blind. */
export interface Voyage {
  ship: string;
  captain: number;
  blind: boolean;
  mode?: "pen" | "orders" | null;
  start?: Point;
  strokes?: number;
  orders?: Point[]; // heading and length
  words?: { said: number; left: number; last: Call | null }[];
  owed?: number[]; // whose word is waited for
  at?: Point;
  ended?: "aground" | "home" | "sea" | "harbour" | null;
  met?: string[];
  call?: string | null; // the port where merchants choose now
  merchant?: number | null;
}

export interface Offer {
  from: number;
  to: number;
  give: string[];
  give_ports: string[]; // of the pepper among them
  pays: number;
  want: string[];
  want_ports: string[];
  gets: number;
  holds: boolean; // both sides still have what it names
}
export interface Deals {
  offers: Offer[];
  done: number[];
  left: number[]; // offers each seat may still make
  minute: boolean;
}

export interface Auction {
  card: number;
  leader: number | null;
  price: number | null;
  side: number | null;
  able: number[];
  passed: number[];
  hushing: boolean; // the claimant is asked what he promises
  hush: number[]; // daalders promised to each seat for passing
  hushed: number[]; // who has passed for them
  room: number; // daalders the claimant can still promise
}

export const HOME_LINE = 759; // y of the home line on every chart

export interface Picture {
  phase: Phase;
  rules: "basic" | "advanced";
  year: number;
  from: number; // the year the game began in
  until: number; // the year that is not played any more
  convoy: boolean;
  first: number | null;
  acting: number | null;
  action: number;
  charts: { name: string; home: Point }[]; // home: x of both ends of the home line, at y 759
  ports: PortPicture[];
  ships: ShipPicture[];
  contracts: Contract[]; // the row, oldest first
  amsterdam: { total: number; cards: Contract[] };
  pile: number;
  unseen: Contract[];
  markers: number[];
  seats: SeatPicture[];
  peppers: { port: string; seat: number; landed: boolean }[]; // at home, from the west
  voyage: Voyage | null;
  deals: Deals | null;
  auction: Auction | null;
}

export function pictureOf(view: Window): Picture {
  return view.picture as Picture;
}
