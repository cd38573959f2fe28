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
  engine.call("solo_saved");
  return journal + more;
}

function reopen(game, players, options, seed, journal) {
  assert.equal(engine.call("solo_open", game, players, options, seed), 1);
  for (const line of journal.split("\n").filter(Boolean)) assert.equal(engine.told("solo_line", line), "");
  engine.call("solo_saved");
  assert.equal(told("solo_begin", "~x", "Lorient").type, "ok");
  assert.equal(keep(""), "", "a table that is loaded is the table that was");
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

/* The first choices so many can play with. */
const wordsFor = (options, count) =>
  options.map(({ name, choices }) => `${name}=${choices.find((one) => one.least <= count)?.name}`).join(" ");

for (const { id, players, options } of welcome.games)
  for (let count = players.min; count <= players.max; count++) {
    const words = wordsFor(options, count);
    test(`${id} for ${count}: a person and bots, to a record that is accepted and fair`, () => {
      accepted(play(id, count, words, "novice", 77 + count));
    });
  }

/* Chance and the bots play until the person owes a decision, or the game is over. */
function mine() {
  for (let i = 0; i < 40000; i++) {
    const table = told("solo_table");
    if (table.window.over || table.window.turn.includes(0)) return table;
    engine.call("solo_wait", 0);
    engine.call("solo_think", 1000, 4);
  }
  return assert.fail("a turn comes");
}

for (const { id, players, options } of welcome.games)
  test(`${id}: a hint tells legal moves and what speaks for them, and changes nothing`, () => {
    open(id, players.min, wordsFor(options, players.min), "trader", "5a".repeat(32));
    const table = mine();
    const before = engine.told("solo_table");
    assert.equal(engine.told("solo_hint", 0, 7), "");
    assert.equal(told("solo_hint", 0, 7).code, "limit");
    for (let i = 0; engine.call("solo_hint_think", 12) === 0; i++) assert.ok(i < 10000);
    const hint = told("solo_hint_answer", "~x");
    assert.equal(hint.table, "~x");
    assert.equal(hint.at, table.at);
    assert.ok(hint.moves.length >= 1 && hint.moves.length <= 3);
    for (const { move, chance } of hint.moves) {
      assert.equal(told("solo_why", move).why, null, move);
      assert.ok(chance >= 0 && chance <= 1000);
    }
    assert.deepEqual(bare(told("solo_table")), bare(JSON.parse(before)));
    assert.equal(engine.call("solo_hint_think", 12), -1);
  });

test("an analysis in slices is the one of the native build; it can be dropped on the way", () => {
  const record = play("byzanz", 3, "", "novice", 5);
  assert.equal(engine.told("solo_study", 0), "");
  assert.equal(engine.call("solo_study_think", 1), 0);
  assert.equal(told("solo_study_answer", "~x").analysis, null);
  engine.call("solo_study_end");
  assert.equal(engine.call("solo_study_think", 1), -1);
  assert.equal(engine.told("solo_study", 1), "");
  for (let i = 0; engine.call("solo_study_think", 50) === 0; i++) assert.ok(i < 20000);
  const { analysis, done, total } = told("solo_study_answer", "~x");
  assert.equal(done, total);
  const flags = ["analyse", "-", "--level", analysis.level, "--open", "--json"];
  const native = JSON.parse(spawnSync(negoce, flags, { input: record, encoding: "utf8" }).stdout);
  for (const part of Object.keys(analysis)) assert.deepEqual(analysis[part], native[part], part);
  engine.call("solo_study_end");
});

test("a record comes in as it went out, and a game goes on from a position of it", () => {
  const record = play("byzanz", 3, "gains=open", "novice", 6);
  assert.equal(told("solo_fork", 1e6, 0, "Anna").code, "illegal");
  assert.equal(told("solo_fork", 10, 3, "Anna").code, "seat");
  const { game, players, options, seed, lines } = told("solo_import", record);
  reopen(game, players, options, seed, lines);
  assert.equal(told("solo_table").summary.seat, null);
  assert.equal(told("solo_table").window.over, true);
  assert.equal(told("solo_record").record, record);
  const fork = told("solo_fork", 40, 1, "Anna");
  assert.equal(fork.type, "founded");
  assert.equal(engine.call("solo_open", fork.game, fork.players, fork.options, "12".repeat(32)), 1);
  for (const line of fork.lines.split("\n").filter(Boolean)) assert.equal(engine.told("solo_line", line), "");
  assert.equal(told("solo_begin", "~x", "Lorient").type, "ok");
  assert.equal(told("solo_table").summary.seat, 1);
  assert.equal(told("solo_fork", 10, 0, "Anna").code, "illegal");
});

test("a record that is none is refused with its line, and the table before it stays", () => {
  const record = play("byzanz", 3, "", "novice", 7);
  const before = engine.told("solo_table");
  const lines = record.split("\n");
  const at = lines.indexOf("") + 20;
  const lie = [...lines.slice(0, at), "0 bid wood9", ...lines.slice(at)].join("\n");
  const refused = told("solo_import", lie);
  assert.equal(refused.code, "record");
  assert.equal(refused.line, at + 1);
  assert.equal(told("solo_import", "hello").line, 1);
  assert.equal(engine.told("solo_table"), before);
});

test("a record that breaks off is looked back at as it is: no machine plays on, and nobody has won", () => {
  const record = play("byzanz", 3, "", "novice", 7);
  const lines = record.split("\n");
  const half = lines.slice(0, lines.indexOf("") + 20).join("\n");
  const { game, players, options, seed, lines: journal } = told("solo_import", half);
  reopen(game, players, options, seed, journal);
  const { at, window } = told("solo_table");
  assert.equal(window.scores, null);
  engine.call("solo_wait", 0);
  engine.call("solo_think", 1000, 8);
  assert.equal(told("solo_table").at, at);
});

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

test("all of this, hints and an analysis too, took no more memory than any phone has: 8 MiB", (t) => {
  t.diagnostic(`${engine.bytes() / 1024} KiB`);
  assert.ok(engine.bytes() <= 8 << 20, `${engine.bytes()} bytes`);
});
