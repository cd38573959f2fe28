/* For whom a table is, and how I stand to that: my own points, asked for where a page shows levels. */
import { link } from "../lib/link.svelte";
import type { Summary } from "../lib/protocol";
import { count } from "../people/people";
import { t } from "../lib/words.svelte";

const MOST = 4000; // as the server takes them
export const NEWCOMER = 1500; // the points of who has no rated game
const NEAR = 200; // as a search opens its table
const STEP = 50;

export type Bracket = [least: number, most: number];

class Level {
  #points = $state.raw<ReadonlyMap<string, number> | null>(null);

  /* Asks for my points; whoever has no account has none. */
  async learn(): Promise<void> {
    const me = link.welcome?.person;
    if (!me?.account) {
      this.#points = null;
      return;
    }
    const answer = await link.ask({ type: "person", name: me.name });
    if (answer.type === "person") this.#points = new Map(answer.person.ratings.map((one) => [one.game, one.points]));
  }

  /* My points at a game, null: they are not known. */
  of(game: string): number | null {
    return this.#points ? (this.#points.get(game) ?? NEWCOMER) : null;
  }

  near(game: string): Bracket {
    const middle = Math.round((this.of(game) ?? NEWCOMER) / STEP) * STEP;
    return [Math.max(0, middle - NEAR), Math.min(MOST, middle + NEAR)];
  }

  above(game: string): Bracket {
    return [this.near(game)[0] + NEAR, MOST];
  }

  /* Whether it takes an account to sit down there, which I do not have. */
  wantsAccount(table: Summary): boolean {
    return (table.rated || table.points !== null) && !link.welcome?.person.account;
  }

  /* Points I lack (above zero) or have too many (below), 0 where the table is for me too. */
  lacks(table: Summary): number {
    const points = this.of(table.game);
    if (!table.points || points === null) return 0;
    const [least, most] = table.points;
    return points < least ? least - points : Math.min(0, most - points);
  }
}

export const level = new Level();

/* For whom a table is, in a few words. */
export function levelWords(points: Bracket | null): string {
  if (!points) return t("all levels");
  const [n, m] = points;
  if (m === MOST) return t("{seat} points and more", { seat: count(n) });
  return n === 0 ? t("up to {seat} points", { seat: count(m) }) : t("{seat} to {other} points", { seat: count(n), other: count(m) });
}
