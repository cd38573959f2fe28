/* What a laying would do, in sentences. Everything told here was told by the table. */
import { item, list, t } from "../../lib/words.svelte";
import type { Desk, Goal } from "./desk.svelte";
import type { Company, Effect } from "./picture";

/* Who of the others has the most crates at the counter of this stall, and how I would stand. */
export function standingAt(desk: Desk, goal: Goal): string {
  const { picture } = desk;
  if (goal === "batavia") return t("the arrival tile, {n} gold", { n: picture.arrival.gold });
  const ahead = picture.ahead?.[goal];
  if (!ahead) return "";
  const counter = picture.counters.find((one) => one.good === ahead.good);
  const rivals = (counter?.counts ?? []).flatMap((n, seat) =>
    n === ahead.rival && n > 0 && seat !== desk.me ? [desk.name(seat)] : [],
  );
  const seat = list(rivals);
  if (rivals.length === 0) return t("alone at this counter");
  if (ahead.crates > ahead.rival) return t("ahead of {seat}", { seat });
  if (ahead.crates === ahead.rival) return t("level with {seat}", { seat });
  return t("behind {seat}", { seat });
}

export interface Change {
  company: Company;
  say: string;
  good: boolean; // for me
}

/* The seals that would change hands. */
export function changes(desk: Desk, effect: Effect): Change[] {
  const { seats } = desk.picture;
  return effect.seals.map(({ company, from, to }) => {
    const mine = desk.me === null ? 0 : desk.openThen(desk.me, company);
    const best = Math.max(
      0,
      ...seats.map((seat, s) => (s === desk.me ? 0 : seat.open[company])),
    );
    const holes = { n: mine, m: best, other: desk.name(from), items: [company] };
    if (to === desk.me && from === null)
      return { company, good: true, say: t("You take the seal: {n} against {m}.", holes) };
    if (to === desk.me)
      return { company, good: true, say: t("Seal taken from {other}, {n} against {m}.", holes) };
    return { company, good: false, say: t("{other}’s seal goes back to the board, {n} all.", holes) };
  });
}

/* The same of one seal that I would take, as the rest of a sentence that names its company; null: I would not. */
export function seized(desk: Desk, effect: Effect, company: Company): string | null {
  const change = effect.seals.find((one) => one.company === company && one.to === desk.me);
  if (!change || desk.me === null) return null;
  const n = desk.openThen(desk.me, company);
  const m = Math.max(0, ...desk.picture.seats.map((seat, s) => (s === desk.me ? 0 : seat.open[company])));
  if (change.from === null) return t("you take the seal, {n} against {m}", { n, m });
  return t("you take the seal from {other}, {n} against {m}", { n, m, other: desk.name(change.from) });
}

/* Companies whose cards pirates would sink, as a sentence; "" where none come. */
export function pirates(effect: Effect): string {
  if (effect.pirates.length === 0) return "";
  return t("Pirates come and sink: {items}.", { items: effect.pirates });
}

/* The whole in one line, for the ask bar. */
export function summary(desk: Desk, effect: Effect): string {
  const goal = desk.goal;
  const parts: string[] = [];
  const won = effect.seals.filter((one) => one.to === desk.me).map((one) => item(one.company));
  if (won.length > 0)
    parts.push(t("{n?Seal|Seals} taken: {seat}.", { n: won.length, seat: list(won) }));
  if (goal === "batavia") parts.push(t("You reach Batavia."));
  else if (goal !== null) {
    const ahead = desk.picture.ahead?.[goal];
    if (ahead) parts.push(t("To stall {n}: {items}, {seat}.", { n: ahead.space, items: [ahead.good], seat: standingAt(desk, goal) }));
  }
  const attack = pirates(effect);
  if (attack) parts.push(attack);
  return parts.join(" ");
}

