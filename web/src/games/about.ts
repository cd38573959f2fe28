/* What the shell knows of a game before its table is loaded, in web/src/games/NAME/about.ts: what it is
   called, and how its result is told. Players, variants and a sentence about it are told by the server. */
import type { Counting } from "../lib/course";

/* What a game calls that which decides it, on the result page; sentences of the catalogue. */
export interface Tally {
  name: string;
  amount: string; // {n} of it
  source: string; // the heading over where it came from
  pace: string; // what the course of the game shows
  length: string; // how long the game was
}

/* One who plays against everybody and has no seat. */
export interface Rival {
  name: string;
  fed: string; // what its total is made of: {n} of it, of the catalogue
  behind: string; // how it stands where a player has won, {n} its total
}

export interface About extends Counting {
  title: string; // a proper name, not translated
  short?: string; // for the bar of a phone
  mark: string; // the symbol that stands for it
  tally: Tally;
  tie: string; // what {n} more of decides between equals, of the catalogue
  rival?: Rival; // its total is counted by the events `total`
  out?: string; // the kind of event with which a seat leaves the game
  level?: { id: string; say: string }; // what is to be known of opponents of this level; a sentence of the catalogue
  practice?: string; // the address where one tries one's hand alone
  end?: number; // ms the table needs to tell its end, where it counts step by step
}
