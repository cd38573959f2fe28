/* The engine of the browser is the engine of the server: the golden records replay in WebAssembly to
   the same bytes, and every viewer sees the same window as in the native build. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { CHANCE, load, SPECTATOR } from "./engine.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const negoce = join(root, "build/negoce");
const golden = join(root, "tests/records/golden");
const records = readdirSync(golden).filter((name) => name.endsWith(".negoce"));
const engine = await load(join(root, "build/negoce.wasm"));

const seedOf = (record) => BigInt(/^seed: (\d+)$/m.exec(record)?.[1] ?? -1);

function nativeWindow(file, position, viewer) {
  const args = ["show", file, "--json", "--at", String(position)];
  if (viewer !== CHANCE) args.push("--seat", viewer === SPECTATOR ? "spectator" : String(viewer));
  return execFileSync(negoce, args, { encoding: "utf8" });
}

test("there are golden records for 3, 4, 5 and 6 players", () => {
  const players = new Set(
    records.map((name) => /^players: (\d)$/m.exec(readFileSync(join(golden, name), "utf8"))?.[1]),
  );
  for (const count of ["3", "4", "5", "6"]) assert.ok(players.has(count), `${count} players`);
});

for (const name of records) {
  const file = join(golden, name);
  const record = readFileSync(file, "utf8");

  test(`${name} is written again to the same bytes`, () => {
    const table = engine.read(record);
    assert.equal(engine.record(table, seedOf(record)), record);
    engine.close(table);
  });

  test(`${name} shows every viewer what the native build shows`, () => {
    const table = engine.read(record);
    const players = engine.players(table);
    const last = engine.position(table);
    const positions = [0, 1, ...[1, 2, 3, 4, 5].map((sixth) => Math.floor((last * sixth) / 6)), last];
    for (const position of positions) {
      const then = engine.at(table, position);
      assert.equal(engine.position(then), position);
      for (const viewer of [...Array(players).keys(), SPECTATOR, CHANCE])
        assert.equal(
          engine.window(then, viewer) + "\n",
          nativeWindow(file, position, viewer),
          `after ${position} moves, viewer ${viewer}`,
        );
      engine.close(then);
    }
    engine.close(table);
  });

  test(`${name} is played again by the bots from its seed, move for move`, () => {
    const header = record.slice(0, record.indexOf("\n\n") + 2);
    const table = engine.read(header);
    engine.playOn(table, seedOf(record));
    assert.equal(engine.record(table, seedOf(record)), record);
    engine.close(table);
  });

  test(`${name} with a false move is refused at the same line for the same reason`, () => {
    const lines = record.split("\n");
    const blank = lines.indexOf("");
    lines.splice(blank + 40, 0, "0 bid wood9");
    const folder = mkdtempSync(join(tmpdir(), "negoce-"));
    try {
      const broken = join(folder, "broken.negoce");
      writeFileSync(broken, lines.join("\n"));
      const told = spawnSync(negoce, ["check", broken, "--lang", "en"], { encoding: "utf8" });
      assert.equal(told.status, 1);
      assert.throws(
        () => engine.read(lines.join("\n")),
        (refused) => {
          assert.equal(told.stderr.trim(), `${broken}:${refused.message}`);
          return refused.message.startsWith(`${blank + 41}: `);
        },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const SIZES = { byzanz: [3, 4, 5, 6], batavia: [3, 4, 5], comptoir: [3, 4], voc: [3, 4, 5] };
for (const [game, sizes] of Object.entries(SIZES))
  for (const players of sizes)
    test(`${game} for ${players}: bots that think ahead choose the same moves as in the native build`, () => {
      const few = game === "voc" ? "2" : "8"; // imagined games a decision
      const more = game === "voc" && players === 3 ? ["--option", "rules=advanced"] : [];
      const args = ["record", game, "--players", String(players), "--bots", "shipowner", "--iterations", few, "--seed", "77"];
      const record = execFileSync(negoce, [...args, ...more], { encoding: "utf8", maxBuffer: 1 << 24 });
      const table = engine.read(record.slice(0, record.indexOf("\n\n") + 2));
      engine.playOn(table, 77n, Number(few));
      assert.equal(engine.record(table, 77n), record);
      engine.close(table);
    });

test("an analysis is the same in both builds, to the last figure", () => {
  for (const game of ["byzanz", "batavia", "comptoir"]) {
    const args = ["record", game, "--players", "3", "--bots", "trader", "--seed", "9"];
    const record = execFileSync(negoce, args, { encoding: "utf8" });
    for (const open of [false, true]) {
      const flags = ["analyse", "-", "--level", "shipowner@100", "--json", ...(open ? ["--open"] : [])];
      const native = JSON.parse(execFileSync(negoce, flags, { input: record, encoding: "utf8" }));
      const table = engine.read(record);
      const browser = JSON.parse(engine.analyse(table, native.iterations, open));
      engine.close(table);
      for (const part of Object.keys(browser)) assert.deepEqual(browser[part], native[part], `${game}: ${part}`);
    }
  }
});
