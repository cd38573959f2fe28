/* The games the page can show. A game is a folder here, found by the build: its Table.svelte, what the
   shell tells of it (about.ts, poster.svg), its rules (rules/text.ts and rules/Figure.svelte), and a
   Status.svelte where the top bar tells something. What can be played is in the server's list. */
import type { Component } from "svelte";
import type { Ballot, SeatTime } from "../lib/link.svelte";
import type { NewsEvent, ServerMessage, Summary, Welcome, Window } from "../lib/protocol";
import type { Rules } from "../rules/rules";
import { learnMoves } from "../lib/phrase";
import { language } from "../lib/words.svelte";
import type { About } from "./about";

/* What every game's Table.svelte is given. It draws the whole screen below the top bar. A refusal is
   told by the shell; `send` answers it too, for a table that wants to put a selection back. What is sent
   `softly` makes no sound and no notice: the table itself deals with a refusal. */
export interface TableProps {
  summary: Summary;
  view: Window;
  until: number | null; // when the time for the decisions of the moment is over, as Date.now() tells it
  times?: SeatTime[] | null; // the clocks, one a seat; none: the table has none
  ballots?: Ballot[]; // what the table is asked about who is absent
  events: NewsEvent[];
  names: string[]; // one a seat
  still?: boolean; // a game looked back at: nothing is asked of anybody
  send(move: string, softly?: boolean): Promise<ServerMessage>;
  undo(): Promise<ServerMessage>;
  why(move: string): Promise<{ why: string | null; n: number } | null>; // null: nobody answered
}

/* What a game's Status.svelte is given, where it has one: a few words in the top bar, such as the
   round. */
export interface StatusProps {
  view: Window;
}

/* What a game's rules/Figure.svelte is given: which of the figures its text names. */
export interface FigureProps {
  name: string;
}

/* A game as the shell shows it. */
export interface Poster extends About {
  id: string;
  art: string; // our own drawing, SVG
}

/* The rules of a game, in words and figures. */
export interface Rulebook {
  rules: Rules;
  Figure: Component<FigureProps>;
}

type Loader<Module> = () => Promise<Module>;
type Loaders<Props extends object> = Record<string, Loader<{ default: Component<Props> }> | undefined>;

const abouts = import.meta.glob<About>("./*/about.ts", { eager: true, import: "about" });
const arts = import.meta.glob<string>("./*/poster.svg", { eager: true, query: "?raw", import: "default" });
const tables = import.meta.glob("./*/Table.svelte") as Loaders<TableProps>;
const statuses = import.meta.glob("./*/Status.svelte") as Loaders<StatusProps>;
const texts = import.meta.glob<Rules>("./*/rules/text.ts", { import: "rules" });
const figures = import.meta.glob("./*/rules/Figure.svelte") as Loaders<FigureProps>;

/* Every game that has a folder, by its name. */
const posters: readonly Poster[] = Object.entries(abouts).map(([path, about]) => {
  const id = path.split("/")[1] ?? "";
  return { ...about, id, art: arts[`./${id}/poster.svg`] ?? "" };
});

export function posterOf(game: string): Poster | undefined {
  return posters.find((poster) => poster.id === game);
}

/* The games to be shown: those the server has, once it has told. */
export function shown(welcome: Welcome | null): readonly Poster[] {
  if (!welcome) return posters;
  return posters.filter((poster) => welcome.games.some((game) => game.id === poster.id));
}

/* Loads a piece of a game together with the words of that game. */
function wordy<Module>(game: string, load: Loader<Module> | undefined): Loader<Module> | undefined {
  return load && (async () => (await Promise.all([load(), language.learn(game)]))[0]);
}

/* The table of a game, loaded when first needed, with the words for its moves; undefined where the page knows
   no such game. */
export function tableOf(game: string): Loader<{ default: Component<TableProps> }> | undefined {
  const table = tables[`./${game}/Table.svelte`];
  return wordy(game, table && (async () => (await Promise.all([table(), learnMoves(game)]))[0]));
}

export function statusOf(game: string): Loader<{ default: Component<StatusProps> }> | undefined {
  return wordy(game, statuses[`./${game}/Status.svelte`]);
}

/* The rules of a game, loaded when first needed; undefined where the page cannot tell them. */
export function rulesOf(game: string): Loader<Rulebook> | undefined {
  const text = texts[`./${game}/rules/text.ts`];
  const figure = figures[`./${game}/rules/Figure.svelte`];
  if (!text || !figure) return undefined;
  return wordy(game, async () => {
    const [rules, { default: Figure }] = await Promise.all([text(), figure()]);
    return { rules, Figure };
  });
}
