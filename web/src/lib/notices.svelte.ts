/* What must be said to the reader wherever he is: one notice at a time, the newest wins. A refusal
   always says that nothing was played and offers a way on. */
import { RESTING } from "./link.svelte";
import type { ErrorMessage } from "./protocol";
import { N_, language } from "./words.svelte";

export interface Notice {
  title: string | null; // sentences of the catalogue
  why: string;
  n: number;
  after: string;
}

/* The server's own sentence says what happened; only these need a word before it. */
const TITLES: Record<string, string> = {
  illegal: N_("The move is refused."),
  lost: N_("The connection broke."),
};

class Notices {
  shown = $state.raw<Notice | null>(null);

  /* Tells a refusal; `played` where it was about a move. */
  refuse(error: ErrorMessage, played: boolean): void {
    this.#show({
      title: TITLES[error.code] ?? null,
      why: error.why,
      n: error.n,
      after: played ? N_("Nothing was played.") : N_("Nothing has changed."),
    });
  }

  /* Tells something that refuses nothing. */
  tell(why: string): void {
    this.#show({ title: null, why, n: 0, after: "" });
  }

  /* Its words may come a moment later: it waits for nothing. */
  #show(notice: Notice): void {
    this.shown = notice;
    void language.learn("rest");
  }

  /* Something went well: a refusal before it is over. What was told stays until it is read. */
  settle(): void {
    if (this.shown?.after) this.shown = null;
  }

  /* The connection is back: what was refused for want of it need not be read any more. */
  mended(): void {
    if (this.shown?.why === RESTING.why) this.shown = null;
  }

  clear(): void {
    this.shown = null;
  }
}

export const notices = new Notices();
