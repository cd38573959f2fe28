/* The engine on a device with little memory, and how much of a line it takes to get there. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "./engine.mjs";

const file = join(fileURLToPath(new URL("../..", import.meta.url)), "build/negoce.wasm");
const KIB = 1024;
const PAGE = 64 * KIB;
const SEED = "ab".repeat(32);

/* A table of a person and bots that think ahead; whether it could be had. */
function open(engine, game, players) {
  if (!engine.call("solo_open", game, players, "", SEED)) return false;
  assert.equal(engine.told("solo_seal"), "");
  assert.equal(engine.told("solo_line", "seat 0 person me Anna"), "");
  for (let seat = 1; seat < players; seat++) assert.equal(engine.told("solo_line", `seat ${seat} bot shipowner`), "");
  assert.equal(JSON.parse(engine.told("solo_begin", "~x", "Lorient")).type, "ok");
  return true;
}

/* The bots play until the person owes a decision. */
function mine(engine) {
  for (let i = 0; i < 400 && !JSON.parse(engine.told("solo_table")).window.turn.includes(0); i++) {
    engine.call("solo_wait", 0);
    engine.call("solo_think", 1000, 2);
  }
}

/* So many steps of the game; the decisions of bots among them. */
function play(engine, steps) {
  let decided = 0;
  for (let i = 0; i < steps; i++) {
    const table = JSON.parse(engine.told("solo_table"));
    if (table.window.over) break;
    if (table.window.turn.includes(0) && table.window.moves.length)
      assert.equal(JSON.parse(engine.told("solo_move", table.at, table.window.moves[0])).type, "ok");
    else {
      engine.call("solo_wait", 0);
      if (engine.call("solo_think", 1000, 8) === 1) decided++;
    }
    engine.told("solo_batch");
    engine.call("solo_saved");
  }
  return decided;
}

test("the engine is at most 600 KiB gzipped; 300 are wished", (t) => {
  const size = gzipSync(readFileSync(file)).length;
  t.diagnostic(`${(size / KIB).toFixed(0)} KiB`);
  assert.ok(size <= 600 * KIB, `${size} bytes`);
});

test("with little memory a table is refused, or hints and bots think at it as anywhere", async (t) => {
  const free = await load(file);
  assert.ok(open(free, "byzanz", 3));
  const whole = free.bytes() / PAGE;
  let enough = 0; // pages
  for (let pages = (await load(file)).bytes() / PAGE; pages <= whole; pages++) {
    const engine = await load(file, pages);
    if (!open(engine, "byzanz", 3)) {
      assert.equal(enough, 0, "less was enough");
      continue;
    }
    enough ||= pages;
    mine(engine);
    assert.equal(engine.told("solo_hint", 0, 7), "", `a hint with ${pages} pages`);
    assert.ok(play(engine, 40) > 5, `${pages} pages`);
    assert.ok(engine.bytes() <= pages * PAGE);
  }
  t.diagnostic(`${whole} pages where there is no limit, ${enough} are enough`);
  assert.ok(enough > 0 && enough <= 10, `${enough} pages, 10 at most`);
});

test("where there is no memory at all a table is refused, and nothing breaks", async () => {
  const least = (await load(file)).bytes() / PAGE;
  const engine = await load(file, least);
  assert.equal(engine.call("solo_open", "byzanz", 3, "", SEED), 0);
  assert.equal(engine.call("solo_open", "byzanz", 3, "", SEED), 0, "and again");
});
