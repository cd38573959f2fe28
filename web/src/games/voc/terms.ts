/* Goods, ports, contracts and ships in words. */

import { capital, item, list, N_, t } from "../../lib/words.svelte";
import { FIRST_YEAR, GOODS, LAST_YEAR, PEPPER_PORTS, type Contract, type ShipPicture } from "./picture";

/* A token as a move names it is a good, or the port of a pepper: "Malacca". */
const TOKENS: readonly string[] = [...GOODS, ...PEPPER_PORTS];

export function goodOf(token: string): string {
  return PEPPER_PORTS.includes(token) ? "pepper" : token;
}
/* The port a token names; null where it names none. */
export function portOf(token: string): string | null {
  return PEPPER_PORTS.includes(token) ? token : null;
}

/* The pepper among `goods` named by these ports. */
export function byPort(goods: readonly string[], ports: readonly string[]): string[] {
  const left = [...ports];
  return goods.map((good) => (good === "pepper" ? (left.shift() ?? good) : good));
}

/* Tokens in the order of the rules, as moves name them. */
export function sorted(goods: readonly string[]): string[] {
  return [...goods].sort((a, b) => TOKENS.indexOf(a) - TOKENS.indexOf(b));
}

/* How many of each, in the order of the rules. */
export function counted(goods: readonly string[]): { good: string; n: number }[] {
  const counts = new Map<string, number>();
  for (const good of sorted(goods)) counts.set(good, (counts.get(good) ?? 0) + 1);
  return [...counts].map(([good, n]) => ({ good, n }));
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

/* So many of a good; other languages have a plural. */
const COUNTED: Readonly<Record<string, string>> = {
  textile: N_("{n} textile"),
  cinnamon: N_("{n} cinnamon"),
  coffee: N_("{n} coffee"),
  nutmeg: N_("{n} nutmeg"),
  cloves: N_("{n} cloves"),
  pepper: N_("{n} pepper"),
  tea: N_("{n} tea"),
};

/* "2 cinnamon, 1 tea and 1 pepper of Malacca", never broken after a number. */
export function goodsWords(goods: readonly string[]): string {
  return list(
    counted(goods).map(({ good, n }) => {
      const pepper = pepperOf(good);
      return pepper ? `${n}\u00a0${pepper}` : t(COUNTED[good] ?? good, { n }).replace(" ", "\u00a0");
    }),
  );
}
function pepperOf(token: string): string | null {
  return portOf(token) === null ? null : t("pepper of {seat}", { seat: portName(token) });
}

/* "2 coffee or 1 tea". */
export function needsWords(contract: Contract): string {
  return contract.needs.map((side) => goodsWords(side)).join(` ${t("or")} `);
}

export function goodName(token: string): string {
  return capital(pepperOf(token) ?? item(token));
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

/* Where a ship is: a word or two, and what is more to say, `briefly` where there is little room. */
export function whereabouts(ship: ShipPicture, year: number, briefly = false): { at: string; more: string } {
  if (!ship.sea) {
    const empty = [...ship.sailors, ...ship.merchants].every((slot) => slot.seat === null);
    return {
      at: t("At Middelburg"),
      more: ship.fitted ? fitted(year + 1, briefly) : empty ? t("without a crew") : "",
    };
  }
  const near = ship.near ?? "";
  return {
    at: ship.aground ? t("Aground") : t("At sea"),
    more: ship.inside ? t("before {seat}", { seat: portName(near) }) : offPort(near),
  };
}
function fitted(n: number, briefly: boolean): string {
  return briefly ? t("sails in {n}", { n }) : t("manned this year, sails in {n}", { n });
}
