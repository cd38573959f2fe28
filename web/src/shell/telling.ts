/* A table in a list, in words. */
import { posterOf } from "../games/index";
import { link } from "../lib/link.svelte";
import { invited, left, partOf } from "../lib/mine.svelte";
import type { Summary } from "../lib/protocol";
import { limitWords } from "../lib/times.svelte";
import { t, language } from "../lib/words.svelte";

const DAY = 86_400_000; // ms

export const gameTitle = (table: Summary): string => posterOf(table.game)?.title ?? table.game;

export const called = (table: Summary): string =>
  table.title ? `${gameTitle(table)}, ${table.title}` : gameTitle(table);

export const free = (table: Summary): number => table.seats.filter((seat) => seat.kind === "empty").length;

/* What is awaited there, and by whom. */
export function news(table: Summary): string {
  if (table.over) return t("The game is over.");
  if (invited(table) && !table.series) return t("You are invited: your seat is kept.");
  if (invited(table)) return t("A rematch: your seat is kept.");
  if (!table.begun) {
    const awaited = table.seats.find((seat) => seat.kind === "invited");
    if (awaited) return t("Waiting for {seat}.", { seat: awaited.name });
    return t("{n} {n?seat is|seats are} still free.", { n: free(table) });
  }
  if (left(table)) return t("A machine holds your seat.");
  if (partOf(table) === "turn") return t("It is your turn.");
  const seat = table.seats[table.turn[0] ?? -1];
  return seat ? t("Waiting for {seat}.", { seat: seat.name }) : t("The game is on.");
}

/* The options that are not the usual ones. */
export function variants(table: Summary): string[] {
  const game = link.welcome?.games.find((one) => one.id === table.game);
  return (game?.options ?? []).flatMap((option) => {
    const choice = option.choices.find((one) => one.name === table.options[option.name]);
    if (!choice || choice === option.choices[0]) return [];
    return [t(choice.label).split(/\s*:\s*/)[0] ?? ""];
  });
}

/* What one should know of an open table before one sits down: players, variants, clock, what a spectator sees. */
export const terms = (table: Summary): string[] => [
  t("{n} players", { n: table.players }),
  ...variants(table),
  limitWords(table.time) || t("without a clock"),
  ...(table.delay > 0 ? [t("those who look are {n} {n?move|moves} late", { n: table.delay })] : []),
];

/* When something was, as the reader would say it: "aujourd’hui, 14:05", "hier", "6 févr.". */
export function day(seconds: number): string {
  const date = new Date(seconds * 1000);
  const today = new Date();
  const midnight = (one: Date) => Date.UTC(one.getFullYear(), one.getMonth(), one.getDate());
  const ago = Math.round((midnight(today) - midnight(date)) / DAY);
  const word = () => new Intl.RelativeTimeFormat(language.locale, { numeric: "auto" }).format(-ago, "day");
  if (ago === 0) return `${word()}, ${date.toLocaleTimeString(language.locale, { timeStyle: "short" })}`;
  if (ago === 1) return word();
  const year = date.getFullYear() === today.getFullYear() ? undefined : ("numeric" as const);
  return new Intl.DateTimeFormat(language.locale, { day: "numeric", month: "short", year }).format(date);
}
