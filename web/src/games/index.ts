/* The games the page can show. A game that can be played is a folder here with a Table.svelte, and
   is in the server's list; the others are announced. */
import type { Component } from "svelte";
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

/* One game on the home page. */
export interface Poster {
  id: string;
  title: string; // a proper name, not translated
  short?: string; // for the bar of a phone
  art: string; // our own drawing, SVG
  mark: string; // the symbol that stands for it
  players: readonly [number, number];
  pitch: string; // of the catalogue
  gains: readonly string[]; // kinds of events whose {n} is points, for the course of a game
  losses?: Readonly<Record<string, "seat" | "other">>; // kinds whose {n} is points paid, and who pays
  marks: readonly string[]; // kinds of events that open a stretch of it
  tie: string; // what {n} more of decides between equals, of the catalogue
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
    gains: ["exchange", "counters", "most", "arrival", "seals"],
    marks: ["round"],
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
    gains: ["sell"],
    marks: ["round"],
    tie: N_("{n} {n?card|cards} left in hand"),
  },
  {
    id: "voc",
    title: "VOC!",
    art: voc,
    mark: "pepper",
    players: [3, 5],
    pitch: N_("Sail blindfolded, guided by rivals."),
    gains: [],
    marks: [],
    tie: "",
  },
  {
    id: "comptoir",
    title: "Comptoir des Antilles",
    short: "Comptoir",
    art: comptoir,
    mark: "rum",
    players: [3, 4],
    pitch: N_("Fill the ships, leave the slate to others."),
    gains: ["earn", "gain"],
    losses: { commission: "seat", slate: "other", lose: "seat", win: "seat" },
    marks: ["round"],
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
