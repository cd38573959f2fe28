/* Where the points of a game came from, as its scores tell it. */
import { GOODS } from "../lib/goods";
import type { Score } from "../lib/protocol";

export const pointsOf = (score: Score, part: string): number =>
  score.parts.find((one) => one.name === part)?.points ?? 0;

/* What was earned in all, and what of it was paid again. */
export const earned = (score: Score): number =>
  score.parts.reduce((sum, part) => sum + Math.max(0, part.points), 0);
export const paid = (score: Score): number =>
  score.parts.reduce((sum, part) => sum + Math.max(0, -part.points), 0);

/* How much of what a source earned is left in sight of a bar that is struck from its end by what was paid. */
export function left(score: Score, part: string): number {
  const before = score.parts.slice(0, score.parts.findIndex((one) => one.name === part));
  const begun = before.reduce((sum, one) => sum + Math.max(0, one.points), 0);
  return Math.max(0, Math.min(pointsOf(score, part), earned(score) - paid(score) - begun));
}

/* The sources anybody earned from or paid for, in the game's order. */
export function sources(scores: readonly Score[]): string[] {
  return (scores[0]?.parts ?? [])
    .map((part) => part.name)
    .filter((part) => scores.some((score) => pointsOf(score, part) !== 0));
}

export const isGood = (part: string): boolean => GOODS.has(part);

/* The classes of look/tokens.css a source wears: its plate where it is a good, else one of five textures. */
export function texture(part: string, parts: readonly string[]): string {
  if (isGood(part)) return `src ${part}`;
  return `src k${parts.filter((one) => !isGood(one)).indexOf(part) % 5}`;
}

export const signed = (n: number): string => (n < 0 ? `−${-n}` : String(n));
