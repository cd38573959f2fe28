/* A table in the page: one person and bots play whole games of everything by the requests of the protocol,
   and the command accepts every record, draws included. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { load } from "./engine.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const negoce = join(root, "build/negoce");
const engine = await load(join(root, "build/negoce.wasm"));
const told = (name, ...given) => JSON.parse(engine.told(name, ...given));
const welcome = told("solo_welcome", "Anna");

function dice(seed) {
  let x = seed >>> 0;
  return () => (x = (Math.imul(x, 1664525) + 1013904223) >>> 0) / 4294967296;
}

/* A new table; its journal is what was handed out to be kept. */
function open(game, players, options, level, seed) {
  assert.equal(engine.call("solo_open", game, players, options, seed), 1);
  const lines = [`seat 0 person me Anna`];
  for (let seat = 1; seat < players; seat++) lines.push(`seat ${seat} bot ${level}`);
  assert.equal(engine.told("solo_seal"), "");
  for (const line of lines) assert.equal(engine.told("solo_line", line), "");
  assert.equal(told("solo_begin", "~x", "Lorient").type, "ok");
  return keep("");
}

/* What was entered is kept. */
function keep(journal) {
  const more = engine.told("solo_batch");
  engine.call("solo_kept");
  return journal + more;
}

function reopen(game, players, options, seed, journal) {
  assert.equal(engine.call("solo_open", game, players, options, seed), 1);
  for (const line of journal.split("\n").filter(Boolean)) assert.equal(engine.told("solo_line", line), "");
  assert.equal(told("solo_begin", "~x", "Lorient").type, "ok");
  assert.equal(keep(""), journal, "a table that is loaded is the table that was");
}

const bare = ({ clock, ...message }) => message;

/* Plays the whole game; now and then the table is left and loaded again. */
function play(game, players, options, level, number) {
  const roll = dice(number);
  const seed = number.toString(16).padStart(64, "0");
  let journal = open(game, players, options, level, seed);
  let moves = 0;
  for (let i = 0; ; i++) {
    assert.ok(i < 40000, "a game ends");
    const table = told("solo_table");
    if (table.window.over) break;
    if (i % 97 === 50) {
      reopen(game, players, options, seed, journal);
      assert.deepEqual(bare(told("solo_table")), bare(table));
    }
    const { seat } = table.summary;
    if (table.window.turn.includes(seat) && table.window.moves.length) {
      const move = table.window.moves[Math.floor(roll() * table.window.moves.length)];
      assert.equal(told("solo_why", move).why, null);
      if (game !== "voc") assert.equal(told("solo_move", table.at - 1, move).code, "stale"); // there some are live
      assert.equal(told("solo_move", table.at, move).type, "ok");
      moves++;
    } else {
      assert.ok(engine.call("solo_wait", 0) >= 0, "somebody is due");
      const did = engine.call("solo_think", 1000, 4);
      if (did === 1) assert.ok(engine.told("solo_batch"), "a move is a line");
    }
    journal = keep(journal);
  }
  assert.ok(moves > 0);
  return told("solo_record").record;
}

function accepted(record) {
  const folder = mkdtempSync(join(tmpdir(), "negoce-"));
  try {
    const file = join(folder, "solo.negoce");
    writeFileSync(file, record);
    for (const judge of ["check", "fair"]) {
      const { status, stdout, stderr } = spawnSync(negoce, [judge, file], { encoding: "utf8" });
      assert.equal(status, 0, `${judge}: ${stdout}${stderr}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const { id, players, options } of welcome.games)
  for (let count = players.min; count <= players.max; count++) {
    const words = options
      .map(({ name, choices }) => [name, choices.find((one) => one.least <= count)?.name])
      .map(([name, choice]) => `${name}=${choice}`)
      .join(" ");
    test(`${id} for ${count}: a person and bots, to a record that is accepted and fair`, () => {
      accepted(play(id, count, words, "novice", 77 + count));
    });
  }

test("bots that think ahead, and a hand that leaves and comes back", () => {
  const seed = "ab".repeat(32);
  open("byzanz", 3, "", "shipowner", seed);
  for (let i = 0; i < 400 && told("solo_table").window.turn.includes(0) === false; i++) {
    engine.call("solo_wait", 0);
    engine.call("solo_think", 1000, 8);
  }
  const before = told("solo_table");
  assert.deepEqual(before.window.turn, [0]);
  assert.equal(told("solo_leave").type, "ok");
  assert.equal(told("solo_move", before.at + 1, before.window.moves[0]).code, "seat");
  assert.equal(told("solo_table").summary.seats[0].away, true);
  assert.equal(told("solo_sit").type, "ok");
  assert.equal(told("solo_sit").code, "seat");
  assert.equal(told("solo_chat", "Bon vent !", 0).type, "ok");
  assert.equal(told("solo_chat", "no\u0007bell", 0).type, "error");
  assert.equal(told("solo_chats", 0).lines.at(-1).text, "Bon vent !");
  assert.equal(told("solo_record").code, "illegal");
});

test("what cannot be a table is refused and the table before it stays", () => {
  open("byzanz", 3, "", "novice", "cd".repeat(32));
  const before = engine.told("solo_table");
  assert.equal(engine.call("solo_open", "chess", 3, "", "cd".repeat(32)), 0);
  assert.equal(engine.call("solo_open", "byzanz", 9, "", "cd".repeat(32)), 0);
  assert.equal(engine.call("solo_open", "byzanz", 3, "gains=golden", "cd".repeat(32)), 0);
  assert.equal(engine.call("solo_open", "byzanz", 3, "", "cd"), 0);
  assert.equal(engine.told("solo_table"), before);
  assert.notEqual(engine.told("solo_line", "9 bid everything"), "");
  assert.equal(engine.told("solo_table"), before);
});
