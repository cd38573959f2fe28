// Bots by other people: programs asked line by line, and what becomes of those that misbehave.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { binary, negoce } from "./negoce.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "guests-"));
after(() => rmSync(folder, { recursive: true }));

/** A shell script as a bot. */
function script(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return `exec:sh ${path}`;
}
const arena = (bot, game = "byzanz", games = "3") => {
  const { code, out, err } = negoce([
    "arena", game, "--bots", `${bot},random,random`, "--games", games, "--seed", "3", "--threads", "1", "--time", "30", "--json",
  ]);
  assert.equal(code, 0, err);
  return { ...JSON.parse(out), err };
};
/** It plays on as trader does, and one sentence says why. */
function loses(bot, why) {
  const { bots, games, err } = arena(bot);
  assert.equal(games, 3, "every game is played to its end");
  assert.equal(bots[0].faults, 1);
  assert.match(err, why);
  assert.equal(err.match(/^negoce/gm).length, 1, err);
  assert.match(err, /lost its seat, trader plays on/);
}
/** Answers the first legal move of each question. */
const first = `while read -r word rest; do
  case $word in
    turn) found= ;;
    legal) [ -n "$found" ] || found=$rest ;;
    go) echo "move $found" ;;
  esac
done`;

test("the example in Python plays every game", () => {
  for (const [game, others] of [["byzanz", 2], ["batavia", 2], ["comptoir", 2], ["voc", 3]]) {
    const bots = [`exec:python3 ${join(root, "examples/bot.py")}`, ...Array(others).fill("random")].join(",");
    const { code, out, err } = negoce(["arena", game, "--bots", bots, "--games", "1", "--seed", "2", "--threads", "1", "--json"]);
    assert.equal(code, 0, err);
    assert.equal(err, "");
    assert.equal(JSON.parse(out).bots[0].faults, 0);
  }
});

test("the example in C plays", () => {
  const bot = join(folder, "bot");
  execFileSync("cc", ["-O1", "-Wall", "-Werror", "-o", bot, join(root, "examples/bot.c")]);
  const { bots, err } = arena(`exec:${bot}`);
  assert.equal(err, "");
  assert.equal(bots[0].faults, 0);
});

test("a bot that says more than it is asked is heard all the same", () => {
  const { bots, err } = arena(script("chatty", `echo "I am here"; echo; ${first}`));
  assert.equal(err, "");
  assert.equal(bots[0].faults, 0);
});

test("a pool tells which programs lost their seats, as the arena does", () => {
  const bots = [script("gone", "exit 3"), script("stays", first), "random"].join(",");
  for (const command of [["pool", "--players", "3"], ["arena"]]) {
    const run = (...more) => negoce([...command, "byzanz", "--bots", bots, "--games", "3", "--seed", "3", "--threads", "1", ...more]).out;
    const faults = Object.fromEntries(JSON.parse(run("--json")).bots.map((bot) => [bot.name.split("/").at(-1), bot.faults]));
    assert.deepEqual(faults, { gone: 1, stays: 0, random: undefined });
    assert.match(run().replaceAll("\n", " "), /“exec:\S+ ?\S*gone” lost its seat: trader played on under its name\./);
    assert.doesNotMatch(run(), /stays” lost/);
  }
});

test("a bot that hangs loses its seat", () => {
  loses(script("hangs", `${first.replace("go)", 'go) asked=1$asked; [ "$asked" != 111 ] || sleep 600;')}`), /did not answer in time/);
});

test("a bot that dies loses its seat", () => {
  loses(script("dies", `read -r line; exit 3`), /It ended/);
  loses("exec:/nowhere/at/all", /It ended/);
});

test("a bot that floods loses its seat, with or without line ends", () => {
  loses(script("floods", `while :; do echo nonsense nonsense nonsense; done`), /said more than 65536/);
  loses(script("drowns", `while :; do printf nonsense; done`), /said more than 65536/);
});

test("a bot that answers nonsense loses its seat, and its author is told which move it was and what is wrong with it", () => {
  const says = (name, move) => script(name, `while read -r word rest; do [ "$word" != go ] || printf 'move ${move}\\n'; done`);
  loses(says("babbles", "bid the moon"), /not possible: “bid the moon”\. There is no such card: a type and a value, as in wood3, or trader\.\n/);
  loses(says("early", "done"), /not possible: “done”\. The final sale has not begun\.\n/);
  loses(says("long", "bid " + "moon".repeat(500)), /not possible: “bid (moon){15}”\. There is no such card/);
  loses(script("bare", "while read -r word rest; do [ $word != go ] || echo move; done"), /not possible: “move”\. A move begins with/);
  loses(says("colours", "\\033[2Jbid \\303\\251"), /not possible: “\?\[2Jbid \?\?”\. A move begins with/);
});

test("a bot that never reads loses its seat and nobody waits for its pipe", () => {
  loses(script("deaf", `exec sleep 600`), /did not answer in time/);
});

/** False: gone, or dead and not yet collected. */
const runs = (pid) => existsSync(`/proc/${pid}/stat`) && !/ [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

/** Waits until `is` holds, but not for ever. */
async function until(is, what) {
  for (let i = 0; i < 3000; i++) {
    if (is()) return;
    await new Promise((done) => setTimeout(done, 10));
  }
  assert.fail(`never: ${what}`);
}

test("what it started ends with it, also what has left its session or lost its parent", async () => {
  const notes = ["child", "session", "orphan", "group"].map((name) => join(folder, name));
  const [child, session, orphan, group] = notes;
  const breeds = [
    `sleep 600 & echo $! > ${child}`,
    `setsid sh -c 'echo $$ > ${session}; exec sleep 600' &`,
    `setsid sh -c 'setsid sh -c "echo \\$\\$ > ${orphan}; exec sleep 600" & exit'`,
    `setsid sh -c 'sleep 600 & echo $! > ${group}; wait' &`,
    `for note in ${notes.join(" ")}; do until [ -s $note ]; do sleep 0.01; done; done`,
  ];
  arena(script("breeds", `${breeds.join("\n")}\n${first}`));
  const pids = notes.map((note) => readFileSync(note, "utf8").trim());
  try {
    await until(() => !pids.some(runs), "all of them are gone");
  } finally {
    for (const pid of pids.filter(runs)) process.kill(Number(pid), "SIGKILL");
  }
});

for (const signal of ["SIGINT", "SIGTERM", "SIGKILL"])
  test(`a bot that thinks for ever ends with a command that is ended by ${signal}, and so does what it started`, async () => {
    const notes = ["bot", "child"].map((name) => join(folder, `${name}-${signal}`));
    const bot = script(`thinks-${signal}`, `echo $$ > ${notes[0]}; setsid sh -c 'echo $$ > ${notes[1]}; exec sleep 600' & while :; do :; done`);
    const command = spawn(binary, ["arena", "byzanz", "--bots", `${bot},random,random`, "--games", "3", "--threads", "1"], { stdio: "ignore" });
    const ended = new Promise((done) => command.on("close", done));
    await until(() => notes.every((note) => existsSync(note) && readFileSync(note, "utf8").endsWith("\n")), "it was started");
    const pids = notes.map((note) => readFileSync(note, "utf8").trim());
    try {
      command.kill(signal);
      await ended;
      await until(() => !pids.some(runs), "both are gone");
    } finally {
      for (const pid of pids.filter(runs)) process.kill(Number(pid), "SIGKILL");
    }
  });

test("it is told what its seat may know and no more", () => {
  const heard = join(folder, "heard");
  const { err } = arena(script("listens", `tee ${heard} | (${first})`));
  assert.equal(err, "");
  const lines = readFileSync(heard, "utf8").split("\n");
  assert.equal(lines[0], "negoce 1");
  const seats = lines.filter((line) => line.startsWith("turn ")).map((line) => Number(line.split(" ")[3]));
  const pictures = lines.filter((line) => line.startsWith("picture ")).map((line) => JSON.parse(line.slice(8)));
  assert.equal(seats.length, pictures.length);
  assert.ok(pictures.length > 10);
  for (const [i, picture] of pictures.entries())
    for (const [seat, { hand }] of picture.seats.entries()) assert.equal(hand !== null, seat === seats[i]);
});

test("in the terminal a program plays, and one that is lost is told of", () => {
  const bad = script("quits", "exit 1");
  const run = spawnSync(process.env.NEGOCE ?? join(root, "build/negoce"),
    ["play", "byzanz", "--players", "3", "--people", "0", "--bots", `${bad},exec:python3 ${join(root, "examples/bot.py")},trader`, "--seed", "1", "--lang", "en"],
    { input: "", encoding: "utf8", timeout: 120000 });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /lost its seat, trader plays on: It ended\./);
  assert.match(run.stdout, /1\./);
});

test("programs are for the arena, the pool and the terminal", () => {
  const mark = join(folder, "mark");
  for (const args of [["record", "byzanz", "--players", "3"], ["simulate", "byzanz", "--players", "3", "--games", "1"]]) {
    const { code, err } = negoce([...args, "--bots", `exec:touch ${mark}`]);
    assert.equal(code, 2);
    assert.match(err, /only arena, pool and play take programs/);
  }
  assert.ok(!existsSync(mark), "and none is started");
});
