/* The load client of `make load` plays every game against this server and tells what it measured. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { binary, root } from "./harness.mjs";

const load = (flags, folder = tmpdir()) =>
  promisify(execFile)(join(root, "build/bench/load"), ["--server", binary, ...flags], {
    timeout: 120_000,
    env: { ...process.env, TMPDIR: folder },
  });

const games = JSON.parse(execFileSync(binary, ["games", "--json"]));

for (const { id: game } of games)
  test(`${game} is played under load, with people and spectators`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "negoce-test-"));
    t.after(() => rmSync(folder, { recursive: true }));
    const time = game === games[0].id ? [] : ["--time", "none"]; // one of them with clocks beside
    const { stdout } = await load(["--game", game, "--connections", "9", "--tables", "2", "--seconds", "1", ...time], folder);
    const figure = (name) => {
      const line = stdout.split("\n").find((l) => l.startsWith(name));
      assert.ok(line, `no line “${name}” in:\n${stdout}`);
      return line.slice(name.length).trim().split(/ +/).map(Number);
    };
    for (const name of [
      "moves, echoes a second",
      "p50 to the acknowledgement, µs",
      "p99 to the acknowledgement, µs",
      "CPU of the server each, µs",
      "CPU of the client each, µs",
    ])
      assert.ok(figure(name).length === 3 && figure(name).every((n) => n >= 0), name);
    for (const name of ["p50 to everyone's window, µs", "p99 to everyone's window, µs"])
      assert.ok(figure(name)[0] > 0, name);
    for (const name of ["memory of a connection, KiB", "memory of a table in play, KiB"])
      assert.ok(figure(name)[0] > 0 && figure(name)[0] < 1000, name);
    if (time.length === 0) assert.ok(figure("CPU of the server for a move, µs").every((n) => n > 0), "what clocks cost");
    assert.deepEqual(readdirSync(folder), [], "its data is removed");
  });

test("numbers that make no sense are refused in one sentence", async () => {
  for (const flags of [["--tables", "0"], ["--seconds", "ten"], ["--connections", "2", "--tables", "1"], ["--game", "go"], ["--time", "fast"]])
    await assert.rejects(load(flags), ({ code, stderr }) => {
      assert.equal(code, 2);
      assert.match(stderr, /^(load.*\n){1,2}$/);
      return true;
    });
});
