// play at a real terminal: line editing, completion, leaving it as it was found.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, scratch, terminal } from "./negoce.mjs";

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
    assert.match(lines.join("\n"), /^ {14,20}(Eng\. +Den\. +Fra\. +Net\. +Swe\.|England +Denmark +France +Netherlands +Sweden)$/m, `${columns} columns`);
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

test("Ctrl-D asks once before it leaves a game, whoever sits there", async () => {
  for (const people of ["1", "2"]) {
    const t = terminal([...open, "--people", people]);
    await t.shows(/> $/);
    assert.equal(await t.leaves(), 0);
    assert.equal(t.text.match(/once more leaves the game/g)?.length, 1);
    if (people === "2") assert.doesNotMatch(t.text, /Your hand/, "nothing is shown meanwhile");
  }
});

test("Ctrl-C drops the line that is typed, and asks before it leaves a game", async () => {
  const t = terminal(open);
  const warned = /once more leaves the game[^>]*> $/;
  await t.shows(/> $/);
  t.type("bid gr\u0003");
  await t.shows(warned);
  t.type("log\r"); // he stays: the line is empty, and the next Ctrl-C asks again
  await t.shows(/You deal[^>]*> $/);
  t.type("\u0003");
  await t.shows(warned);
  for (const typed of ["bid o", "b"]) {
    t.type("mov" + tab); // only libedit completes: what is typed before it reads, the terminal drops by itself
    await t.shows(/es $/);
    t.type("\u0015" + typed);
    await t.shows(new RegExp(`${typed}$`));
    t.type("\u0003"); // drops the line, and leaves nothing
    await t.shows(warned);
  }
  t.type("\u0003");
  assert.equal(await t.ended, 0);
  assert.equal(t.text.match(/once more leaves the game/g).length, 4);
});

test("Ctrl-C in the moment before a line is read is heard at once", async () => {
  // It comes as late as it can: in the first call of libedit, or in its first read of the terminal.
  const folder = scratch();
  writeFileSync(
    join(folder, "late.c"),
    `#define _GNU_SOURCE
     #include <dlfcn.h>
     #include <errno.h>
     #include <signal.h>
     #include <string.h>
     #include <sys/syscall.h>
     #include <unistd.h>
     static void strike(void) {
         static int struck;
         if (strcmp(program_invocation_short_name, "negoce") == 0 && !struck++) raise(SIGINT);
     }
     #ifdef READLINE
     char *readline(const char *prompt) {
         strike();
         return ((char *(*)(const char *))dlsym(RTLD_NEXT, "readline"))(prompt);
     }
     #else
     ssize_t read(int file, void *to, size_t most) {
         if (file == 0) strike();
         return syscall(SYS_read, file, to, most);
     }
     #endif
    `,
  );
  for (const where of ["READLINE", "READ"]) {
    const late = join(folder, `${where}.so`);
    execFileSync("cc", ["-shared", "-fPIC", `-D${where}`, "-o", late, join(folder, "late.c")]);
    const t = terminal(open, { LD_PRELOAD: late, ASAN_OPTIONS: "verify_asan_link_order=0" });
    await t.shows(/once more leaves the game[^>]*> $/, 5000);
    t.type("log\r"); // the next line is read as ever
    await t.shows(/You deal[^>]*> $/);
    assert.equal(await t.leaves(), 0);
  }
});

const kept = (data) => (existsSync(join(data, "negoce/left")) ? readdirSync(join(data, "negoce/left")).sort() : []);

test("a game that is left, however that happens, goes on with negoce play alone", async () => {
  const XDG_DATA_HOME = scratch();
  const sit = (args) => terminal(["play", ...args], { XDG_DATA_HOME, NO_COLOR: "1" });
  const none = sit([]);
  assert.equal(await none.ended, 2);
  assert.match(none.text, /say which game/);
  const looked = sit(["byzanz", "--players", "3", "--seed", "5"]);
  await looked.shows(/> $/);
  looked.type("quit\r");
  assert.equal(await looked.ended, 0);
  assert.deepEqual(kept(XDG_DATA_HOME), [], "nothing was played, nothing is kept");

  // The terminal is gone while a program thinks.
  const killed = sit(["byzanz", "--players", "3", "--seed", "1", "--bots", "exec:sleep 60,trader"]);
  await killed.shows(/> $/);
  killed.type("pass\r");
  await killed.shows(/pass\s+$/);
  const file = join(XDG_DATA_HOME, "negoce/left/byzanz-1.negoce");
  for (let i = 0; i < 400 && !(existsSync(file) && statSync(file).size); i++) await new Promise((done) => setTimeout(done, 50));
  killed.kill();
  await killed.ended;
  assert.deepEqual(kept(XDG_DATA_HOME), ["byzanz-1.negoce"]);
  assert.match(readFileSync(file, "utf8"), /^0 pass$/m);
  assert.equal(statSync(file).mode & 0o777, 0o600, "it holds what nobody else may see");

  // Gone on with, and left in every other way.
  for (const way of ["quit\r", "\u0003", "\u0004"]) {
    const t = sit([]);
    assert.match(await t.shows(/> $/), /Round 1/);
    t.type("moves\r");
    await t.shows(/> $/);
    t.type("1\r");
    await t.shows(/Your hand[^]*> $/);
    const before = readFileSync(file, "utf8");
    assert.equal(await t.leaves(way), 0);
    if (way !== "quit\r") assert.match(t.text, /once more leaves the game/);
    assert.match(t.text, /The game is kept: “negoce play” goes on with it\./);
    assert.equal(readFileSync(file, "utf8"), before, "as it stood when it was asked last");
    assert.deepEqual(kept(XDG_DATA_HOME), ["byzanz-1.negoce"], "one game is one file");
  }

  // Another game has a file of its own and is the last one then; saved by hand it is kept no more.
  const other = sit(["batavia", "--seed", "2", "--lang", "en"]);
  await other.shows(/\(bid,\s+pass\)\s+> $/);
  other.type("pass\r");
  await other.shows(/> $/);
  assert.deepEqual(kept(XDG_DATA_HOME), ["batavia-1.negoce", "byzanz-1.negoce"]);
  assert.equal(await other.leaves(), 0);
  const again = sit([]);
  assert.match(await again.shows(/> $/), /Batavia|pepper/);
  const mine = join(XDG_DATA_HOME, "mine.negoce");
  again.type(`save ${mine}\r`);
  await again.shows(/Saved[^>]*> $/);
  again.type("quit\r");
  assert.equal(await again.ended, 0);
  assert.doesNotMatch(again.text, /The game is kept/);
  assert.deepEqual(kept(XDG_DATA_HOME), ["byzanz-1.negoce"]);
  assert.ok(existsSync(mine));
});

test("a game that is played in one terminal is nobody's to go on with in another", async () => {
  const XDG_DATA_HOME = scratch();
  const sit = (args) => terminal(["play", ...args], { XDG_DATA_HOME, NO_COLOR: "1" });
  const begun = async (args) => {
    const t = sit(args);
    await t.shows(/> $/);
    t.type("pass\r");
    await t.shows(/pass\s[^]*> $/);
    return t;
  };
  const first = await begun(open.slice(1));
  const file = join(XDG_DATA_HOME, "negoce/left/byzanz-1.negoce");
  const record = readFileSync(file, "utf8");
  const none = sit([]);
  assert.equal(await none.ended, 2);
  assert.match(none.text, /say which game/);
  const same = await begun(["byzanz", "--players", "3", "--seed", "4", "--lang", "en"]);
  assert.deepEqual(kept(XDG_DATA_HOME), ["byzanz-1.negoce", "byzanz-2.negoce"]);
  assert.equal(await same.leaves(), 0);
  // By name it is gone on with beside the other, and kept in a place of its own.
  const beside = sit([file, "--lang", "en"]);
  await beside.shows(/> $/);
  for (const typed of ["moves", "1"]) beside.type(`${typed}\r`);
  await beside.shows(/Your hand[^]*> $/);
  assert.deepEqual(kept(XDG_DATA_HOME), ["byzanz-1.negoce", "byzanz-2.negoce", "byzanz-3.negoce"]);
  assert.equal(await beside.leaves(), 0);
  assert.equal(readFileSync(file, "utf8"), record);
  assert.equal(await first.leaves(), 0);
});

test("a game that is over is kept no more, and of those left only the newest twenty", async () => {
  const XDG_DATA_HOME = scratch();
  const left = join(XDG_DATA_HOME, "negoce/left");
  mkdirSync(left, { recursive: true });
  const golden = readFileSync(join(root, "tests/records/golden/byzanz-3-greedy.negoce"), "utf8").replace(/^bot\.0: .*$/m, "name.0: Anna");
  const moves = golden.slice(0, golden.lastIndexOf("\n\nscore")).split("\n");
  const last = moves.findLastIndex((line) => line.startsWith("0 "));
  for (let i = 1; i <= 20; i++) {
    writeFileSync(join(left, `byzanz-${i}.negoce`), moves.slice(0, last).join("\n") + "\n");
    utimesSync(join(left, `byzanz-${i}.negoce`), 1000 + i, 1000 + (i === 7 ? 0 : i));
  }
  const another = terminal([...open], { XDG_DATA_HOME });
  await another.shows(/> $/);
  another.type("pass\r");
  await another.shows(/pass\s[^]*> $/);
  assert.equal(await another.leaves(), 0);
  assert.equal(kept(XDG_DATA_HOME).length, 20);
  assert.ok(statSync(join(left, "byzanz-7.negoce")).mtimeMs > 1e12, "the one left longest ago made room");
  const end = terminal(["play", join(left, "byzanz-20.negoce")], { XDG_DATA_HOME });
  await end.shows(/> $/);
  for (const typed of ["moves", "1"]) end.type(`${typed}\r`);
  await end.shows(/The game is over/);
  assert.equal(await end.leaves(), 0);
  assert.equal(kept(XDG_DATA_HOME).length, 19);
  assert.ok(!existsSync(join(left, "byzanz-20.negoce")));
});

test("where no game can be kept, leaving one asks, and says how to save it", async () => {
  const t = terminal(open, { XDG_DATA_HOME: "/proc" });
  await t.shows(/> $/);
  t.type("pass\r");
  await t.shows(/pass\s[^]*> $/);
  t.type("quit\r");
  await t.shows(/The game is not saved[^>]*> $/);
  t.type("quit\r");
  assert.equal(await t.ended, 0);
});

test("Ctrl-C while a program thinks is heard at the next question, and twice leaves at once", async () => {
  const first = ["play", "byzanz", "--players", "3", "--seed", "1", "--bots"];
  const slow = terminal([...first, "exec:sleep 1,trader"]);
  await slow.shows(/> $/);
  slow.type("pass\r");
  await slow.shows(/pass\s+$/);
  slow.type("\u0003");
  await slow.shows(/once more leaves the game[^>]*> $/);
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
