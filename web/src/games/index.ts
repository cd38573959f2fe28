/* The games the page can show. A game is a folder here with a Table.svelte; the server's list says
   which of them may be opened. */
import type { Component } from "svelte";
import type { NewsEvent, ServerMessage, Summary, Window } from "../lib/protocol";

/* What every game's Table.svelte is given. It draws the whole screen below the top bar. A refusal is
   told by the shell; `send` answers it too, for a table that wants to put a selection back. */
export interface TableProps {
  summary: Summary;
  view: Window;
  events: NewsEvent[];
  names: string[]; // one a seat
  send(move: string): Promise<ServerMessage>;
  undo(): Promise<ServerMessage>;
  why(move: string): Promise<{ why: string | null; n: number }>;
}

type Loader = () => Promise<{ default: Component<TableProps> }>;

const tables = import.meta.glob<{ default: Component<TableProps> }>("./*/Table.svelte");

/* The table of a game, loaded when first needed; undefined where the page knows no such game. */
export function tableOf(game: string): Loader | undefined {
  return tables[`./${game}/Table.svelte`];
}
