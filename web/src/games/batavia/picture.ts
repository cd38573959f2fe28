/* The Batavia picture of src/games/batavia/picture.md as a type. The server is the only one who writes it. */
import type { Window } from "../../lib/protocol";

export const COMPANIES = ["england", "denmark", "france", "netherlands", "sweden"] as const;
export type Company = (typeof COMPANIES)[number];
export type Counts = Record<Company, number>;

export type Phase =
  | "deal"
  | "route"
  | "die"
  | "packet"
  | "auction"
  | "actions"
  | "draw"
  | "exchange"
  | "final"
  | "over";

export interface Stall {
  space: number;
  company: Company;
  good: string;
  taken: number | null;
}

export interface Counter {
  good: string;
  gold: number;
  tie: number;
  crates: Record<Company, number | null>;
  counts: number[];
  leaders: number[];
}

/* What a laying would do. */
export interface Effect {
  seals: { company: Company; from: number | null; to: number | null }[];
  cannon: number;
  pirates: Company[];
  goals: Company[];
  batavia: boolean;
}

export interface Laying extends Effect {
  company: Company;
  cards: number;
}

/* The next stall of a company ahead of me. */
export interface Ahead {
  space: number;
  good: string;
  crates: number;
  rival: number;
  exchange: number;
  turns: boolean;
}

export interface SeatPicture {
  space: number;
  gold: number;
  bills: number | null;
  cards: number;
  hand: Counts | null;
  known: Counts;
  hidden: number;
  open: Counts;
  seals: Company[];
  tiles: Counts;
  bid: number;
  passed: boolean;
  acted: boolean;
}

export interface Step {
  what: string;
  seats: number[];
  gold: number;
}

export interface Picture {
  phase: Phase;
  round: number;
  auctioneer: number | null;
  first: number | null;
  acting: number | null;
  pile: number;
  discard: Counts;
  route: (Stall | null)[];
  arrival: { space: number; gold: number; taken: number | null };
  scale: { cannon: number; limit: number; ships: Counts };
  seals: Record<Company, number | null>;
  counters: Counter[];
  auction: { die: number | null; packet: Counts; cards: number; high: number; leader: number | null };
  seats: SeatPicture[];
  ahead: Record<Company, Ahead | null> | null;
  laid: Counts | null;
  effect: Effect | null;
  layings: Laying[] | null;
  exchange: { given: Company[]; gold: number; left: Counts } | null;
  count: Step[] | null;
}

export function pictureOf(view: Window): Picture {
  return view.picture as Picture;
}

/* How many cards or tiles in all. */
export function sum(counts: Counts): number {
  return COMPANIES.reduce((all, company) => all + counts[company], 0);
}

/* As items of a sentence: ["2sweden", "1france"]. */
export function asItems(counts: Counts): string[] {
  return COMPANIES.filter((company) => counts[company] > 0).map(
    (company) => `${counts[company]}${company}`,
  );
}

/* One entry for each card: ["sweden", "sweden", "france"]. */
export function asCards(counts: Counts): Company[] {
  return COMPANIES.flatMap((company) => new Array<Company>(counts[company]).fill(company));
}

export const NONE: Readonly<Counts> = { england: 0, denmark: 0, france: 0, netherlands: 0, sweden: 0 };
