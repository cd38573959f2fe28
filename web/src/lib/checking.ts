/* A record checked by the engine in the browser itself, which is loaded when somebody first needs it. */
import { once } from "./once";
import type { NewsEvent } from "./protocol";
import { type Engine, load } from "./wasm";

const CHANCE = 6; // core/game.h: the viewer who sees everything

/* One draw: the moves made with it, what was drawn, and what was due where that is something else. */
export interface Draw {
  at: number;
  made: string;
  due?: string;
}

/* What the check found (table/fair.h); the seals are told where the seed is. */
export interface Fair {
  finding: "well" | "nothing" | "closed" | "missing" | "commitment" | "nonce" | "draw";
  draws: Draw[];
  wrong: number;
  at?: number; // of the first wrong draw
  seat?: number; // whose nonce is wrong
  commitment?: string;
  gives?: string; // what the seed gives when it is sealed again
  seed?: string;
  nonces?: { nonce: string; fixed: boolean; bot: boolean }[];
}

/* A record, replayed and checked; null where it is none. */
export interface Checked {
  fair: Fair;
  events: NewsEvent[];
}

const engine = once(load);

const told = (one: Engine, name: string, ...given: number[]): unknown => JSON.parse(one.text(name, ...given));

/* Draws the record again and tells what happened in it, all hands open. */
export async function checkRecord(record: string): Promise<Checked | null> {
  const one = await engine();
  const table = one.read(record);
  if (!table) return null;
  const fair = told(one, "fair", table) as Fair;
  const events = told(one, "events", table, CHANCE, 0) as NewsEvent[];
  one.call("close", table);
  return { fair, events };
}

/* The same record with two draws exchanged, such that the rules still allow it: a lie for who wants to
   see one found. Where no two can be, a seat's nonce is another. */
export async function lieAbout(record: string): Promise<string> {
  const one = await engine();
  const lines = record.split("\n");
  const draws = lines.flatMap((line, i) => (line.startsWith("* ") ? [i] : []));
  const kind = (i: number) => lines[i]?.split(" ").slice(0, -1).join(" ");
  for (let tries = 0, a = Math.floor(draws.length / 2); tries < 200 && a < draws.length; tries++, a++) {
    const from = draws[a];
    const to = draws.slice(a + 1).find((i) => from !== undefined && kind(i) === kind(from) && lines[i] !== lines[from]);
    if (from === undefined || to === undefined) continue;
    const lie = [...lines];
    lie[from] = lines[to] ?? "";
    lie[to] = lines[from] ?? "";
    const text = lie.join("\n");
    const table = one.read(text);
    if (!table) continue;
    one.call("close", table);
    return text;
  }
  return record.replace(/^(nonce\.0: )(.)/m, (_, head: string, digit: string) => head + (digit === "0" ? "1" : "0"));
}
