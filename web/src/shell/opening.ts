/* Opening tables: against the machine in one click, or anew with the same people. */
import { link } from "../lib/link.svelte";
import { isLocal } from "../lib/local";
import { notices } from "../lib/notices.svelte";
import type { BotInfo, GameInfo, Request, Summary } from "../lib/protocol";
import { way } from "../lib/route.svelte";

type Opening = Extract<Request, { type: "open" | "learn" | "rematch" }>;

/* What is chosen of each option where it goes with so many players, otherwise the first choice that
   does. */
export function fitting(
  game: GameInfo,
  players: number,
  chosen: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    game.options.map(({ name, choices }) => {
      const able = choices.filter((one) => one.least <= players);
      return [name, (able.find((one) => one.name === chosen[name]) ?? able[0])?.name ?? ""];
    }),
  );
}

/* Opens the table and goes there; false, with a notice, where the server refused. */
export async function open(opening: Opening): Promise<boolean> {
  const answer = await link.ask(opening);
  if (answer.type === "opened") {
    if (isLocal(answer.table)) void navigator.storage?.persist?.().catch(() => {}); // a game to be kept: it asks once
    way.go(`/t/${answer.table}`);
    return true;
  }
  if (answer.type === "error") notices.refuse(answer, false);
  return false;
}

/* Who is to be invited to the next table I open; null: nobody. */
export const wish: { guest: string | null } = { guest: null };

/* The guided first game of a game. */
export const learn = (game: string): Promise<boolean> => open({ type: "learn", game });

/* The levels a person chooses from, and the one for who has not chosen. */
export const levels = (): BotInfo[] => (link.welcome?.bots ?? []).filter((bot) => bot.offered);
export const usualLevel = (): string => {
  const all = levels();
  return (all.find((bot) => bot.id === "trader") ?? all[0])?.id ?? "";
};

/* Me against bots of one level. */
export function against(game: GameInfo, players: number, bot: string): Promise<boolean> {
  const seats = Array.from({ length: players }, (_, i) => (i === 0 ? "me" : bot));
  return open({ type: "open", game: game.id, players, options: fitting(game, players), seats });
}

/* My seat back from the machine that holds it, and there. */
export async function takeBack(summary: Summary): Promise<void> {
  if (summary.seat === null) return;
  const answer = await link.ask({ type: "sit", table: summary.id, seat: summary.seat });
  if (answer.type === "error") notices.refuse(answer, false);
  else way.go(`/t/${summary.id}`);
}

/* The same table once more, with the same people: opened by whoever asks first, joined by the others. */
export function rematch(summary: Summary): Promise<boolean> {
  return open({ type: "rematch", table: summary.id });
}
