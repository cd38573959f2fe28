// arena and pool: fair figures that depend on the seed alone, and go on where they were broken off.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { binary, english, negoce, root } from "./negoce.mjs";

const folder = mkdtempSync(join(tmpdir(), "arena-"));
after(() => rmSync(folder, { recursive: true }));

const json = (...args) => {
  const { code, out, err } = negoce([...args, "--json"]);
  assert.equal(code, 0, err);
  assert.equal(err, "", "no progress bar without a terminal");
  const { seconds, ...rest } = JSON.parse(out);
  return rest;
};
const arena = (...args) => json("arena", "byzanz", ...args);
const refused = (...args) => {
  const { code, out, err } = negoce(args);
  assert.equal(code, 2);
  assert.equal(out, "");
  assert.match(err, /^negoce (arena|pool): [^\n]+\n$/, "one sentence");
  return err;
};
const sum = (list) => list.reduce((a, b) => a + b, 0);
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-4, `${a} is not ${b}`);

test("every deal is played from every seat, and the figures agree with each other", () => {
  const r = arena("--bots", "greedy,random,trader,novice", "--games", "42", "--seed", "5");
  assert.equal(r.games, 44, "whole deals");
  assert.deepEqual(r.bots.map(({ name }) => name), ["greedy", "random", "trader", "novice"]);
  near(sum(r.bots.map(({ win_share }) => win_share)), 1);
  near(sum(r.bots.map(({ mean_rank }) => mean_rank)), 10);
  for (const [i, bot] of r.bots.entries()) {
    assert.ok(bot.low <= bot.win_share && bot.win_share <= bot.high, "the interval holds the share");
    assert.equal(typeof bot.mean_score, "number");
    for (const [k, other] of r.bots.entries()) if (k !== i) near(bot.ahead_of[k] + other.ahead_of[i], 1);
  }
  assert.ok(r.bots[1].win_share < 0.05, "random hardly wins");
});

test("the same bot in every seat wins exactly its share: seats and luck cancel out", () => {
  const r = arena("--bots", "random,random,random", "--games", "90", "--seed", "1");
  for (const bot of r.bots) assert.ok(Math.abs(bot.win_share - 1 / 3) < 0.15);
});

test("with a fixed number of iterations the figures do not depend on the threads", () => {
  const args = ["arena", "batavia", "--bots", "shipowner,greedy,random", "--games", "3", "--seed", "4", "--iterations", "12"];
  assert.deepEqual(json(...args, "--threads", "1"), json(...args, "--threads", "3"));
});

test("a bot may be given its own number of iterations", () => {
  const rest = ["--games", "3", "--seed", "4"];
  const own = arena("--bots", "shipowner@12,trader,greedy", ...rest);
  const all = arena("--bots", "shipowner,trader,greedy", ...rest, "--iterations", "12");
  assert.equal(own.bots[0].name, "shipowner@12");
  assert.equal(own.bots[0].mean_score, all.bots[0].mean_score);
  for (const bot of ["shipowner@", "shipowner@0", "shipowner@-3", "shipowner@1x", "trader@5", "shipowner@10000001", "pool@5"])
    assert.match(refused("arena", "byzanz", "--bots", `${bot},trader,greedy`, ...rest), /there is no bot/);
});

test("elsewhere a bot is a level, and what it would not heed is refused", () => {
  for (const bot of ["shipowner@12", "trader:bold", "trader:any", "pool"])
    for (const command of [["simulate", "byzanz", "--games", "1"], ["record", "byzanz"], ["play", "byzanz", "--people", "0"]]) {
      const { code, out, err } = negoce([...command, "--players", "3", "--bots", bot]);
      assert.equal(code, 2, `${command[0]} ${bot}`);
      assert.equal(out, "");
      assert.match(err, /only arena and pool/);
    }
});

test("a bout that was broken off goes on where it was, and comes to the same figures", () => {
  const file = join(folder, "kept");
  const args = ["--bots", "greedy,random,random", "--seed", "7", "--keep", file];
  const whole = arena("--bots", "greedy,random,random", "--seed", "7", "--games", "30");
  assert.deepEqual(arena(...args, "--games", "30"), whole);
  const lines = readFileSync(file, "utf8").split("\n");
  assert.equal(lines.length, 12, "a line about the games, one a deal, and the end");
  writeFileSync(file, lines.slice(0, 5).join("\n") + "\n" + lines[5].slice(0, 9)); // torn
  assert.deepEqual(arena(...args, "--games", "30"), whole);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 12, "only what was missing was played");
  const { code, err } = negoce(["arena", "byzanz", ...args, "--games", "30", "--iterations", "9"]);
  assert.equal(code, 1);
  assert.match(err, /other games are kept in this file/);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 12, "and it is left as it was");
});

test("fewer games than are kept leave the others where they are", () => {
  const file = join(folder, "more");
  const args = ["--bots", "greedy,random,random", "--seed", "7", "--keep", file];
  arena(...args, "--games", "30");
  const all = readFileSync(file, "utf8");
  assert.deepEqual(arena(...args, "--games", "6"), arena("--bots", "greedy,random,random", "--seed", "7", "--games", "6"));
  assert.equal(readFileSync(file, "utf8"), all);
});

test("only a last line is taken for torn, the first one too; of another file nothing is cut off", () => {
  const file = join(folder, "torn");
  const args = ["--bots", "greedy,random,random", "--seed", "7", "--games", "30", "--keep", file];
  const whole = arena(...args);
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines[0].slice(0, 20));
  assert.deepEqual(arena(...args), whole);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 12);
  for (const other of ["\0\0\0", "a note of mine", `${[...lines.slice(0, 3), "mine", ...lines.slice(3)].join("\n")}`]) {
    writeFileSync(file, other);
    const { code, err } = negoce(["arena", "byzanz", ...args]);
    assert.equal(code, 1);
    assert.match(err, /other games are kept in this file/);
    assert.equal(readFileSync(file, "utf8"), other);
  }
});

test("what cannot be kept is told behind the figures, and a pipe keeps nothing", () => {
  const file = join(folder, "full");
  const args = ["arena", "byzanz", "--bots", "greedy,random,random", "--seed", "7", "--games", "300", "--keep"];
  const full = spawnSync("sh", ["-c", `trap '' XFSZ; ulimit -f 2; exec "$0" "$@"`, binary, ...args, file], { encoding: "utf8", env: english });
  assert.equal(full.status, 1);
  assert.match(full.stdout, /300 games/);
  assert.match(full.stderr, /^negoce arena: \S+full: this file cannot be written \([^)]+\)\n$/);
  const { code, err } = negoce([...args, file]);
  assert.equal(code, 0, err);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 102, "it goes on behind what could be kept");
  assert.match(negoce([...args, folder]).err, /: this file cannot be written \(it is a folder\)\n$/);
  const pipe = join(folder, "pipe");
  spawnSync("mkfifo", [pipe]);
  const piped = spawnSync(binary, [...args, pipe], { encoding: "utf8", env: english, timeout: 20000 });
  assert.equal(piped.status, 1);
  assert.match(piped.stderr, /only a file can keep games/);
});

test("two commands do not keep games in one file at the same time; who is killed leaves it to the next", async () => {
  const file = join(folder, "shared");
  const args = ["arena", "voc", "--bots", "greedy,greedy,greedy,greedy", "--seed", "7", "--threads", "1", "--keep", file, "--games"];
  const first = spawn(binary, [...args, "100000"], { stdio: "ignore" });
  const ended = new Promise((done) => first.on("close", done));
  try {
    while (!existsSync(file) || !readFileSync(file, "utf8").includes("\n0 ")) await new Promise((done) => setTimeout(done, 10));
    const { code, out, err } = negoce([...args, "4"]);
    assert.equal(code, 1);
    assert.equal(out, "");
    assert.match(err, /another command keeps its games there/);
  } finally {
    first.kill("SIGKILL");
    await ended;
  }
  const { code, err } = negoce([...args, "4"]);
  assert.equal(code, 0, err);
});

test("a sequential test ends as soon as it is clear", () => {
  const r = arena("--bots", "greedy,random,random", "--games", "3000", "--seed", "2", "--sprt", "0.33,0.6");
  assert.equal(r.sprt, "p1");
  assert.ok(r.games < 600);
  const lower = arena("--bots", "random,greedy,greedy", "--games", "3000", "--seed", "2", "--sprt", "0.33,0.6");
  assert.equal(lower.sprt, "p0");
});

test("any style is another each deal, and the same in every rotation of it", () => {
  const r = arena("--bots", "trader:any,trader:bold,trader", "--games", "9", "--seed", "3");
  assert.deepEqual(r.bots.map(({ name }) => name), ["trader:any", "trader:bold", "trader"]);
});

test("strangers play in turn, and the same ones in every rotation", () => {
  const args = ["--bots", "trader,pool,pool,pool", "--games", "20", "--seed", "3"];
  const r = arena(...args);
  assert.deepEqual(r.bots.map(({ name }) => name), ["trader", "pool", "pool", "pool"]);
  assert.notDeepEqual(r, arena("--bots", "trader,trader,trader,trader", "--games", "20", "--seed", "3"));
});

test("with a clock the time of a turn is told, without one there is none", () => {
  const args = ["--bots", "shipowner,trader,greedy", "--games", "3", "--seed", "3"];
  for (const bot of arena(...args, "--time", "1").bots) {
    assert.ok(bot.turn_median_ms <= bot.turn_p99_ms);
    assert.ok(bot.turn_p99_ms > 0);
  }
  assert.equal(arena(...args, "--iterations", "12").bots[0].turn_p99_ms, undefined);
  assert.match(refused("arena", "byzanz", ...args, "--clock", "--time", "5"), /--clock/);
});

test("a program whose command is no UTF-8 stands in JSON that is", () => {
  const run = spawnSync("sh", ["-c", `exec "$0" arena byzanz --bots "exec:false # $(printf 'a\\377b'),greedy,random" --games 3 --seed 1 --json`, binary], { env: english });
  assert.equal(run.status, 0, run.stderr.toString());
  const text = new TextDecoder("utf-8", { fatal: true }).decode(run.stdout);
  assert.equal(JSON.parse(text).bots[0].name, "exec:false # a?b");
});

test("what only looks like UTF-8, too long a form or half a pair, is none either", () => {
  const bytes = "e\\340\\200\\257 \\355\\240\\200 \\360\\200\\200\\257 \\364\\220\\200\\200 \\340\\240\\200 \\355\\237\\277 \\360\\220\\200\\200 \\364\\217\\277\\277";
  const run = spawnSync("sh", ["-c", `exec "$0" arena byzanz --bots "exec:false # $(printf '${bytes}'),greedy,random" --games 3 --seed 1 --json`, binary], { env: english });
  assert.equal(run.status, 0, run.stderr.toString());
  const text = new TextDecoder("utf-8", { fatal: true }).decode(run.stdout);
  assert.equal(JSON.parse(text).bots[0].name, "exec:false # e??? ??? ???? ???? \u0800 \ud7ff \u{10000} \u{10ffff}");
});

test("a pool of too few deals tells no interval: it would be certain of nothing", () => {
  const args = ["pool", "byzanz", "--players", "4", "--games", "8", "--seed", "1"];
  for (const bot of json(...args).bots) assert.deepEqual(Object.keys(bot), ["name", "rating"]);
  assert.match(negoce(args).out, /^random +\d+ +–$/m);
});

test("a pool rates everybody on one scale, the better the higher", () => {
  const r = json("pool", "byzanz", "--players", "3", "--bots", "random,greedy,novice,trader", "--games", "120", "--seed", "1");
  assert.equal(r.bots.length, 4);
  near(sum(r.bots.map(({ rating }) => rating)) / 4 / 1500, 1);
  assert.equal(r.bots.at(-1).name, "random");
  for (const [i, bot] of r.bots.entries()) {
    assert.ok(bot.low <= bot.rating && bot.rating <= bot.high);
    if (i) assert.ok(bot.rating <= r.bots[i - 1].rating);
  }
});

test("people get tables no wider than their screen", () => {
  for (const args of [
    ["arena", "voc", "--bots", "greedy,random,random,random", "--games", "4"],
    ["pool", "byzanz", "--players", "3", "--bots", "greedy,random,trader", "--games", "6"],
  ]) {
    const { code, out } = negoce([...args, "--seed", "1", "--lang", "fr"]);
    assert.equal(code, 0);
    for (const line of out.split("\n")) assert.ok([...line].length <= 80, line);
  }
});

test("figures are written as the reader writes them, each under its own head", () => {
  for (const [lang, head, title, point] of [["en", /^ {2,}wins {2,}95 % interval {2,}mean rank {1,}mean score$/m, /^Byzanz: 6 games, \d+\.\d s\n/, "."], ["fr", /^ {2,}victoires {2,}intervalle à 95\u202f% {2,}rang moyen {1,}score moyen$/m, /^Byzanz\u202f: 6 parties, \d+,\d s\n/, ","]]) {
    const { out } = negoce(["arena", "byzanz", "--bots", "greedy,greedy,greedy", "--games", "6", "--lang", lang]);
    assert.match(out, head);
    assert.match(out, title);
    assert.match(out, new RegExp(`^greedy +\\d+[${point}]\\d %`, "m"));
  }
});

test("a program with a long name keeps to its column, and the end of its name is shown", () => {
  const bots = `exec:python3 ${join(root, "examples/bot.py")} # ${"x".repeat(60)} my-bot,random,random`;
  for (const command of [["arena"], ["pool", "--players", "3"]]) {
    const { code, out } = negoce([command[0], "byzanz", ...command.slice(1), "--bots", bots, "--games", "3", "--seed", "1"]);
    assert.equal(code, 0);
    const rows = out.split("\n").filter((line) => /^(…x+ my-bot|random) /.test(line));
    assert.ok(rows.length >= 3, out);
    const ends = rows.slice(0, 3).map((line) => [...line].length);
    assert.deepEqual(ends, [ends[0], ends[0], ends[0]], out);
    assert.ok(ends[0] <= 80, out);
  }
});

test("what makes no sense is refused with one sentence", () => {
  const file = join(folder, "none");
  assert.match(refused("arena", "byzanz", "--games", "4"), /--bots/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,random"), /--games/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random", "--games", "4"), /3 to 6/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,wizard", "--games", "4"), /wizard/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,trader:mad", "--games", "4"), /trader:mad/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,random", "--games", "4", "--time", "5", "--iterations", "5"), /exclude/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,random", "--games", "4", "--sprt", "0.6,0.3"), /--sprt/);
  assert.match(refused("arena", "byzanz", "--bots", "greedy,random,random", "--games", "4", "--keep", file), /--seed/);
  assert.ok(!existsSync(file));
  assert.match(refused("pool", "byzanz", "--bots", "greedy,random,trader", "--players", "4", "--games", "4"), /: 4 play each game, and --bots names 3: name more, or say fewer with --players$/m);
  assert.match(refused("pool", "byzanz", "--bots", "greedy,random,trader", "--games", "4"), /: 4 play each game, and --bots names 3/);
});
