/* What must be said to the reader wherever he is: one notice at a time, the newest wins. A refusal
   always says that nothing was played and offers a way on. */
import type { ErrorMessage } from "./protocol";
import { N_ } from "./words.svelte";

export interface Notice {
  title: string; // sentences of the catalogue
  why: string;
  n: number;
  after: string;
}

const TITLES: Record<string, string> = {
  turn: N_("It is not your turn."),
  illegal: N_("The move is refused."),
  stale: N_("The table has changed meanwhile."),
  seat: N_("This seat is not free."),
  table: N_("This table does not exist."),
  host: N_("Only the host may do that."),
  limit: N_("There are too many tables."),
  rate: N_("That was too fast."),
  store: N_("The server could not keep the move."),
  lost: N_("The connection broke."),
};

class Notices {
  shown = $state.raw<Notice | null>(null);

  /* Tells a refusal; `played` where it was about a move. */
  refuse(error: ErrorMessage, played: boolean): void {
    this.shown = {
      title: TITLES[error.code] ?? N_("The server did not understand the page."),
      why: error.why,
      n: error.n,
      after: played ? N_("Nothing was played.") : N_("Nothing has changed."),
    };
  }

  clear(): void {
    this.shown = null;
  }
}

export const notices = new Notices();
