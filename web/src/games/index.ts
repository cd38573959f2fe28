/* The games the page can show. A game that can be played is a folder here with a Table.svelte, and
   is in the server's list; the others are announced. */
import type { Component } from "svelte";
import type { Counting } from "../lib/course";
import type { NewsEvent, ServerMessage, Summary, Welcome, Window } from "../lib/protocol";
import { N_ } from "../lib/words.svelte";
import batavia from "../look/posters/batavia.svg?raw";
import byzanz from "../look/posters/byzanz.svg?raw";
import comptoir from "../look/posters/comptoir.svg?raw";
import voc from "../look/posters/voc.svg?raw";

/* What every game's Table.svelte is given. It draws the whole screen below the top bar. A refusal is
   told by the shell; `send` answers it too, for a table that wants to put a selection back. What is sent
   `softly` makes no sound and no notice: the table itself deals with a refusal. */
export interface TableProps {
  summary: Summary;
  view: Window;
  until: number | null; // when the time for the decisions of the moment is over, as Date.now() tells it
  events: NewsEvent[];
  names: string[]; // one a seat
  send(move: string, softly?: boolean): Promise<ServerMessage>;
  undo(): Promise<ServerMessage>;
  why(move: string): Promise<{ why: string | null; n: number }>;
}

/* What a game's Status.svelte is given, where it has one: a few words in the top bar, such as the
   round. */
export interface StatusProps {
  view: Window;
}

type Loader<Props extends object> = () => Promise<{ default: Component<Props> }>;

const tables = import.meta.glob("./*/Table.svelte") as Record<string, Loader<TableProps>>;
const statuses = import.meta.glob("./*/Status.svelte") as Record<string, Loader<StatusProps>>;

/* The table of a game, loaded when first needed; undefined where the page knows no such game. */
export function tableOf(game: string): Loader<TableProps> | undefined {
  return tables[`./${game}/Table.svelte`];
}

export function statusOf(game: string): Loader<StatusProps> | undefined {
  return statuses[`./${game}/Status.svelte`];
}

/* What a game calls that which decides it, on the result page; sentences of the catalogue. */
export interface Tally {
  name: string;
  amount: string; // {n} of it
  source: string; // the heading over where it came from
  pace: string; // what the course of the game shows
  length: string; // how long the game was
}

const POINTS: Tally = {
  name: N_("Points"),
  amount: N_("{n} {n?point|points}"),
  source: N_("Where the points come from"),
  pace: N_("points, round by round"),
  length: N_("{n} {n?round|rounds}"),
};

/* One who plays against everybody and has no seat. */
export interface Rival {
  name: string;
  fed: string; // what its total is made of: {n} of it, of the catalogue
  behind: string; // how it stands where a player has won, {n} its total
}

/* One game on the home page, and how its result is told. */
export interface Poster extends Counting {
  id: string;
  title: string; // a proper name, not translated
  short?: string; // for the bar of a phone
  art: string; // our own drawing, SVG
  mark: string; // the symbol that stands for it
  players: readonly [number, number];
  pitch: string; // of the catalogue
  tally: Tally;
  tie: string; // what {n} more of decides between equals, of the catalogue
  rival?: Rival; // its total is counted by the events `total`
  out?: string; // the kind of event with which a seat leaves the game
  end?: number; // ms the table needs to tell its end, where it counts step by step
}

export const posters: readonly Poster[] = [
  {
    id: "batavia",
    title: "Batavia",
    art: batavia,
    mark: "ginger",
    players: [3, 5],
    pitch: N_("Auctions and majorities, from Madagascar to Java."),
    points: {
      exchange: { seat: 1 },
      counters: { seat: 1 },
      most: { seat: 1 },
      arrival: { seat: 1 },
      seals: { seat: 1 },
    },
    marks: ["round"],
    tally: POINTS,
    tie: "",
    end: 8000,
  },
  {
    id: "byzanz",
    title: "Byzanz",
    art: byzanz,
    mark: "spices",
    players: [3, 6],
    pitch: N_("Bid goods to win other goods."),
    points: { sell: { seat: 1 } },
    marks: ["round"],
    tally: POINTS,
    tie: N_("{n} {n?card|cards} left in hand"),
  },
  {
    id: "voc",
    title: "VOC!",
    art: voc,
    mark: "pepper",
    players: [3, 5],
    pitch: N_("Sail blindfolded, guided by rivals."),
    points: {
      deliver: { seat: 1 },
      deal: { seat: 1, other: -1 },
      hushed: { seat: 1, other: -1 },
      word: { seat: -1 },
      chat: { seat: -1 },
      penalty: { seat: -1 },
    },
    start: "at the start",
    total: "amsterdam",
    marks: ["year"],
    tally: {
      name: N_("Daalders"),
      amount: N_("{n} {n?daalder|daalders}"),
      source: N_("Where the daalders come from"),
      pace: N_("daalders, year by year"),
      length: N_("{n} {n?year|years}"),
    },
    tie: "",
    rival: {
      name: "Amsterdam",
      fed: N_("{n} {n?contract|contracts} nobody filled"),
      behind: N_("Amsterdam stops at {n}"),
    },
    out: "broke",
  },
  {
    id: "comptoir",
    title: "Comptoir des Antilles",
    short: "Comptoir",
    art: comptoir,
    mark: "rum",
    players: [3, 4],
    pitch: N_("Fill the ships, leave the slate to others."),
    points: {
      earn: { seat: 1 },
      gain: { seat: 1 },
      commission: { seat: -1 },
      slate: { other: -1 },
      lose: { seat: -1 },
      win: { seat: -1 },
    },
    marks: ["round"],
    tally: POINTS,
    tie: "",
  },
];

export function posterOf(game: string): Poster | undefined {
  return posters.find((poster) => poster.id === game);
}

/* Whether this game can be played here and now. */
export function playable(game: string, welcome: Welcome | null): boolean {
  return tableOf(game) !== undefined && (welcome?.games.some((one) => one.id === game) ?? false);
}
