/* Rated games: who may play them, what comes of them, and that it can be made again from nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Guest, Server, binary, dice, gather, play, withBots } from "./harness.mjs";
import { newcomer } from "./accounts.mjs";

const ranking = async (guest, game = "byzanz") => (await guest.get({ type: "ranking", game })).ranking;
const person = async (guest, name) => (await guest.get({ type: "person", name })).person;

/* A rated game of one account with bots, played to its end at random. */
async function rated(guest, roll, request = {}) {
  const table = await withBots(guest, { rated: true, time: "slow:24", seats: ["me", "greedy", "greedy", "novice"], ...request });
  await play(guest, roll);
  return table;
}

test("a rated table is for accounts and our own machines", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Guest");
  const anna = await newcomer(server, "Anna");
  const bert = await newcomer(server, "Bert");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "greedy"], rated: true, time: "bank:600+15" };
  await guest.refused(open, "account");
  await anna.refused({ ...open, rated: "yes" }, "bad");
  for (const time of [null, "none"]) assert.match((await anna.refused({ ...open, time }, "illegal")).why, /clock/);
  const { table } = await anna.get(open);
  await guest.refused({ type: "sit", table, seat: 1 }, "account");
  assert.equal((await guest.enter(table)).summary.rated, true);
  await bert.get({ type: "sit", table, seat: 1 });
  const friendly = await gather([anna, guest, bert]);
  assert.equal((await anna.enter(friendly)).summary.rated, false);
});

test("in a rated game the machines wait for nobody", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const table = await withBots(anna, { rated: true, time: "bank:600+15" });
  assert.match((await anna.refused({ type: "pace", table, pace: "wait" }, "illegal")).why, /rated/);
  await anna.get({ type: "pace", table, pace: "once" });
  const friendly = await withBots(anna);
  await anna.get({ type: "pace", table: friendly, pace: "wait" });
});

test("the rematch of a rated table from before clocks has one", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const table = await withBots(anna, { options: { length: "short" } });
  await play(anna, dice(5));
  await server.stop("SIGTERM");
  const age = "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.execute('update tables set rated=1');d.commit()";
  execFileSync("python3", ["-c", age, server.file]);
  await server.start();
  await anna.connect();
  const next = await anna.get({ type: "rematch", table });
  const { summary } = await anna.enter(next.table);
  assert.deepEqual([summary.rated, summary.time], [true, "bank:600+15"]);
});

test("in a rated game nobody is told what a good player would do, before its end", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const table = await withBots(anna, { rated: true, time: "slow:24", seats: ["me", "random", "random", "random"], options: { length: "short" } });
  await anna.until(() => anna.owes);
  const { why } = await anna.refused({ type: "hint", table }, "illegal");
  assert.match(why, /rated/);
  const { position } = anna.table.window;
  assert.equal((await anna.move(anna.table.window.moves[0])).type, "ok");
  if (position > 0) await anna.refused({ type: "hint", table, position }, "illegal");
  const friendly = await withBots(anna);
  await anna.until(() => anna.owes);
  assert.equal((await anna.get({ type: "hint", table: friendly })).type, "hint");
});

test("a rated game moves its players and bots; a friendly one only stands among the results", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const looker = await Guest.arrive(server);
  assert.deepEqual((await ranking(looker)).rows, []);
  await withBots(anna);
  await play(anna, dice(1));
  let page = await person(looker, "anna");
  assert.deepEqual([page.name, page.played, page.ratings, page.mine], ["Anna", 1, [], false]);
  assert.equal(page.results[0].gain, null);
  assert.equal(page.results[0].table, null, "the address of a table is its invitation");
  const table = await rated(anna, dice(2));
  const { bots, rows, players } = await ranking(anna);
  assert.equal(players, 0, "no rank before ten games");
  assert.deepEqual(bots.map(({ name, bot, played }) => [name, bot, played]).sort(), [["greedy", true, 2], ["novice", true, 1]]);
  const [{ name, points, margin, played, rank, mine, curve }] = rows;
  assert.deepEqual([name, played, rank, mine, curve.length], ["Anna", 1, null, true, 1]);
  assert.ok(margin < 333 && points !== 1500);
  page = await person(anna, "Anna");
  assert.equal(page.results[0].table, table);
  await anna.get({ type: "exit" }); // who looks at it when it is closed is sent away
  const title = page.results[0].title;
  for (const [act, told] of [["close", [null, null]], ["pardon", [table, title]]]) {
    execFileSync(binary, ["admin", act, table, "--data", server.data]);
    const [result] = (await person(anna, "Anna")).results;
    assert.deepEqual([result.table, result.title], told, act);
  }
  assert.equal(page.results[0].gain, points - 1500);
  assert.equal(page.ratings[0].points, points);
  const got = page.emblems.filter((one) => one.got).map(({ id }) => id);
  assert.ok(got.includes("e-bale") && !got.includes("e-lead"));
  await looker.refused({ type: "checked", table }, "seat");
  await anna.enter(table); // and no window follows the answer
  const { at } = await anna.get({ type: "checked", table });
  await anna.refused({ type: "checked", table }, "illegal");
  assert.equal((await anna.enter(table)).at, at, "nobody else hears of it");
  assert.ok((await person(anna, "Anna")).emblems.some(({ id, got }) => id === "e-lead" && got));
  assert.equal(page.emblems.length, 24);
  const sale = page.records.find(({ kind, title }) => kind === "best" && title === "Best sale");
  assert.ok(sale.game === "byzanz" && sale.unit === "{n} {n?point|points}" && sale.n >= 1, JSON.stringify(page.records));
  assert.deepEqual([...new Set(page.opponents.map(({ bot }) => bot))], [true]);
});

test("a machine that plays in somebody's place may lose him points, but wins him none", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const won = async () => (await person(anna, "Anna")).results.some(({ rank }) => rank === 1);
  const helped = async (table) => (await anna.get({ type: "company", table })).helped;
  for (let i = 0; i < 40 && !(await won()); i++) {
    const table = await withBots(anna, { rated: true, time: "slow:24", seats: ["me", "trader", "random", "random"], options: { length: "short" } });
    await anna.get({ type: "leave", table });
    await anna.until(() => anna.table.window.over);
    assert.equal(await helped(table), true, "and she is told why it did not rise");
  }
  const { results, left, records, opponents, ratings } = await person(anna, "Anna");
  assert.ok(left > 0 && (await won()), "her machine won");
  assert.deepEqual(records.filter(({ kind }) => kind !== "rating"), [], "no record of what she did not play");
  assert.deepEqual([...new Set(opponents.map(({ ahead }) => ahead))], [0]);
  assert.equal(ratings[0].won, 0);
  assert.ok(results.every(({ gain }) => gain <= 0), JSON.stringify(results));
  for (const { rank, players, gain } of results) if (rank === players) assert.ok(gain < 0, "who leaves may lose");
  assert.equal(await helped(await rated(anna, dice(3))), false, "she played herself");
});

test("after ten games one has a rank; who hides himself is seen by nobody else", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const roll = dice(5);
  for (let i = 0; i < 10; i++) await rated(anna, roll, { players: 3, seats: ["me", "random", "random"], options: { length: "short" } });
  const looker = await Guest.arrive(server);
  const { rows, players, crowd } = await ranking(looker);
  assert.equal(players, 1);
  assert.deepEqual([rows[0].rank, rows[0].played, rows[0].mine], [1, 10, false]);
  assert.equal(crowd.reduce((sum, [, n]) => sum + n, 0), 1);
  await anna.get({ type: "show", shown: false });
  assert.deepEqual((await ranking(looker)).rows, []);
  await looker.refused({ type: "person", name: "Anna" }, "account");
  assert.equal((await ranking(anna)).rows.length, 1);
  assert.equal((await person(anna, "Anna")).name, "Anna");
  await looker.refused({ type: "person", name: "Nobody" }, "account");
  await looker.refused({ type: "ranking", game: "chess" }, "bad");
});

test("a page tells who is here and at which open table he sits, and of no other table", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const looker = await Guest.arrive(server);
  const presence = async () => {
    const { here, at, title } = await looker.get({ type: "person", name: "anna" });
    return { here, at, title };
  };
  assert.deepEqual(await presence(), { here: true, at: null, title: null });
  await withBots(anna, { title: "Galata" });
  assert.deepEqual(await presence(), { here: true, at: null, title: null }, "a table by invitation is not told");
  const open = await withBots(anna, { title: "Texel", listed: true, seats: ["me", "open", "greedy", "greedy"] });
  assert.deepEqual(await presence(), { here: true, at: open, title: "Texel" });
  const other = await gather([await Guest.arrive(server), await Guest.arrive(server), await Guest.arrive(server)], { listed: true });
  await anna.enter(other);
  assert.deepEqual(await presence(), { here: true, at: null, title: null }, "nor one he only looks at");
  await anna.leave();
  for (let i = 0; i < 400 && (await presence()).here; i++) await sleep(25);
  assert.deepEqual(await presence(), { here: false, at: null, title: null });
});

test("a game that begins with moves of another is nobody’s result", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const table = await withBots(anna);
  await play(anna, dice(4));
  const { record } = await anna.get({ type: "record", table });
  const before = await person(anna, "Anna");
  assert.equal(before.played, 1);
  const { table: uploaded } = await anna.get({ type: "upload", record });
  const { summary, window } = await anna.enter(table);
  const seat = summary.result.findIndex(({ rank }) => rank === 1);
  for (const from of [table, uploaded]) { // the last moves of whoever won
    const { table: fork } = await anna.get({ type: "fork", table: from, position: window.position - 3, seat });
    await anna.enter(fork);
    await play(anna, dice(4));
  }
  assert.deepEqual(await person(anna, "Anna"), before);
  execFileSync(binary, ["admin", "rate", "--data", server.data]);
  assert.deepEqual(await person(anna, "Anna"), before);
});

test("results and ratings can be made again from the journals alone", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  for (const seed of [1, 2, 3])
    await rated(anna, dice(seed), { game: seed === 3 ? "batavia" : "byzanz", players: 3, seats: ["me", "greedy", "novice"] });
  await anna.get({ type: "checked", table: (await anna.get({ type: "mine", state: "over" })).tables[0].id });
  const all = async () => [await ranking(anna), await ranking(anna, "batavia"), await person(anna, "Anna")];
  const before = await all();
  const db = server.file;
  const sql = (script) => execFileSync("python3", ["-c", "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.executescript(sys.argv[2]); d.commit()", db, script]);
  const rate = () => execFileSync(binary, ["--lang", "en", "admin", "rate", "--data", server.data], { encoding: "utf8" });
  await server.stop("SIGTERM");
  sql("UPDATE ratings SET mu = 99; DELETE FROM results WHERE seat = 0");
  assert.match(rate(), /^3 games are rated again/);
  await server.start();
  await anna.connect();
  assert.deepEqual(await all(), before);
  assert.match(rate(), /^3 games/, "also while the house is open");
  assert.deepEqual(await all(), before);
});
