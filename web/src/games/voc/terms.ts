/* Goods, ports, contracts and ships in words. */

import { capital, item, list, t } from "../../lib/words.svelte";
import { FIRST_YEAR, GOODS, LAST_YEAR, type Contract, type ShipPicture } from "./picture";

/* Goods in the order of the rules, as moves name them. */
export function sorted(goods: readonly string[]): string[] {
  const at = (good: string): number => (GOODS as readonly string[]).indexOf(good);
  return [...goods].sort((a, b) => at(a) - at(b));
}

/* How many of each, in the order of the rules. */
export function counted(goods: readonly string[]): { good: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const good of sorted(goods)) counts.set(good, (counts.get(good) ?? 0) + 1);
  return [...counts].map(([good, n]) => ({ good, n }));
}

/* Whether `has` holds all of `needs`, each token counted once. */
export function covers(has: readonly string[], needs: readonly string[]): boolean {
  return counted(needs).every(({ good, n }) => has.filter((one) => one === good).length >= n);
}

/* `goods` without one token for each of `part`. */
export function without(goods: readonly string[], part: readonly string[]): string[] {
  const left = [...goods];
  for (const good of part) {
    const at = left.indexOf(good);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/* "2 cinnamon and 1 tea". */
export function goodsWords(goods: readonly string[]): string {
  return list(counted(goods).map(({ good, n }) => item(`${n}${good}`)));
}

/* "2 coffee or 1 tea". */
export function needsWords(contract: Contract): string {
  return contract.needs.map((side) => goodsWords(side)).join(` ${t("or")} `);
}

export function goodName(good: string): string {
  return capital(item(good));
}
export function portName(port: string): string {
  return item(port);
}

/* "off Banda". */
export function offPort(port: string): string {
  return t("off {seat}", { seat: portName(port) });
}

/* Every year of the calendar. */
export const YEARS: readonly number[] = Array.from(
  { length: LAST_YEAR - FIRST_YEAR + 1 },
  (_, i) => FIRST_YEAR + i,
);
export function convoyYear(year: number): boolean {
  return (year - FIRST_YEAR) % 3 === 0;
}

/* Where a ship is: a word or two, and what is more to say. */
export function whereabouts(ship: ShipPicture, year: number): { at: string; more: string } {
  if (!ship.sea) {
    const empty = [...ship.sailors, ...ship.merchants].every((slot) => slot.seat === null);
    return {
      at: t("At Middelburg"),
      more: ship.fitted ? t("manned this year, sails in {n}", { n: year + 1 }) : empty ? t("without a crew") : "",
    };
  }
  const near = ship.near ?? "";
  return {
    at: ship.aground ? t("Aground") : t("At sea"),
    more: ship.inside ? t("before {seat}", { seat: portName(near) }) : offPort(near),
  };
}
