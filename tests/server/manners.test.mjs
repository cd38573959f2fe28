/* How people stand to each other: mute, block, and reports to who runs the house. Nobody is told that it
   was done to him, and nobody's id is told to anybody. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { newcomer, PASSWORD, sign } from "./accounts.mjs";
import { binary, dice, gather, Guest, play, Server, withBots } from "./harness.mjs";

const texts = (guest) => guest.chat.map(({ text }) => text);
const asides = (guest) =>
  guest.frames.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "asides").flatMap(({ lines }) => lines);
const people = async (guest) => (await guest.get({ type: "manners" })).people.map(({ name, how }) => `${how} ${name}`);

function admin(server, words, status = 0) {
  const ran = spawnSync(binary, ["--lang", "en", "admin", ...words, "--data", server.data], { encoding: "utf8" });
  assert.equal(ran.status, status, `${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return status === 0 ? ran.stdout : ran.stderr;
}

async function arrive(server, names) {
  return Promise.all(names.map((name) => Guest.arrive(server, name)));
}

test("who is muted is not heard, by whom alone muted him, until he is forgiven", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Bert", "Clara"]);
  const [anna, bert, clara] = guests;
  const table = await gather(guests);
  await bert.get({ type: "chat", table, text: "avant" });
  await anna.until(() => anna.chat.length === 1);
  const told = bert.frames.length;
  await anna.get({ type: "regard", table, seat: 1, how: "mute" });
  await bert.get({ type: "chat", table, text: "pendant" });
  await clara.get({ type: "chat", table, text: "bonjour" });
  await anna.until(() => texts(anna).includes("bonjour"));
  await clara.until(() => texts(clara).includes("pendant"));
  assert.ok(!anna.frames.join().includes("pendant"), "not one byte of it");
  await bert.until(() => texts(bert).includes("bonjour"));
  assert.ok(!bert.frames.slice(told).some((frame) => /mute|regard/.test(frame)), "he is not told");

  /* In another browser of hers, after a restart, and for what he said before. */
  await server.kill();
  const again = new Guest(server, anna.cookie);
  await again.connect();
  await again.enter(table);
  assert.deepEqual(texts(again), ["bonjour"]);
  const { people: list } = await again.get({ type: "manners" });
  assert.deepEqual(list.map(({ name, how }) => [name, how]), [["Bert", "mute"]]);
  assert.ok(!again.frames.some((frame) => frame.includes(bert.person.id)), "a mark is no id");
  await again.refused({ type: "forgive", mark: "0000000000000000" }, "seat");
  await again.get({ type: "forgive", mark: list[0].mark });
  await again.enter(table);
  assert.deepEqual(texts(again).sort(), ["avant", "bonjour", "pendant"]);
  assert.deepEqual(await people(again), []);
});

test("who looks may be muted by something he said", async (t) => {
  const server = await Server.open(t);
  const [anna, dora, emil] = await arrive(server, ["Anna", "Dora", "Emil"]);
  const table = await withBots(anna);
  await dora.enter(table);
  await emil.enter(table);
  await dora.get({ type: "aside", table, text: "elle triche" });
  await emil.until(() => asides(emil).length === 1);
  await anna.refused({ type: "regard", table, aside: 1, how: "mute" }, "seat"); // she has not heard it
  await emil.refused({ type: "regard", table, aside: 2, how: "mute" }, "seat");
  await emil.get({ type: "regard", table, aside: 1, how: "mute" });
  await dora.get({ type: "aside", table, text: "encore" });
  await dora.until(() => asides(dora).length === 2);
  await emil.get({ type: "ping" });
  assert.ok(!asides(emil).some(({ text }) => text === "encore"));
  await emil.refused({ type: "regard", table, seat: 1, how: "mute" }, "seat"); // a bot
});

test("who is blocked does not sit down at one's tables, and neither search finds the other", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await arrive(server, ["Anna", "Bert", "Clara"]);
  const first = await gather([anna, bert, clara]);
  await anna.get({ type: "regard", table: first, seat: 1, how: "block" });
  assert.deepEqual(await people(anna), ["block Bert"]);
  assert.deepEqual(await people(bert), []);

  const open = { type: "open", game: "byzanz", players: 3, listed: true };
  const { table } = await anna.get({ ...open, seats: ["me", "open", "open"] });
  const refusal = await bert.refused({ type: "sit", table, seat: 1 }, "seat");
  assert.equal(refusal.why, "You cannot sit down at this table.");
  assert.equal((await bert.enter(table)).summary.seat, null, "he may look");
  await clara.get({ type: "sit", table, seat: 1 });
  const found = (await bert.get({ type: "find", game: "byzanz" })).table;
  assert.notEqual(found, table, "his search passes by her table");
  assert.notEqual((await anna.get({ type: "find", game: "batavia" })).table, found);
  const wanted = (await bert.get({ type: "find", game: "comptoir" })).table;
  assert.notEqual((await anna.get({ type: "find", game: "comptoir" })).table, wanted, "and hers by his");
  /* A table she opened without a seat is hers too; where she only sits, also. */
  const { table: watched } = await anna.get({ ...open, listed: false, seats: ["open", "open", "greedy"] });
  await bert.refused({ type: "sit", table: watched, seat: 0 }, "seat");

  /* By her own will she may sit down with him. */
  await anna.get({ type: "sit", table: wanted, seat: 1 });
  /* Once forgiven he is as anybody. */
  const [{ mark }] = (await anna.get({ type: "manners" })).people;
  await anna.get({ type: "forgive", mark });
  await bert.get({ type: "sit", table: watched, seat: 0 });
});

test("who is blocked cannot invite who blocked him, nor sit down where a seat is kept for him", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = [await newcomer(server, "Anna"), await newcomer(server, "Bert")];
  const clara = await Guest.arrive(server, "Clara");
  const first = await gather([anna, bert, clara]);
  await bert.get({ type: "regard", table: first, seat: 0, how: "block" });
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  const { table } = await anna.get(open);
  const invite = { type: "invite", table, seat: 1, name: "Bert" };
  const { why, n } = await anna.refused(invite, "limit");
  assert.deepEqual([why, n], ["This person has {n} invitations already.", 20], "as by anybody who has too many");
  const { table: kept } = await clara.get({ ...open, listed: true });
  await clara.get({ ...invite, table: kept });
  const refusal = await anna.refused({ type: "sit", table: kept, seat: 2 }, "seat");
  assert.equal(refusal.why, "You cannot sit down at this table.");
  assert.notEqual((await anna.get({ type: "find", game: "byzanz" })).table, kept, "nor does a search lead there");
  const { table: his } = await bert.get(open);
  await bert.get({ type: "invite", table: his, seat: 1, name: "Anna" }); // by his own will
  const [{ mark }] = (await bert.get({ type: "manners" })).people;
  await bert.get({ type: "forgive", mark });
  await anna.get(invite);
});

/* A game of Byzanz that these, and bots where they are fewer than three, have played to its end. */
async function played(guests) {
  const seats = [0, 1, 2].map((seat) => (seat === 0 ? "me" : guests[seat] ? "open" : "greedy"));
  const { table } = await guests[0].get({ type: "open", game: "byzanz", players: 3, seats });
  for (const [seat, guest] of guests.entries()) if (seat > 0) await guest.get({ type: "sit", table, seat });
  for (const guest of guests) await guest.enter(table);
  await Promise.all(guests.map((guest, i) => play(guest, dice(i + 1))));
  return table;
}

test("a rematch keeps no seat between two of whom one has blocked the other, whoever asks for it", async (t) => {
  const server = await Server.open(t);
  for (const asks of [0, 1]) {
    const guests = await arrive(server, ["Anna", "Bert"]);
    const table = await played(guests);
    await guests[0].get({ type: "regard", table, seat: 1, how: "block" });
    const { table: next } = await guests[asks].get({ type: "rematch", table });
    const { summary } = await guests[asks].enter(next);
    const kinds = asks ? ["empty", "person", "bot"] : ["person", "empty", "bot"];
    assert.deepEqual(summary.seats.map(({ kind }) => kind), kinds);
  }
});

test("who is blocked by one of those whose seats a rematch keeps comes to look", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Bert", "Clara"]);
  const [anna, bert, clara] = guests;
  const table = await played(guests);
  await anna.get({ type: "regard", table, seat: 1, how: "block" });
  const { table: next } = await clara.get({ type: "rematch", table });
  await anna.get({ type: "rematch", table });
  assert.equal((await bert.get({ type: "rematch", table })).table, next);
  const { summary } = await bert.enter(next);
  assert.equal(summary.seat, null);
  await bert.refused({ type: "sit", table: next, seat: 1 }, "seat");
});

test("a report stands in the list of who runs the house until it is closed", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Bert", "Clara"]);
  const [anna, bert] = guests;
  const table = await gather(guests);
  assert.equal(admin(server, ["reports"]), "");
  const told = bert.frames.length;
  await anna.get({ type: "report", table, seat: 1, text: "Il m’insulte." });
  const [line] = admin(server, ["reports"]).trim().split("\n");
  for (const part of [/^1 /, /open/, table, anna.person.id, bert.person.id, "Bert", "Il m’insulte."]) assert.match(line, new RegExp(part));
  await bert.get({ type: "ping" });
  assert.deepEqual(bert.frames.slice(told).map((frame) => JSON.parse(frame).type), ["pong"], "he is not told");
  for (const wrong of [["reports", "close"], ["reports", "close", "x"], ["reports", "some"], ["reports", "all", "1"]])
    admin(server, wrong, 2);
  admin(server, ["reports", "close", "2"], 1);
  assert.match(admin(server, ["reports", "close", "1"]), /closed/);
  assert.equal(admin(server, ["reports"]), "");
  assert.match(admin(server, ["reports", "all"]), /^1 +closed/);
  assert.match(admin(server, ["log"]), /reports close 1/);
  admin(server, ["reports", "close", "1"], 1);
});

test("a guest who signs in with his tables stays muted, blocked and reported, and those he muted stay so", async (t) => {
  const server = await Server.open(t);
  await newcomer(server, "Bertrand");
  const guests = await arrive(server, ["Anna", "Bert", "Clara"]);
  const [anna, bert, clara] = guests;
  const table = await gather(guests);
  await anna.get({ type: "regard", table, seat: 1, how: "mute" });
  await clara.get({ type: "regard", table, seat: 1, how: "block" });
  await bert.get({ type: "regard", table, seat: 2, how: "mute" });
  await anna.get({ type: "report", table, seat: 1, text: "Il m’insulte." });
  const before = bert.person.id;
  await sign(bert, { type: "sign-in", name: "Bertrand", password: PASSWORD, keep: true });
  assert.equal((await bert.enter(table)).summary.seat, 1);
  await bert.get({ type: "chat", table, text: "pendant" });
  await clara.get({ type: "chat", table, text: "bonjour" });
  await anna.until(() => texts(anna).includes("bonjour"));
  assert.ok(!anna.frames.join().includes("pendant"), "not one byte of it");
  await anna.get({ type: "ping" });
  await bert.get({ type: "ping" });
  assert.ok(!texts(bert).includes("bonjour"), "nor does he hear whom he muted");
  assert.deepEqual(await people(bert), ["mute Clara"]);
  assert.deepEqual(await people(anna), ["mute Bert"]);
  const { table: next } = await clara.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
  await bert.refused({ type: "sit", table: next, seat: 1 }, "seat");
  const reports = admin(server, ["reports"]);
  assert.ok(reports.includes(bert.person.id) && !reports.includes(before), reports);
});

test("what a guest said where he only looked is his account’s when he signs in with his tables", async (t) => {
  const server = await Server.open(t);
  await newcomer(server, "Bertrand");
  const [anna, bert, clara] = await arrive(server, ["Anna", "Bert", "Clara"]);
  const table = await withBots(anna);
  await bert.enter(table);
  await clara.enter(table);
  await bert.get({ type: "aside", table, text: "elle triche" });
  await clara.until(() => asides(clara).length === 1);
  await clara.get({ type: "regard", table, aside: 1, how: "mute" });
  await sign(bert, { type: "sign-in", name: "Bertrand", password: PASSWORD, keep: true });
  assert.match(JSON.stringify(await bert.get({ type: "export" })), /elle triche/);
  clara.frames.length = 0;
  await clara.enter(table);
  await clara.get({ type: "ping" });
  assert.deepEqual(asides(clara), [], "she does not hear it anew");
  await sign(bert, { type: "delete", name: "Bertrand" });
  await server.kill();
  const late = await Guest.arrive(server);
  await late.enter(table);
  await late.until(() => asides(late).length === 1);
  assert.deepEqual(asides(late).map(({ name, text }) => [name, text]), [["N. N.", "…"]]);
});

test("every bound: of whom, of how many, of words", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Bert", "Clara"]);
  const [anna, bert, clara] = guests;
  const table = await gather(guests);
  const report = { type: "report", table, seat: 1, text: "!" };
  for (const text of ["", "x".repeat(201), 5, null, "a\u0007"]) await anna.refused({ ...report, text }, "bad");
  for (const seat of [-1, 9, "1", 1.5]) await anna.refused({ ...report, seat }, "bad");
  for (const aside of [0, -1, 2001, "1"]) await anna.refused({ type: "regard", table, aside, how: "mute" }, "bad");
  for (const whom of [{}, { seat: null }, { seat: 1, aside: 1 }]) {
    await anna.refused({ type: "regard", table, ...whom, how: "block" }, "bad");
    await anna.refused({ type: "report", table, ...whom, text: "!" }, "bad");
  }
  for (const how of ["", "hate", 1, null]) await anna.refused({ type: "regard", table, seat: 1, how }, "bad");
  for (const mark of [5, "x".repeat(30), null]) await anna.refused({ type: "forgive", mark }, "bad");
  await anna.refused({ ...report, seat: 0 }, "seat"); // herself
  await anna.refused({ ...report, seat: 5 }, "seat"); // nobody
  const stranger = await Guest.arrive(server);
  await stranger.refused(report, "table"); // he does not look at it

  for (let i = 0; i < 5; i++) await anna.get(report);
  const full = await anna.refused(report, "limit");
  assert.equal(full.n, 5);
  /* An address has ten an hour, of which six were used. */
  for (let i = 0; i < 4; i++) await clara.get(report);
  await clara.refused(report, "rate");
  assert.equal(admin(server, ["reports"]).trim().split("\n").length, 9);
  for (let i = 1; i <= 5; i++) admin(server, ["reports", "close", String(i)]);
  assert.deepEqual(await people(bert), []);
});

test("an account that goes takes what it said where it looked, its list, and its name in reports", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  const dora = await newcomer(server, "Dora");
  await dora.enter(table);
  await dora.get({ type: "aside", table, text: "secret de Dora" });
  await dora.get({ type: "regard", table, seat: 0, how: "block" });
  await dora.get({ type: "report", table, seat: 0, text: "elle ronfle" });
  const { id } = dora.person;
  await sign(dora, { type: "delete", name: "Dora" });
  const late = await Guest.arrive(server);
  await late.enter(table);
  await late.until(() => asides(late).length === 1);
  assert.deepEqual(asides(late).map(({ name, text }) => [name, text]), [["N. N.", "…"]]);
  assert.ok(!admin(server, ["reports"]).includes(id));
  assert.match(admin(server, ["reports"]), /elle ronfle/);
  await server.kill();
  const after = await Guest.arrive(server);
  await after.enter(table);
  assert.ok(!after.frames.join().includes("secret de Dora"));
});
