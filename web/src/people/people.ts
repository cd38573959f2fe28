/* People as the server tells of them (docs/protocol.md). Times are seconds since 1970. */
import { N_, t, language } from "../lib/words.svelte";
import { link } from "../lib/link.svelte";

export type Point = [when: number, points: number, margin: number];

export interface Standing {
  points: number;
  margin: number;
  played: number;
  won: number;
  rank: number | null; // null: fewer than ten rated games
  curve: Point[];
}

export interface Row extends Standing {
  name: string; // of a bot: its level
  bot: boolean;
  mine: boolean;
}

export interface Ranking {
  game: string;
  players: number;
  crowd: [from: number, count: number][];
  bots: Row[];
  rows: Row[];
}

/* "best" is one of the game's own, which brings its words. */
export interface GameRecord {
  kind: string;
  game: string | null;
  title?: string;
  unit?: string;
  n: number;
}

export interface PersonInfo {
  name: string;
  mine: boolean;
  since: number;
  played: number;
  left: number;
  ratings: (Standing & { game: string; of: number })[];
  results: {
    table: string | null;
    game: string;
    title: string | null;
    ended: number;
    rank: number;
    players: number;
    gain: number | null;
  }[];
  opponents: { name: string; bot: boolean; ahead: number; behind: number }[];
  records: GameRecord[];
  emblems: { id: string; game: string | null; title: string; rule: string; got: boolean }[];
}

export type Emblem = PersonInfo["emblems"][number];

/* Who sits at a table, as far as each lets himself be seen. */
export interface CompanyInfo {
  seats: { page: string | null; points: number | null; margin: number | null; gain: number | null }[];
  emblems: Emblem[]; // those the game brought me
}

export interface RankingMessage {
  type: "ranking";
  ranking: Ranking;
}

export interface PersonMessage {
  type: "person";
  person: PersonInfo;
  here: boolean; // on the line now
  at: string | null; // the open table he sits at now
  title: string | null;
}

export interface CompanyMessage {
  type: "company";
  table: string;
  company: CompanyInfo;
  helped: boolean; // machines made so many of my decisions that my rating does not rise
}

/* 1684 as people read it: « 1 684 », "1,684". */
export const count = (n: number): string => n.toLocaleString(language.locale);

/* A change: a plus in front of a gain, a real minus in front of a loss. */
export const change = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "=");

export const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(language.locale, { day: "numeric", month: "short" });

export const month = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(language.locale, { month: "long", year: "numeric" });

/* How somebody is called: a bot by its level. */
export function called(one: { name: string; bot: boolean }): string {
  if (!one.bot) return one.name;
  return t(link.welcome?.bots.find((bot) => bot.id === one.name)?.title ?? one.name);
}

/* A shape for somebody who has no seat: always the same for the same name. */
export function shape(name: string): number {
  let sum = 0;
  for (const c of name) sum = (sum * 31 + (c.codePointAt(0) ?? 0)) % 997;
  return sum % 6;
}

/* The records a page opens with: the highest rating, the longest row, the first of each game's own; and the others. */
export function recordsInOrder(all: GameRecord[]): [first: GameRecord[], rest: GameRecord[]] {
  const top = all.filter(({ kind }) => kind === "rating").sort((a, b) => b.n - a.n)[0];
  const bests = all.filter(({ kind }) => kind === "best");
  const first = [top, ...all.filter(({ kind }) => kind === "row"), ...bests.filter((one, i) => bests.findIndex(({ game }) => game === one.game) === i)];
  const shown = first.filter((one) => one !== undefined);
  return [shown, all.filter((one) => !shown.includes(one))];
}

export const RECORDS: Record<string, string> = {
  rating: N_("Highest at {seat}"),
  points: N_("Most points at {seat}"),
  row: N_("Wins in a row"),
};
