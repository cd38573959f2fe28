/* A game played in a page alone comes to the server, which trusts nothing of it, is played on there by people
   and bots, goes along again and comes back. The page's engine plays the page here. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../wasm/engine.mjs";
import { binary, Closed, dice, eventually, gather, GENEROUS, Guest, play, root, Server, sleep } from "./harness.mjs";

const engine = await load(join(root, "build-wasm/src/wasm/negoce.wasm"));
const told = (name, ...given) => JSON.parse(engine.told(name, ...given));
const SEED = "5e".repeat(32);

/* The page plays on with these lines until the person has made so many moves, or the game is over; its journal
   from then on. */
function playThere({ game, players, options = "", lines, seed, sealed }, moves) {
  assert.equal(engine.call("solo_open", game, players, options, seed), 1);
  if (sealed) assert.equal(engine.told("solo_seal"), "");
  for (const line of lines) assert.equal(engine.told("solo_line", line), "", line);
  if (!sealed) engine.call("solo_saved");
  assert.equal(told("solo_begin", "~x", "Lorient").type, "ok");
  const roll = dice(7);
  for (let made = 0, i = 0; made < moves && i < 40000; i++) {
    const { window, at, summary } = told("solo_table");
    if (window.over) break;
    if (window.turn.includes(summary.seat)) {
      assert.equal(told("solo_move", at, window.moves[roll(window.moves.length)]).type, "ok");
      made++;
    } else {
      engine.call("solo_wait", 0);
      engine.call("solo_think", 1000, 2);
    }
  }
  for (let i = 0; i < 40000; i++) {
    const { window, summary } = told("solo_table");
    if (window.over || (window.turn.length === 1 && window.turn[0] === summary.seat)) break;
    engine.call("solo_wait", 0);
    engine.call("solo_think", 1000, 2);
  }
  return engine.told("solo_batch");
}

/* A new game of the page: what it hands over. */
function newGame(moves, game = "byzanz", players = 3) {
  const lines = ["seat 0 person me Anna", ...Array.from({ length: players - 1 }, (_, i) => `seat ${i + 1} bot novice`)];
  const journal = playThere({ game, players, lines, seed: SEED, sealed: true }, moves);
  return { type: "hand-over", game, players, options: {}, title: "Lorient", seed: SEED, journal };
}

/* The lines with one of them changed. */
function changed(journal, which, to) {
  const lines = journal.split("\n");
  const at = lines.findIndex(which);
  assert.ok(at >= 0);
  lines[at] = to(lines[at]);
  return { journal: lines.join("\n"), line: at + 1 };
}

const house = (t) => Server.open(t);

test("a game comes over whole, marked; a friend takes a bot's seat; nothing of it counts", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const bruno = await Guest.arrive(server, "Bruno");
  const game = newGame(6);
  const { window: there } = told("solo_table");
  const { table } = await anna.get(game);
  const { summary, window } = await anna.enter(table);
  assert.equal(summary.offline, true);
  assert.equal(summary.rated, false);
  assert.equal(summary.listed, false);
  assert.equal(summary.commitment, null);
  assert.equal(summary.title, "Lorient");
  assert.equal(summary.seat, 0);
  assert.equal(window.position, there.position);
  assert.deepEqual(window.picture, there.picture);
  const { tables } = await anna.get({ type: "mine" });
  assert.ok(tables.find((one) => one.id === table)?.offline, "lists tell it too");

  await bruno.enter(table);
  assert.equal(bruno.table.summary.seats[1].given, true);
  await bruno.get({ type: "sit", table, seat: 1 });
  await bruno.until(() => bruno.table.summary.seat === 1);
  await anna.refused({ type: "take", table }, "seat");
  await Promise.all([play(anna, dice(1)), play(bruno, dice(2))]);
  await anna.until(() => anna.table.window.over);
  const { record } = await anna.get({ type: "record", table });
  assert.match(record, /^offline: yes$/m);
  assert.doesNotMatch(record, /^(commitment|seed)/m);
  execFileSync(binary, ["check", "-"], { input: record });
  const again = await anna.get({ type: "upload", record });
  assert.equal((await anna.enter(again.table)).summary.offline, true, "a record keeps the mark");
});

test("the same message twice opens one table", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const game = { ...newGame(2), nonce: "ab".repeat(16) };
  const { table } = await anna.get(game);
  assert.equal((await anna.get(game)).table, table);
  assert.notEqual((await anna.get({ ...game, nonce: "cd".repeat(16) })).table, table);
});

test("every game of every size comes over", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  for (const { id, players, options } of anna.welcome.games)
    for (let count = players.min; count <= players.max; count++) {
      const fits = options.every(({ choices }) => choices[0].least <= count);
      if (!fits) continue;
      const { table } = await anna.get(newGame(3, id, count));
      assert.equal((await anna.enter(table)).summary.game, id);
    }
});

test("what is not so is refused with its line, and nothing is opened", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const game = newGame(4);
  const { journal } = game;
  const refused = async (more, line, why) => {
    const answer = await anna.refused({ ...game, ...more }, "record");
    if (line !== undefined) assert.equal(answer.line, line);
    if (why) assert.match(answer.why, why);
  };
  const drawn = changed(journal, (line) => /^\* deal \d olives/.test(line), (line) => line.replace("olives", "wine"));
  await refused(drawn, drawn.line, /^Chance did not draw this/);
  await refused({ seed: "00".repeat(32) }, 1, /^This seal is not of this seed/);
  const nonce = changed(journal, (line) => line.startsWith("nonce 1"), () => `nonce 1 ${"0".repeat(32)}`);
  await refused(nonce, nonce.line, /^Chance did not draw this/);
  const illegal = changed(journal, (line) => /^0 /.test(line), () => "0 bid wood9 wood9 wood9");
  await refused(illegal, illegal.line);
  const other = changed(journal, (line) => line.startsWith("seat 1"), () => "seat 1 person me2 Bruno");
  await refused(other, other.line, /^Only whoever hands the game over/);
  const thief = changed(journal, (line) => line.startsWith("seat 0"), () => `seat 0 person ${anna.person.id} Anna`);
  await refused(thief, thief.line, /^Only whoever hands the game over/);
  for (const line of ["offline", "time none", "vote 0 1 bot", "seat 1 given trader", "seat 1 away trader", "lesson", "?"])
    await refused({ journal: `${journal}${line}\n` }, journal.split("\n").length);
  await refused({ journal: "" }, 0);
  await refused({ journal: journal.split("\n").slice(0, 4).join("\n") });
  await refused({ journal: `${"x".repeat(2000)}\n` }, 1, /too long/);
  await refused({ journal: newGame(4000).journal }, 0, /^This game is over/);
  await refused({ players: 4 });
  await anna.refused({ ...game, seed: "5e" }, "bad");
  await anna.refused({ ...game, journal: 7 }, "bad");
  const wordy = await Guest.arrive(server, "Bruno");
  await assert.rejects(wordy.ask({ ...game, journal: journal + "chat 0 x\n".repeat(1 << 17) }), Closed);
  assert.deepEqual((await anna.get({ type: "mine" })).tables, []);
});

test("a game is taken along, played on there, and comes back to its table", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const bruno = await Guest.arrive(server, "Bruno");
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "novice", "novice"] });
  await anna.enter(table);
  const mine = () => anna.table.window.turn.length === 1 && anna.table.window.turn[0] === 0;
  let moves = 0;
  await play(anna, dice(4), { stop: () => moves >= 3 && mine(), made: () => moves++ });
  await bruno.refused({ type: "take", table }, "seat");
  const taken = await anna.get({ type: "take", table });
  assert.deepEqual(await anna.get({ type: "take", table }).then(({ re, ...one }) => one), (({ re, ...one }) => one)(taken));
  await anna.until(() => anna.table.summary.offline);
  assert.equal(taken.lines.includes("commitment"), false, "nothing of the seed goes along");
  const { position } = anna.table.window;

  const lines = taken.lines.split("\n").filter(Boolean);
  const there = { game: taken.game, players: taken.players, options: taken.options, lines, seed: SEED, sealed: false };
  const journal = playThere(there, 5);
  const { window: then } = told("solo_table");
  assert.ok(then.position > position);
  const back = { type: "hand-back", table, at: taken.at, seed: SEED, journal };
  await bruno.refused(back, "seat");
  await anna.refused({ ...back, seed: "00".repeat(32) }, "record");
  await anna.refused({ ...back, at: taken.at - 1 }, "stale");
  await anna.refused({ ...back, journal: "undo 0\n".repeat(8001) }, "illegal");
  assert.equal(anna.table.window.position, position, "what was refused changed nothing");
  assert.equal((await anna.get({ ...back, journal: "" })).at, taken.at);
  await anna.get(back);
  await anna.until(() => anna.table.window.position >= then.position);
  assert.deepEqual((await anna.get({ type: "replay", table, position: then.position })).window.picture, then.picture);
  await anna.refused(back, "stale");
  await play(anna, dice(5));
  execFileSync(binary, ["check", "-"], { input: (await anna.get({ type: "record", table })).record });
});

test("a game whose others have gone is marked as taken along for all who look", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--grace", "1"] });
  const guests = await Promise.all(["Anna", "Bruno", "Carla"].map((name) => Guest.arrive(server, name)));
  const [anna, ...gone] = guests;
  const dora = await Guest.arrive(server, "Dora");
  const table = await gather(guests);
  await dora.enter(table);
  for (const guest of gone) await guest.leave();
  for (const seat of [1, 2])
    await eventually(async () => (await anna.ask({ type: "replace", table, seat })).type !== "error", 50);
  const mine = () => anna.table.window.turn.length === 1 && anna.table.window.turn[0] === 0;
  let moves = 0;
  await play(anna, dice(4), { stop: () => moves >= 3 && mine(), made: () => moves++ });
  await anna.get({ type: "take", table });
  await dora.until(() => dora.table.at === anna.table.at);
  for (const { table: told } of [anna, dora]) assert.deepEqual([told.summary.offline, told.summary.commitment], [true, null]);
});

test("what only the table itself can refuse is refused, and changes nothing", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const game = newGame(1);
  const lines = game.journal.trim().split("\n");
  const last = lines.at(-1);
  assert.match(last, /^[12] /, "a bot moved last");
  const late = [...lines.slice(0, -1), `late ${last[0]}`, last].join("\n");
  const { table } = await anna.get({ ...game, journal: `${late}\n` });
  const { at, window } = await anna.enter(table);
  const back = { type: "hand-back", table, at, seed: SEED, journal: `undo ${window.position - 1}\n` };
  await anna.refused(back, "record");
  assert.equal((await anna.enter(table)).at, at);

  const away = "seat 0 away novice\nseat 0 back\n".repeat(8000).split("\n").slice(0, 15998 - lines.length);
  const full = await anna.get({ ...game, journal: `${[...lines, ...away.slice(0, away.length & ~1)].join("\n")}\n` });
  const then = await anna.enter(full.table);
  const much = "seat 0 away novice\nseat 0 back\n".repeat(4).split("\n").slice(0, 16001 - then.at).join("\n");
  const answer = await anna.ask({ ...back, table: full.table, at: then.at, journal: much });
  assert.equal(answer.type, "error");
  assert.equal((await anna.enter(full.table)).at, then.at);
});

test("what is said at the table meanwhile does not keep a game from coming back", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const elsewhere = await new Guest(server, anna.cookie).connect();
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "random", "random"] });
  await anna.enter(table);
  await anna.until(() => anna.owes);
  const { at } = await anna.get({ type: "take", table });
  const journal = `chat 0 ${"la ".repeat(20)}la\n`.repeat(7900); // which takes a while to be read
  for (let i = 0; i < 5; i++) {
    let waits = true;
    const back = anna.ask({ type: "hand-back", table, at, seed: SEED, journal }).finally(() => (waits = false));
    while (waits) {
      await elsewhere.get({ type: "chat", table, text: "Soon!" });
      await sleep(5); // a table hears 4000 of them at most, however slow the machine
    }
    assert.deepEqual([i, (await back).why], [i, undefined]);
  }
});

test("what stays with the server", async (t) => {
  const server = await house(t);
  const anna = await Guest.arrive(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "novice", "novice"] };
  const slow = await anna.get({ ...open, time: "slow:24" });
  await anna.refused({ type: "take", table: slow.table }, "illegal");
  const waiting = await anna.get({ ...open, seats: ["me", "novice", "open"] });
  await anna.refused({ type: "take", table: waiting.table }, "turn");
  const lesson = await anna.get({ type: "learn", game: "byzanz" });
  await anna.refused({ type: "take", table: lesson.table }, "illegal");
  const { table } = await anna.get(open);
  await anna.refused({ type: "hand-back", table, at: 1, seed: SEED, journal: "" }, "illegal");
});
