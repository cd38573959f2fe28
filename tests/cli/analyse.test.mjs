// analyse: a record judged move by move, the same every time.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { negoce, scratch, terminal } from "./negoce.mjs";

const folder = scratch();
const record = negoce(["record", "byzanz", "--players", "4", "--bots", "trader,novice,novice,trader", "--seed", "4"]).out;
const path = join(folder, "game.negoce");
writeFileSync(path, record);
const moves = record.split("\n\n")[1].split("\n").filter((line) => line);
const analyse = (...args) => negoce(["analyse", path, "--level", "shipowner@100", ...args]);
const json = (...args) => JSON.parse(analyse("--json", ...args).out);

test("an analysis tells the account of luck, the decisions and what cost most", () => {
  const { code, out, err } = analyse();
  assert.equal(code, 0, err);
  assert.match(out, /^Byzanz, \d+ moves\. Level Ship owner, 100 imagined games/);
  assert.match(out, /\n {2,}before +taken +given +choices +others +result\n/);
  assert.match(out, /\n *−\d+\.\d {2}move \d+, \w+: “[^”]+”, better “[^”]+”\n/);
  assert.equal(err, "");
  const french = analyse("--lang", "fr").out;
  assert.match(french, /niveau/);
  assert.match(french, /\n *−\d+,\d {2}coup \d+, \w+\u202f: «\u202f(miser|passer|donner|prendre|vendre|défausser)\b/);
  assert.match(french, /\d,\d/);
});

test("its columns hold the longest name, and no line of words is torn by the screen", () => {
  const long = join(folder, "long.negoce");
  const name = "Maximilien-Alexandre III";
  writeFileSync(long, record.replace("bot.0: trader", `name.0: ${name}`));
  for (const lang of ["en", "fr"]) {
    const { code, out, err } = negoce(["analyse", long, "--level", "shipowner@100", "--lang", lang]);
    assert.equal(code, 0, err);
    const rows = out.split("\n").filter((line) => line.startsWith(name));
    assert.equal(rows.length, 2);
    for (const row of rows) assert.match(row, /^Maximilien-Alexandre III {2}/);
    const account = out.split("\n\n")[1].split("\n").slice(1);
    assert.equal(account.length, 5);
    assert.equal(new Set(account.map((line) => line.length)).size, 1, out);
    for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
  }
  const voyages = join(folder, "voyages.negoce"); // the account of VOC! has the sea besides
  writeFileSync(voyages, negoce(["record", "voc", "--players", "4", "--bots", "trader", "--seed", "4", "--option", "length=short"]).out);
  const { out } = negoce(["analyse", voyages, "--level", "shipowner@100", "--lang", "fr"]);
  assert.match(out, /mer − +mer \+ +choix +autres +résultat\n/);
  for (const line of out.split("\n")) assert.ok(line.length <= 80, line);
});

test("the account of every seat adds up to the result", () => {
  const { accounts, curve } = json();
  const ends = accounts.map(({ end }) => end);
  assert.deepEqual(curve.at(-1), [moves.length, ...ends]);
  assert.deepEqual(curve[0], [0, ...accounts.map(({ start }) => start)]);
  assert.ok(Math.abs(ends.reduce((a, b) => a + b) - 1000) <= 2);
  for (const a of accounts)
    assert.equal(a.start + a.given + a.taken + a.sea_given + a.sea_taken + a.choices + a.others, a.end);
});

test("every decision names the move of the record, and never what is worse as the best", () => {
  const { decisions } = json();
  assert.ok(decisions.length > 40);
  for (const { position, seat, move, loss, chance, others, mark } of decisions) {
    assert.equal(moves[position], `${seat} ${move}`);
    if (loss > 0) assert.ok(others.some((other) => other.chance === chance + loss));
    assert.ok(mark === "good" || loss >= 20);
  }
});

test("the same record is judged the same; with everything open otherwise", () => {
  assert.equal(analyse("--json").out, analyse("--json").out);
  const [closed, open] = [json(), json("--open")];
  assert.deepEqual(closed.curve, open.curve);
  assert.notDeepEqual(closed.decisions, open.decisions);
});

test("what cannot be analysed is refused in one line", () => {
  const cut = join(folder, "cut.negoce");
  writeFileSync(cut, record.split("\n").slice(0, 60).join("\n"));
  for (const [args, code, why] of [
    [["analyse"], 2, /which record/],
    [["analyse", cut], 1, /not over/],
    [["analyse", path, "--level", "god"], 2, /“god” is no level that thinks ahead; there are: shipowner, admiral$/m],
    [["analyse", path, "--level", "random"], 2, /“random” is no level that thinks ahead/],
    [["analyse", path, "--level", "greedy@100"], 2, /no level that thinks ahead/],
    [["analyse", path, "--level", "admiral:bold"], 2, /no level that thinks ahead/],
    [["analyse", join(folder, "none")], 2, /./],
  ]) {
    const run = negoce(args);
    assert.equal(run.code, code, run.err);
    assert.match(run.err, why);
    assert.equal(run.err.trim().split("\n").length, 1);
  }
});

test("in a terminal a bar shows how far it is", async () => {
  const run = terminal(["analyse", path, "--level", "shipowner@100"]);
  assert.equal(await run.ended, 0);
  assert.match(run.text, /\[#+\.*\] +\d+ %/);
});
