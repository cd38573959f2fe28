/* The messages of docs/protocol.md about games that were played: looked back at, analysed, worth a look. */
import type { NewsEvent, Summary, Window } from "../lib/protocol";

/* Through whose eyes a game is looked back at: a seat, or with everything open; null: one's own. */
export type Eyes = number | "open" | null;

/* A table as it stood. */
export interface ReplayMessage {
  type: "replay";
  summary: Summary;
  window: Window;
  at: number;
  last: number; // moves that stand
  from: number;
  events: NewsEvent[];
}

/* What a game is made of: whose each move was, and what happened to nobody in particular. */
export interface OutlineMessage {
  type: "outline";
  table: string;
  who: string; // a digit a move, * for Chance, a letter for a live one; empty before the end
  marks: { at: number; kind: string; n: number }[];
}

/* A move in notation and the chances it leaves who makes it, in thousandths. */
export interface Judged {
  move: string;
  chance: number;
}

/* One decision of a game as the analysis found it. */
export interface Decision extends Judged {
  position: number; // moves made before it
  seat: number;
  loss: number; // thousandths: what the best has more
  mark: "good" | "doubtful" | "costly";
  others: Judged[]; // the best first
}

/* Where the chances of a seat went; start and all the rest add up to the end. */
export interface Account {
  seat: number;
  start: number;
  given: number;
  taken: number;
  sea_given: number;
  sea_taken: number;
  choices: number;
  others: number;
  end: number;
  good: number;
  doubtful: number;
  costly: number;
  best: (Judged & { position: number; gain: number }) | null;
}

export interface Analysis {
  level: string;
  iterations: number;
  open: boolean;
  accounts: Account[];
  curve: number[][]; // [position, chances of each seat]
  decisions: Decision[];
}

export interface AnalysisMessage {
  type: "analysis";
  table: string;
  open: boolean;
  done: number;
  total: number; // 0: it waits
  analysis: Analysis | null;
}

/* A game worth looking back at. */
export interface Jewel {
  table: string;
  game: string;
  names: string[];
  kind: "close" | "turn";
  margin: number; // points between the first two
  lowest: number; // thousandths: what the winner's chances once were
  ended: number; // seconds since 1970
}

export interface GalleryMessage {
  type: "gallery";
  games: Jewel[];
}
