// simulate: the same figures on any number of threads, in the shape that is promised.
import assert from "node:assert/strict";
import { test } from "node:test";
import { negoce } from "./negoce.mjs";

const simulated = (...args) => simulatedOf("byzanz", ...args);
const simulatedOf = (game, ...args) => {
  const { code, out, err } = negoce(["simulate", game, "--json", ...args]);
  assert.equal(code, 0, err);
  assert.equal(err, "", "no progress bar without a terminal");
  return JSON.parse(out);
};
const near = (a, b, off = 1e-4) => assert.ok(Math.abs(a - b) < off, `${a} is not ${b}`);
const sum = (list) => list.reduce((a, b) => a + b, 0);

/** Everything that does not depend on the clock. */
const figures = ({ seconds, games_per_second, moves_per_second, threads, ...rest }) => rest;

test("a seed nobody chose is told whole: with it the same games are played again", () => {
  const args = ["--players", "3", "--games", "9", "--bots", "random"];
  for (let i = 0; i < 3; i++) {
    const r = simulated(...args);
    assert.ok(Number.isSafeInteger(r.seed), String(r.seed));
    assert.deepEqual(simulated(...args, "--seed", String(r.seed)).mean_score, r.mean_score);
  }
});

test("the figures do not depend on the number of threads, only on the seed", () => {
  const args = ["--players", "5", "--games", "700", "--bots", "random", "--seed", "4"];
  const one = simulated(...args, "--threads", "1");
  for (const threads of ["2", "3", "16"])
    assert.deepEqual(figures(simulated(...args, "--threads", threads)), figures(one));
  const other = simulated("--players", "5", "--games", "700", "--bots", "random", "--seed", "5");
  assert.notDeepEqual(other.mean_score, one.mean_score);
});

test("the keys are those promised, and they agree with each other", () => {
  const r = simulated("--players", "4", "--games", "500", "--bots", "random", "--seed", "1");
  for (const key of ["games", "moves", "seconds", "games_per_second", "moves_per_second", "mean_score", "win_share"])
    assert.ok(key in r, key);
  assert.equal(r.games, 500);
  assert.ok(r.seconds > 0);
  near(r.games_per_second * r.seconds, r.games, 1);
  near(r.moves_per_second * r.seconds, r.moves, r.moves * 1e-3);
  assert.equal(r.mean_score.length, 4);
  near(sum(r.win_share), 1);
  for (const { interval, win_share } of r.seats) assert.ok(interval[0] <= win_share && win_share <= interval[1]);
});

test("greedy beats random, wherever it sits", () => {
  const r = simulated("--players", "3", "--games", "90", "--bots", "greedy,random,random", "--rotate", "--seed", "2");
  const [random, greedy] = ["random", "greedy"].map((id) => r.bots.find(({ bot }) => bot === id));
  assert.equal(random.seats, 2);
  assert.equal(greedy.seats, 1);
  near(greedy.win_share + random.win_share, 1);
  assert.ok(greedy.interval[0] > greedy.fair_share, "surely better than chance");
  for (const share of r.win_share) assert.ok(share > 0.15, "seats take turns at having the better bot");
  const fixed = simulated("--players", "3", "--games", "90", "--bots", "random,greedy,random", "--seed", "2");
  assert.ok(fixed.win_share[1] > 0.8);
});

test("people get a table with a line for each seat and each bot", () => {
  const { out } = negoce(["simulate", "byzanz", "--players", "3", "--games", "9", "--bots", "random", "--seed", "1"]);
  assert.match(out, /^Byzanz: 9 games, \d+ moves, /);
  for (const line of ["seat 0", "seat 1", "seat 2", "random"]) assert.match(out, new RegExp(`^${line}.*%$`, "m"));
  for (const line of out.split("\n")) assert.ok([...line].length <= 80, line);
});

test("where the game may beat everyone, who is ahead is told beside who wins", () => {
  const args = ["--players", "4", "--games", "60", "--bots", "random,random,greedy,random", "--seed", "3"];
  const r = simulatedOf("voc", ...args);
  assert.ok(r.nobody_share > 0);
  near(sum(r.win_share) + r.nobody_share, 1);
  near(sum(r.seats.map(({ ahead_share }) => ahead_share)), 1);
  for (const seat of r.seats) {
    assert.ok(seat.ahead_share >= seat.win_share, "who wins is ahead");
    assert.ok(seat.ahead_interval[0] <= seat.ahead_share && seat.ahead_share <= seat.ahead_interval[1]);
  }
  assert.ok(r.seats[2].ahead_share > 0.8, "greedy leads three random ones, whatever Amsterdam has");
  const { out } = negoce(["simulate", "voc", ...args]);
  assert.match(out, /wins.*ahead/);
  assert.match(out, /^nobody wins +\d+\.\d %$/m);
  for (const line of out.split("\n")) assert.ok([...line].length <= 80, line);
});

test("where somebody always wins, nothing of that is shown", () => {
  const args = ["--players", "3", "--games", "9", "--bots", "random", "--seed", "1"];
  const r = simulated(...args);
  assert.equal(r.nobody_share, 0);
  for (const { ahead_share, win_share } of r.seats) near(ahead_share, win_share);
  assert.doesNotMatch(negoce(["simulate", "byzanz", ...args]).out, /ahead|nobody/);
});

test("one game is one game, in either language", () => {
  const args = ["simulate", "byzanz", "--players", "3", "--bots", "random", "--seed", "1", "--games"];
  assert.match(negoce([...args, "1"]).out, /^Byzanz: 1 game, \d+ moves, /);
  assert.match(negoce([...args, "1", "--lang", "fr"]).out, /^Byzanz\u202f: 1 partie, \d+ coups, /);
  assert.match(negoce([...args, "2", "--lang", "fr"]).out, /^Byzanz\u202f: 2 parties, /);
});
