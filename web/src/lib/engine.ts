/* The engine itself, in the browser: the C of src/ compiled to WebAssembly (src/wasm). It has no files,
   no clock and no randomness from outside, and is loaded when somebody first needs it. */
import file from "../../../build-wasm/src/wasm/negoce.wasm?url";
import { once } from "./once";
import type { NewsEvent } from "./protocol";

export const CHANCE = 6; // core/game.h: the viewer who sees everything

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  room(size: number): number;
  give_back(room: number): void;
  read(record: number, length: number): number;
  close(table: number): void;
  fair(table: number): number;
  events(table: number, viewer: number, from: number): number;
}

/* One draw: the moves made with it, what was drawn, and what was due where that is something else. */
export interface Draw {
  at: number;
  made: string;
  due?: string;
}

/* What the check found (table/fair.h); the seals are told where the seed is. */
export interface Fair {
  finding: "well" | "nothing" | "closed" | "commitment" | "nonce" | "draw";
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

const NOT_HERE = 52; // WASI: the call is not supported

async function load(): Promise<Exports> {
  const bytes = await (await fetch(file)).arrayBuffer();
  const nothing = () => NOT_HERE;
  const wasi = { fd_write: nothing, fd_close: nothing, fd_seek: nothing };
  const { instance } = await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: wasi });
  const engine = instance.exports as unknown as Exports;
  engine._initialize();
  return engine;
}

const engine = once(load);

/* A text the engine hands out, good until its next call. */
function told(one: Exports, at: number): unknown {
  const bytes = new Uint8Array(one.memory.buffer, at);
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)))) as unknown;
}

function readTable(one: Exports, record: string): number {
  const bytes = new TextEncoder().encode(record);
  const room = one.room(bytes.length || 1);
  new Uint8Array(one.memory.buffer, room, bytes.length).set(bytes);
  const table = one.read(room, bytes.length);
  one.give_back(room);
  return table;
}

/* Draws the record again and tells what happened in it, all hands open. */
export async function checkRecord(record: string): Promise<Checked | null> {
  const one = await engine();
  const table = readTable(one, record);
  if (!table) return null;
  const fair = told(one, one.fair(table)) as Fair;
  const events = told(one, one.events(table, CHANCE, 0)) as NewsEvent[];
  one.close(table);
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
    const table = readTable(one, text);
    if (!table) continue;
    one.close(table);
    return text;
  }
  return record.replace(/^(nonce\.0: )(.)/m, (_, head: string, digit: string) => head + (digit === "0" ? "1" : "0"));
}
