/* A game of this page goes to the server, to be played on there, and a game of the server comes along
   (src/table/handover.h). It is in one place at a time: what was handed over is kept here no more. */
import { link } from "../lib/link.svelte";
import type { ErrorMessage, Request, Summary } from "../lib/protocol";
import { way } from "../lib/route.svelte";
import { N_ } from "../lib/words.svelte";
import { digits, type Kept, listed, Shelf } from "./shelf";

const error = (code: string, why: string): ErrorMessage => ({ type: "error", code, why, n: 0 });
const NOTHING_KEPT = error("store", N_("This browser keeps nothing: the game stays where it is."));

/* A shelf that keeps things; null where the browser does not. */
async function openShelf(): Promise<Shelf | null> {
  let keeps = true;
  const shelf = new Shelf(() => (keeps = false));
  await shelf.open();
  return keeps ? shelf : null;
}

/* The games on this device, the one that changed last first. */
export async function onThisDevice(): Promise<Summary[]> {
  return ((await (await openShelf())?.all()) ?? []).map(listed);
}

/* Whether a table of this page was taken along from the server. */
export async function hasHome(id: string): Promise<boolean> {
  return (await (await openShelf())?.find(id))?.kept.home !== undefined;
}

const MARK = "\noffline\n"; // behind it is what was played since the game was taken along

function handing({ game, players, options, title, seed, home, once }: Kept, lines: string): Request {
  if (home)
    return { type: "hand-back", ...home, seed, journal: lines.slice(lines.indexOf(MARK) + MARK.length) };
  const chosen = Object.fromEntries(options.split(" ").filter(Boolean).map((word) => word.split("=") as [string, string]));
  return { type: "hand-over", game, players, options: chosen, title, seed, journal: lines, nonce: once };
}

/* Hands a table of this page over, and goes there; why not, where the server refuses. */
export async function handOver(id: string): Promise<ErrorMessage | null> {
  const shelf = await openShelf();
  if (!shelf) return NOTHING_KEPT;
  link.exit(); // the house in the page lets go of it
  const found = await shelf.find(id);
  if (!found) return error("table", N_("There is no such table."));
  const kept = found.kept;
  if (!kept.once) {
    kept.once = digits(16); // should the answer be lost, the same again opens no second table
    await shelf.note(kept);
  }
  const answer = await link.ask(handing(kept, found.lines));
  const table = answer.type === "opened" ? answer.table : answer.type === "ok" ? kept.home?.table : undefined;
  if (!table) {
    link.enter(id);
    return answer.type === "error" ? answer : error("lost", N_("The connection broke before the server answered."));
  }
  await shelf.remove(id);
  way.stay(`/t/${table}`); // no way back leads to where nothing is any more
  way.go(`/t/${table}`);
  return null;
}

/* Takes a table of the server along. */
export async function takeAlong(summary: Summary): Promise<ErrorMessage | null> {
  const shelf = await openShelf();
  if (!shelf) return NOTHING_KEPT;
  const answer = await link.ask({ type: "take", table: summary.id });
  if (answer.type !== "taken") return answer.type === "error" ? answer : NOTHING_KEPT;
  const { table, at, game, players, options, title, lines } = answer;
  const before = (await shelf.all()).find((one) => one.home?.table === table);
  if (before) await shelf.remove(before.id); // an older copy: the table has gone on without it
  const id = `~${digits(8)}`;
  const fresh = { game, players, options, title, seed: digits(32), changed: Date.now(), batches: 0 };
  await shelf.add({ ...fresh, id, home: { table, at }, summary: { ...summary, id, offline: true } }, lines);
  if (!shelf.sound) return NOTHING_KEPT;
  way.go(`/t/${id}`);
  return null;
}
