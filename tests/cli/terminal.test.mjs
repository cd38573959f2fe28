// play at a real terminal: line editing, completion, leaving it as it was found.
import assert from "node:assert/strict";
import { test } from "node:test";
import { terminal } from "./negoce.mjs";

const tab = "\t";
const open = ["play", "byzanz", "--players", "3", "--seed", "5"];
const beaten = [...open, "--bots", "greedy"];

test("Tab completes verbs, cards and commands in the language of the player", async () => {
  const t = terminal([...open, "--lang", "fr"], { NO_COLOR: "1" });
  await t.shows(/passez\. \(miser, passer\)\s+> $/);
  t.type("mi" + tab);
  await t.shows(/miser $/);
  t.type("cer" + tab); // céréales, typed without accents
  await t.shows(/éréales$/);
  t.type("2" + tab + "o" + tab);
  await t.shows(/lives2 $/);
  t.type(tab); // what may still be added
  await t.shows(/céréales1.*vin1/s);
  t.type("\u0015rè" + tab); // Ctrl-U empties the line
  await t.shows(/gles $/);
  t.type("\r");
  const rules = await t.shows(/> $/);
  assert.match(rules, /À tout moment/);
  assert.doesNotMatch(t.text, /\u001b\[1m/, "NO_COLOR: no bold");
  assert.equal(await t.leaves(), 0);
});

test("what is asked is bold on a terminal", async () => {
  const t = terminal(beaten);
  assert.match(await t.shows(/\(bid, pass\)[^>]*> $/), /\u001b\[1mBeat 4, or pass\./);
  assert.equal(await t.leaves(), 0);
});

test("a chart is drawn as wide as the terminal is, and no line is broken there", async () => {
  for (const columns of [40, 60, 80, 100]) {
    const t = terminal(["play", "voc", "--seed", "4", "--lang", "en"], { NO_COLOR: "1" }, columns);
    const lines = (await t.shows(/\(stay,\s+sail\)\s+> $/)).split(/\r*\n/);
    for (const line of lines) assert.ok([...line].length <= columns, line);
    const wide = Math.min(76, columns - 4);
    const chart = lines.filter((line) => /^ {2}[ #A-Z@=]+$/.test(line) && /[#=]/.test(line));
    assert.equal(Math.max(...chart.map((line) => line.length)), wide + 2, `${columns} columns`);
    const high = Math.floor((29 * wide) / 76);
    assert.ok(chart.length <= high && chart.length > high / 2, `${chart.length} lines of land`);
    assert.match(chart.at(-1), /={5,}/, "the home line is the last");
    for (const port of "GM") assert.ok(chart.some((line) => line.includes(port)), port);
    assert.equal(await t.leaves(), 0);
  }
});

test("the table of Batavia keeps a column for each company in a narrow window", async () => {
  for (const columns of [40, 60, 79, 80]) {
    const t = terminal(["play", "batavia", "--seed", "2", "--lang", "en"], { NO_COLOR: "1" }, columns);
    const lines = (await t.shows(/\(bid,\s+pass\)\s+> $/)).split(/\r*\n/);
    for (const line of lines) assert.ok([...line].length <= columns, line);
    assert.match(lines.join("\n"), /^ {14,20}(Eng\w* +Den\w* +Fra\w* +Net\w* +Swe\w*)$/m, `${columns} columns`);
    for (const row of [/^Laid \d+ of \d+/, /^Your hand/, /^tea 10/, /^pepper 16/])
      assert.match(lines.find((line) => row.test(line)).replace(row, ""), /^( +\S+){5}$/, `${columns} columns: ${row}`);
    assert.equal(await t.leaves(), 0);
  }
});

test("lists are as wide as the window: they break at a comma, and what goes on is indented", async () => {
  for (const [columns, goes_on] of [[40, 3], [60, 2], [100, 1]]) {
    const t = terminal(["play", "comptoir", "--seed", "4", "--lang", "en"], { NO_COLOR: "1" }, columns);
    const lines = (await t.shows(/\(play\)\s+> $/)).split(/\r*\n/);
    for (const line of lines) assert.ok([...line].length <= columns, line);
    const from = lines.findIndex((line) => line.startsWith("Your relations:"));
    const list = lines.slice(from, lines.findIndex((line) => line.startsWith("Your goods:")));
    assert.equal(list.length, goes_on + 1, list.join("\n"));
    for (const line of list.slice(1)) assert.match(line, /^ {2}\S/);
    for (const line of list.slice(0, -1)) assert.match(line, /,$/);
    assert.equal(await t.leaves(), 0);
  }
});

test("a move that is longer than the window is listed on two lines", async () => {
  const t = terminal(["play", "byzanz", "--players", "3", "--bots", "greedy", "--seed", "5", "--lang", "fr"], { NO_COLOR: "1" }, 40);
  await t.shows(/> $/);
  t.type("coups\r");
  const lines = (await t.shows(/1 {2}passer[^>]*> $/)).split(/\r*\n/);
  for (const line of lines) assert.ok([...line].length <= 40, line);
  assert.match(lines.join("\n"), /miser céréales2 céréales1 olives2\n {5}vin1\n/);
  assert.equal(await t.leaves(), 0);
});

test("Ctrl-D asks once before it drops a game, whoever sits there", async () => {
  for (const people of ["1", "2"]) {
    const t = terminal([...open, "--people", people]);
    await t.shows(/> $/);
    assert.equal(await t.leaves(), 0);
    assert.equal(t.text.match(/The game is not saved/g)?.length, 1);
    if (people === "2") assert.doesNotMatch(t.text, /Your hand/, "nothing is shown meanwhile");
  }
});

test("Ctrl-C drops the line that is typed, and asks before it drops a game", async () => {
  const t = terminal(open);
  const warned = /The game is not saved[^>]*> $/;
  await t.shows(/> $/);
  t.type("bid gr\u0003");
  await t.shows(warned);
  t.type("log\r"); // he stays: the line is empty, and the next Ctrl-C asks again
  await t.shows(/You deal[^>]*> $/);
  t.type("\u0003");
  await t.shows(warned);
  t.type("\u0003");
  assert.equal(await t.ended, 0);
});

test("Ctrl-C while a program thinks is heard at the next question, and twice leaves at once", async () => {
  const first = ["play", "byzanz", "--players", "3", "--seed", "1", "--bots"];
  const slow = terminal([...first, "exec:sleep 1,trader"]);
  await slow.shows(/> $/);
  slow.type("pass\r");
  await slow.shows(/pass\s+$/);
  slow.type("\u0003");
  await slow.shows(/The game is not saved[^>]*> $/);
  assert.equal(await slow.leaves(), 0);
  const silent = terminal([...first, "exec:sleep 60,trader"]);
  await silent.shows(/> $/);
  silent.type("pass\r");
  await silent.shows(/pass\s+$/);
  const again = setInterval(() => silent.type("\u0003"), 200); // two at once are one signal
  assert.equal(await silent.ended, 130);
  clearInterval(again);
});

test("the screen and what was typed are wiped before it goes to the next person", async () => {
  const t = terminal([...open, "--people", "3", "--name", "Ana", "--name", "Ben", "--name", "Zoé"]);
  const wiped = /\u001b\[H\u001b\[2J\u001b\[3J/;
  assert.match(await t.shows(/nobody else is looking[^>]*> $/), wiped);
  t.type("\r");
  assert.match(await t.shows(/Ben> $/), wiped);
  t.type("bid wood4\r"); // refused, and names a card
  await t.shows(/do not hold[^>]*Ben> $/);
  t.type("pass\r");
  assert.match(await t.shows(/nobody else is looking[^>]*> $/), wiped);
  t.type("\r");
  await t.shows(/Zoé> $/);
  t.type("\u001b[A"); // the line before
  await new Promise((done) => setTimeout(done, 300));
  t.type("\u0005 x\r");
  const typed = await t.shows(/neither a move[^>]*Zoé> $/);
  assert.doesNotMatch(typed, /wood4|pass/, "lines of another are forgotten");
  assert.equal(await t.leaves(), 0);
});
