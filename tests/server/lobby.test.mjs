/* The list of open tables: told as it changes, filled by nobody alone, and where a search ends. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { newcomer, PASSWORD, sign } from "./accounts.mjs";
import { eventually, GENEROUS, Guest, Server, sleep } from "./harness.mjs";

const told = (guest, type) => guest.frames.map((text) => JSON.parse(text)).filter((m) => m.type === type);
const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true };

async function arrive(server, ...names) {
  return Promise.all(names.map((name) => Guest.arrive(server, name)));
}

test("a table whose seats only its journal tells keeps its place among the others when the house opens", async (t) => {
  const server = await Server.open(t);
  const [anna, clara] = await arrive(server, "Anna", "Clara");
  const { table: old } = await anna.get(open);
  await sleep(1100); // the store keeps seconds
  const { table: young } = await anna.get(open);
  const ids = async () => (await clara.get({ type: "lobby" })).open.map(({ id }) => id);
  assert.deepEqual(await ids(), [young, old]);
  await server.stop("SIGTERM");
  execFileSync("python3", ["-c", "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.execute(\"update tables set seats='' where id=?\",(sys.argv[2],));d.commit()", server.file, old]);
  await server.start();
  await clara.connect();
  for (let i = 0; i < 200 && (await ids()).length < 2; i++) await sleep(20);
  assert.deepEqual(await ids(), [young, old]);
});

test("one guest cannot fill the list, and no address can", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--listed", "5"] });
  const [anna, bert, clara] = await arrive(server, "Anna", "Bert", "Clara");
  for (let i = 0; i < 3; i++) await anna.get(open);
  const { why, n } = await anna.refused(open, "limit");
  assert.match(why, /^You have/);
  assert.equal(n, 3);
  await anna.get({ ...open, listed: false });
  await anna.get({ ...open, seats: ["me", "random", "random"] });
  for (let i = 0; i < 2; i++) await bert.get(open);
  await clara.refused(open, "limit");
  const { open: tables, total } = await clara.get({ type: "lobby" });
  assert.equal(tables.length, 5);
  assert.equal(total, 5);
  await clara.get({ type: "sit", table: tables[0].id, seat: 1 });
  await anna.get({ type: "sit", table: tables[0].id, seat: 2 });
  await clara.get(open);
});

test("sixty requests at once list no more than one person may", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await arrive(server, "Anna", "Bert");
  const devices = await Promise.all(Array.from({ length: 20 }, async () => new Guest(server, anna.cookie).connect()));
  await Promise.all(devices.flatMap((guest) => [1, 2, 3].map(() => guest.ask(open))));
  assert.equal((await bert.get({ type: "lobby" })).open.length, 3);
});

test("who follows the list is told what comes, changes and goes, in few messages", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await arrive(server, "Anna", "Bert", "Clara");
  await bert.get({ type: "follow", lobby: true });
  const { table } = await anna.get(open);
  await bert.until(() => told(bert, "offers").some((m) => m.open.some((s) => s.id === table)));
  for (let i = 0; i < 40; i++) {
    await clara.get({ type: "sit", table, seat: 1 });
    await clara.get({ type: "leave", table });
  }
  await clara.get({ type: "sit", table, seat: 1 });
  await bert.until(() => told(bert, "offers").some((m) => m.open.some((s) => s.seats[1].name === "Clara")));
  assert.ok(told(bert, "offers").length < 40, "many changes are told together");
  await anna.get({ type: "fill", table, seat: 2, bot: "random" });
  await bert.until(() => told(bert, "offers").some((m) => m.gone.includes(table)));
  assert.equal(told(clara, "offers").length, 0);
  let list = await bert.get({ type: "lobby" });
  assert.deepEqual(list.open, []);
  for (; !list.watch.length; list = await bert.get({ type: "lobby" })) await sleep(1); // not while a move is kept
  assert.deepEqual(list.watch.map(({ id }) => id), [table], "a listed game that is played may be looked at");
});

test("a search joins the table that waits longest, or opens one others find", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara, dora] = await arrive(server, "Anna", "Bert", "Clara", "Dora");
  const { table } = await anna.get({ type: "find", game: "comptoir" });
  assert.equal((await anna.get({ type: "find", game: "comptoir" })).table, table, "a search is not doubled");
  const { table: other } = await bert.get({ type: "find", game: "voc" });
  assert.notEqual(other, table);
  assert.equal((await clara.get({ type: "find" })).table, table, "the oldest that fits");
  assert.equal((await dora.get({ type: "find", game: "comptoir" })).table, table);
  await dora.enter(table);
  assert.deepEqual(dora.table.summary.seats.slice(0, 3).map((seat) => seat.name), ["Anna", "Clara", "Dora"]);
  await dora.refused({ type: "find", game: "chess" }, "bad");
  const many = await Promise.all(Array.from({ length: 6 }, () => Guest.arrive(server)));
  const answers = await Promise.all(many.map((guest) => guest.get({ type: "find", game: "byzanz" })));
  assert.ok(new Set(answers.map((answer) => answer.table)).size <= 3, "those who search at once meet");
});

test("a search takes no seat that is kept for somebody, and passes by a table that has no other", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara, dora] = await arrive(server, "Anna", "Bert", "Clara", "Dora");
  await newcomer(server, "Emil");
  const { table: full } = await anna.get({ ...open, seats: ["me", "open", "greedy"] });
  const { table: half } = await bert.get(open);
  for (const [host, table] of [[anna, full], [bert, half]]) await host.get({ type: "invite", table, seat: 1, name: "Emil" });
  assert.equal((await clara.get({ type: "find", game: "byzanz" })).table, half);
  const { seats } = (await clara.enter(half)).summary;
  assert.deepEqual(seats.map(({ kind, name }) => [kind, name]), [["person", "Bert"], ["invited", "Emil"], ["person", "Clara"]]);
  assert.ok(![full, half].includes((await dora.get({ type: "find", game: "byzanz" })).table), "she waits at one of her own");
});

test("a search does not lead to a table whose people have left, which leaves the list", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--gather", "1", "--idle", "1"] });
  const [anna, bert] = await arrive(server, "Anna", "Bert");
  await bert.get({ type: "follow", lobby: true });
  const { table } = await anna.get(open);
  const { table: hidden } = await anna.get({ ...open, listed: false });
  await anna.leave();
  await eventually(async () => (await server.metric("people")) <= 1, 20);
  assert.notEqual((await bert.get({ type: "find", game: "byzanz" })).table, table);
  await bert.until(() => told(bert, "offers").some((m) => m.gone.includes(table)));
  await anna.connect();
  assert.deepEqual((await anna.get({ type: "mine" })).tables.map(({ id }) => id), [hidden]);
  assert.equal((await anna.enter(table)).summary.seat, 0, "its link still leads there");
});

test("a table the last one leaves is off the list at once", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await arrive(server, "Anna", "Bert");
  const { table } = await anna.get({ type: "find", game: "byzanz" });
  await bert.get({ type: "follow", lobby: true });
  await anna.get({ type: "leave", table });
  await bert.until(() => told(bert, "offers").some((m) => m.gone.includes(table)));
  assert.deepEqual((await bert.get({ type: "lobby" })).open, []);
});

test("the list is there again after a restart", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await arrive(server, "Anna", "Bert");
  const { table } = await anna.get(open);
  await server.kill();
  await bert.connect();
  await bert.get({ type: "ping" });
  assert.deepEqual((await bert.get({ type: "lobby" })).open.map(({ id }) => id), [table]);
});

test("a search wishes a speed and whether it counts; a guest is led to no table that counts", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await Promise.all(["Anna", "Bert"].map((name) => Guest.arrive(server, name)));
  const dora = await newcomer(server, "Dora");
  const emil = await newcomer(server, "Emil");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true };
  const { table: counts } = await dora.get({ ...open, rated: true, time: "bank:600+15" });
  const { table: slow } = await anna.get({ ...open, time: "slow:24" });
  assert.notEqual((await bert.get({ type: "find", game: "byzanz", speed: "live" })).table, slow);
  assert.equal((await emil.get({ type: "find", game: "byzanz", rated: true })).table, counts);
  const carl = await Guest.arrive(server, "Carl");
  assert.equal((await carl.get({ type: "find", game: "byzanz", speed: "slow" })).table, slow);
  const { table: third } = await carl.get({ type: "find", game: "batavia", speed: "slow" });
  assert.equal((await carl.enter(third)).summary.time, "slow:24");
  assert.equal((await anna.enter(counts)).summary.seats.filter((seat) => seat.kind === "person").length, 2);
  await carl.refused({ type: "find", game: "voc", rated: true }, "account");
  const { table: own } = await emil.get({ type: "find", game: "voc", rated: true });
  assert.equal((await emil.get({ type: "find", game: "voc" })).table, own, "he waits there already");
  const { table: friendly } = await emil.get({ type: "find", game: "voc", rated: false });
  assert.notEqual(friendly, own, "which counts, and is not what he wishes now");
  assert.equal((await emil.enter(own)).summary.time, "bank:600+15", "what counts has a clock");
  for (const speed of ["fast", 1, true]) await carl.refused({ type: "find", speed }, "bad");
  for (const rated of ["yes", 1]) await carl.refused({ type: "find", rated }, "bad");
});

/* Gives people points at a game, in the store of a server that is closed: 25 is 1500 points, 1 is 40. */
const RATE = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for one in sys.argv[2:]:
    who, mu = one.split("=")
    db.execute("insert into ratings (game, who, mu, sigma, played, won) values ('byzanz', ?, ?, 2, 12, 3)", (who, float(mu)))
db.commit()
`;

test("a table may be for a level: others are told why not, and a search finds those near one's own", async (t) => {
  const server = await Server.open(t);
  const [dora, emil, fritz] = await Promise.all(["Dora", "Emil", "Fritz"].map((name) => newcomer(server, name)));
  const guest = await Guest.arrive(server, "Gast");
  await server.stop("SIGTERM");
  const points = [`${dora.person.id}=35`, `${emil.person.id}=33`]; // 1900 and 1820; Fritz never played
  execFileSync("python3", ["-c", RATE, server.file, ...points]);
  await server.start();
  for (const one of [dora, emil, fritz, guest]) await one.connect();

  for (const bad of [[1, 2, 3], [1700, 1400], [1400, 1400], [0, 4001], [-1, 100], "1400", ["a", "b"], 5, {}])
    await dora.refused({ ...open, points: bad }, "bad");
  await guest.refused({ ...open, points: [1750, 4000] }, "account");
  const { table } = await dora.get({ ...open, points: [1750, 4000] });
  const { open: shown } = await guest.get({ type: "lobby" });
  assert.deepEqual(shown.find((one) => one.id === table).points, [1750, 4000]);
  const counted = () => server.metric('refusals_total{code="points"}');
  const before = await counted();
  const { n } = await fritz.refused({ type: "sit", table, seat: 1 }, "points");
  assert.equal(await counted(), before + 1);
  assert.equal(n, 1750);
  await guest.refused({ type: "sit", table, seat: 1 }, "account");
  assert.notEqual((await fritz.get({ type: "find", game: "byzanz" })).table, table, "no search leads there either");
  assert.equal((await emil.get({ type: "find", game: "byzanz", near: true })).table, table);

  await guest.refused({ type: "find", game: "byzanz", near: true }, "account");
  for (const near of [1, "yes"]) await fritz.refused({ type: "find", near }, "bad");
  const { table: low } = await fritz.get({ type: "find", game: "comptoir", near: true });
  assert.deepEqual((await fritz.enter(low)).summary.points, [1300, 1700]);
  const { table: few } = await fritz.get({ ...open, points: [0, 1600] });
  assert.equal((await emil.refused({ type: "sit", table: few, seat: 1 }, "points")).n, 1600);
  await fritz.get({ type: "invite", table: few, seat: 2, name: "Emil" });
  await emil.get({ type: "sit", table: few, seat: 2 }); // who is asked by name may

  await server.kill();
  for (const one of [dora, fritz]) await one.connect();
  assert.deepEqual((await fritz.enter(table)).summary.points, [1750, 4000], "after a restart too");
  await fritz.refused({ type: "sit", table, seat: 2 }, "points");
  await dora.get({ type: "leave", table });
  await dora.get({ type: "sit", table, seat: 0 });
});

test("who sits down while the table is about to be taken off keeps it in the list", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--gather", "2", "--idle", "1"] });
  const slow = await server.slowDisk();
  const [clara, left] = await arrive(server, "Clara", "Left");
  const { table } = await left.get(open);
  await left.leave();
  slow(true);
  const sits = clara.get({ type: "sit", table, seat: 1 });
  await sleep(4500);
  slow(false);
  await sits;
  assert.deepEqual((await clara.get({ type: "mine" })).tables.map(({ id }) => id), [table]);
  assert.deepEqual((await clara.get({ type: "lobby" })).open.map(({ id }) => id), [table]);
});

test("an open table that came along into an account is his in the list, which says no name that is gone", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--gather", "2", "--idle", "1"] });
  const [clara, left] = await arrive(server, "Clara", "Left");
  await newcomer(server, "Anna");
  const guest = await Guest.arrive(server, "Eve");
  const { table } = await guest.get(open);
  const { table: other } = await left.get(open);
  const listed = async (by) => (await by.get({ type: "lobby" })).open.find(({ id }) => id === table);
  await eventually(async () => (await server.metric("tables")) <= 0, 50); // it is in the list alone
  await sign(guest, { type: "sign-in", name: "Anna", password: PASSWORD, keep: true });
  await eventually(async () => (await listed(guest)).host, 10);
  assert.equal((await listed(guest)).seats[0].mine, true);
  assert.equal((await listed(clara)).host, false);

  await left.leave(); // a table nobody waits at is taken off, his is not
  await eventually(async () => !(await clara.get({ type: "lobby" })).open.some(({ id }) => id === other), 50);
  assert.ok(await listed(clara), "who opened it is here");
  assert.equal((await guest.get({ type: "mine" })).tables.length, 1);

  await server.kill();
  await Promise.all([guest.connect(), clara.connect()]);
  await eventually(async () => (await listed(guest))?.host, 10);

  await sign(guest, { type: "delete", name: "Anna" });
  await eventually(async () => (await listed(clara)).seats[0].name === "N. N.", 10);
  await server.kill();
  await clara.connect();
  await eventually(() => listed(clara), 10);
  assert.equal((await listed(clara)).seats[0].name, "N. N.");
});
