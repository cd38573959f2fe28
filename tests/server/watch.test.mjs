/* Those who look: how many they are and who wishes to be named, what they say among themselves, and what
   is held back from them: a delay the table chose, and a voyage at a table that counts. Held against the
   bytes: every frame a spectator was ever sent is kept. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newcomer } from "./accounts.mjs";
import { dice, gather, Guest, play, Server, withBots } from "./harness.mjs";

/* All that was sent to a guest before this has arrived. */
const caughtUp = (guest) => guest.get({ type: "ping" });

/* The highest position named in what somebody was sent. */
function newest(frames) {
  let most = 0;
  for (const frame of frames) {
    const { window, events = [], acts = [], last = 0, to = 0 } = JSON.parse(frame);
    for (const at of [window?.position ?? 0, last, to, ...events.map((e) => e.at), ...acts.map((a) => a.at)])
      most = Math.max(most, at);
  }
  return most;
}

/* The newest position up to this one where somebody was to decide, as a player looks back. */
async function decisionAt(guest, table, latest) {
  for (let position = latest; position > 0; position--) {
    const { window } = await guest.get({ type: "replay", table, position });
    if (window.turn.length > 0) return position;
  }
  return 0;
}

async function playerMoves(guests, roll) {
  const [first] = guests;
  await first.until(() => guests.some((guest) => guest.owes));
  const mover = guests.find((guest) => guest.owes);
  const { moves } = mover.table.window;
  const { at } = await mover.get({ type: "move", table: mover.table.summary.id, at: mover.table.at, move: moves[roll(moves.length)] });
  for (const guest of guests) await guest.until(() => guest.table.at >= at);
}

test("at a table with a delay those who look are that many moves behind, in every frame", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Carla"].map((name) => Guest.arrive(server, name)));
  const delay = 12;
  const table = await gather(guests, { delay, listed: true });
  const watcher = await Guest.arrive(server);
  await watcher.enter(table);
  assert.equal(watcher.table.summary.delay, delay);
  const roll = dice(7);
  let position = 0;
  for (let i = 0; i < 25; i++) {
    await playerMoves(guests, roll);
    position = guests[0].table.window.position;
    await caughtUp(watcher);
    assert.ok(newest(watcher.frames) <= Math.max(0, position - delay), `${newest(watcher.frames)} of ${position}`);
  }
  assert.ok(position > 2 * delay);
  const shown = await decisionAt(guests[0], table, position - delay);
  await watcher.until(() => watcher.table.window.position === shown); // who looks on is told a moment later
  assert.equal(watcher.table.summary.held, "delay");
  assert.equal(watcher.table.times, null);

  /* Nor by asking, nor by coming again, nor in the list, nor by what the players say. */
  await guests[0].get({ type: "chat", table, text: "rubis sur l’ongle" });
  await watcher.refused({ type: "replay", table, position: shown + 1 }, "bad");
  assert.equal((await watcher.get({ type: "replay", table, position: shown })).last, shown);
  assert.equal((await watcher.get({ type: "events", table, before: position })).to, shown);
  const { marks } = await watcher.get({ type: "outline", table });
  assert.ok(marks.every(({ at }) => at <= shown));
  const again = await watcher.enter(table);
  assert.equal(again.window.position, shown);
  const { watch } = await watcher.get({ type: "lobby" });
  assert.deepEqual(watch.find(({ id }) => id === table).turn, again.window.turn);
  await watcher.refused({ type: "replay", table, position: shown, eyes: 0 }, "illegal");
  await watcher.refused({ type: "record", table }, "illegal");
  assert.equal((await watcher.refused({ type: "why", table, move: "pass" }, "seat")).at, again.at);
  assert.equal((await watcher.get({ type: "aside", table, text: "Qui mène ?" })).at, again.at);
  assert.equal((await watcher.refused({ type: "analyse", table }, "illegal")).at, again.at);
  await caughtUp(watcher);
  assert.ok(!watcher.frames.join().includes("rubis"), "nor what the players say meanwhile");
  assert.ok(newest(watcher.frames) <= shown);
  for (const { window } of watcher.tables.filter((told) => told.window.position > 0))
    assert.ok(window.turn.length > 0, "in the middle of a deal the table would seem to stand still");

  /* The same after a restart. */
  await server.kill();
  for (const guest of [...guests, watcher]) await guest.connect();
  assert.equal((await watcher.enter(table)).window.position, shown);
  for (const guest of guests) await guest.enter(table);

  /* At the end everything is open, and what was shown was the truth of its time. */
  await Promise.all(guests.map((guest, i) => play(guest, dice(i))));
  await watcher.until(() => watcher.table.window.over && watcher.chat.length === 1);
  assert.equal(watcher.table.window.position, guests[0].table.window.position);
  assert.equal(watcher.table.summary.held, null);
  const then = await watcher.get({ type: "replay", table, position: shown });
  assert.deepEqual(then.window.picture, again.window.picture);
});

test("a delay is a number of moves within its bound, and a rematch keeps it", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "greedy", "greedy"] };
  for (const delay of [-1, 201, 1.5, "5", true, {}]) await anna.refused({ ...open, delay }, "bad");
  const { table } = await anna.get({ ...open, delay: 200 });
  await anna.enter(table);
  assert.equal(anna.table.summary.delay, 200);
  assert.equal(anna.table.summary.held, null, "who plays sees everything of his seat");
  await play(anna, dice(3));
  const { table: next } = await anna.get({ type: "rematch", table });
  assert.equal((await anna.enter(next)).summary.delay, 200);
});

/* Four at VOC!; red has left harbour with ship A and yellow has sailors aboard. */
async function underSail(t, request) {
  const server = await Server.open(t);
  const guests = [];
  for (const name of ["Red", "Yellow", "Black", "Green"])
    guests.push(request.rated ? await newcomer(server, name) : await Guest.arrive(server, name));
  const table = await gather(guests, { game: "voc", listed: true, ...request });
  const watcher = await Guest.arrive(server);
  await watcher.enter(table);
  const [red] = guests;
  let { at } = await red.get({ type: "move", table, at: red.table.at, move: "sail 500" });
  const pen = async (move) => ({ at } = await red.get({ type: "move", table, at, move }));
  await red.until(() => red.table.at >= at);
  return { server, guests, table, watcher, pen, start: red.table.window.position };
}

test("at a table that counts a voyage is shown after landfall", async (t) => {
  const { guests, table, watcher, pen, start } = await underSail(t, { rated: true, time: "slow:24" });
  const [red, yellow, black] = guests;
  await watcher.until(() => watcher.table.window.position === start && watcher.table.summary.watching.count === 1);
  await caughtUp(watcher);
  const before = watcher.frames.length;
  for (let i = 0; i < 20; i++) await pen(`pen ${i % 2} -3`);
  await yellow.get({ type: "move", table, at: yellow.table.at, move: "say north" });
  await caughtUp(watcher);
  const heard = watcher.frames.slice(before).map((frame) => JSON.parse(frame).type);
  assert.deepEqual(heard, ["pong"], "not even that a stroke was made");
  await black.until(() => black.table.window.picture.voyage.strokes === 20);

  const seen = await watcher.enter(table);
  assert.deepEqual([seen.window.position, seen.summary.held], [start, "voyage"]);
  assert.equal(seen.window.picture.voyage.strokes, 0);
  await watcher.refused({ type: "replay", table, position: start + 1 }, "bad");
  assert.equal((await watcher.get({ type: "events", table, before: 10000 })).to, start);
  await watcher.get({ type: "outline", table });
  await watcher.get({ type: "lobby" });
  await watcher.refused({ type: "hint", table }, "seat");
  await watcher.refused({ type: "why", table, move: "pen 0 -1" }, "seat");
  await caughtUp(watcher);
  assert.ok(newest(watcher.frames) <= start);
  assert.ok(!watcher.frames.some((frame) => /"kind":"(line|word)"/.test(frame)));

  /* His seat seen from another browser is still the captain’s: he does not see where he is. */
  const twin = new Guest(red.server, red.cookie);
  await twin.connect();
  await twin.enter(table);
  assert.ok(!twin.frames.some((frame) => /"kind":"line"/.test(frame)));

  await pen("stop");
  await watcher.until(() => watcher.table.window.position > start + 20);
  assert.equal(watcher.table.events.filter((e) => e.kind === "line").length, 20);
  assert.equal(watcher.table.summary.held, null);
});

test("at a friendly table they watch the voyage as it goes", async (t) => {
  const { watcher, pen } = await underSail(t, {});
  for (let i = 0; i < 5; i++) await pen("pen 0 -3");
  await watcher.until(() => watcher.table.window.picture.voyage?.strokes === 5);
  assert.equal(watcher.table.summary.held, null);
});

test("those who look are counted once each, and named where they wish", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna, { listed: true });
  const watching = () => anna.table.summary.watching;
  assert.deepEqual(watching(), { count: 0, names: [] });
  const [dora, emil] = await Promise.all(["Dora", "Emil"].map((name) => Guest.arrive(server, name)));
  const second = new Guest(server, dora.cookie);
  await second.connect();
  const told = await dora.get({ type: "enter", table, named: true });
  assert.equal(told.summary.watching.count, 1, "who comes alone is not told that nobody looks");
  await second.get({ type: "enter", table, named: true });
  await emil.enter(table);
  await anna.until(() => watching().count === 2 && watching().names.join() === "Dora");
  await emil.until(() => emil.table.summary.watching.count === 2);
  assert.ok(!anna.frames.some((frame) => /Emil/.test(frame)), "who does not wish it is not named");
  for (const one of [dora, emil])
    for (const other of [anna, dora, emil])
      if (one !== other) assert.ok(!other.frames.some((frame) => frame.includes(one.person.id)), "nobody’s id is told");
  const { watch } = await (await Guest.arrive(server)).get({ type: "lobby" });
  assert.equal(watch.find(({ id }) => id === table).watching.count, 2);
  await dora.get({ type: "enter", table, named: false }); // the second browser still wishes it
  await second.leave();
  await anna.until(() => watching().count === 2 && watching().names.length === 0);
  await dora.get({ type: "exit" });
  await anna.until(() => watching().count === 1);
  await emil.refused({ type: "enter", table, named: "yes" }, "bad");
});

test("of many who look twelve are named and all are counted", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  for (let i = 0; i < 14; i++) {
    const one = await Guest.arrive(server, `Curieux ${i}`);
    await one.get({ type: "enter", table, named: true });
  }
  await anna.until(() => anna.table.summary.watching.count === 14);
  assert.equal(anna.table.summary.watching.names.length, 12);
});

/* Asides somebody was told, by their text. */
const asides = (guest) =>
  guest.frames.map((frame) => JSON.parse(frame)).filter(({ type }) => type === "asides").flatMap(({ lines }) => lines);

test("those who look talk among themselves, and the players hear it when the game is over", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  const [dora, emil] = await Promise.all(["Dora", "Emil"].map((name) => Guest.arrive(server, name)));
  await dora.enter(table);
  await emil.refused({ type: "aside", table, text: "je passe" }, "table");
  await emil.enter(table);
  await dora.get({ type: "aside", table, text: "elle va perdre" });
  await emil.until(() => asides(emil).length === 1);
  const [{ n, seat, name, text }] = asides(emil);
  assert.deepEqual([n, seat, name, text], [1, null, "Dora", "elle va perdre"]);
  await anna.refused({ type: "aside", table, text: "comment ?" }, "seat");
  await emil.refused({ type: "chat", table, text: "perdu" }, "seat");
  for (const bad of ["", "  ", "a\u0007b", "a\tb", "x".repeat(201), 7, null])
    await dora.refused({ type: "aside", table, text: bad }, "bad");
  await server.kill();
  for (const guest of [anna, dora, emil]) await guest.connect();
  const late = await Guest.arrive(server);
  await late.enter(table);
  assert.deepEqual(asides(late).map((line) => line.text), ["elle va perdre"], "kept");
  await anna.enter(table);
  await caughtUp(anna);
  assert.ok(!anna.frames.join().includes("perdre"), "not one byte of it to who plays");
  await play(anna, dice(4));
  await anna.until(() => asides(anna).length === 1);
  assert.ok(!(await anna.get({ type: "record", table })).record.includes("perdre"));
});

/* How many of so many are taken; the others are refused. */
async function write(guest, table, count) {
  let said = 0;
  for (let i = 0; i < count; i++) {
    const answer = await guest.ask({ type: "aside", table, text: `encore ${i}` });
    if (answer.type === "error") assert.equal(answer.code, "rate");
    said += answer.type === "ok";
  }
  return said;
}

test("an address that writes too much where it only looks waits", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  const dora = await Guest.arrive(server, "Dora");
  await dora.enter(table);
  const emil = await Guest.arrive(server, "Emil"); // of the same address
  await emil.enter(table);
  /* An address has ten at once and twenty a minute. */
  const began = performance.now();
  const said = (await write(dora, table, 30)) + (await write(emil, table, 30));
  const most = 11 + (performance.now() - began) / 3000;
  assert.ok(said >= 10 && said <= most, `${said} of ${most}`);
});

test("all who look at a table write no more than it can keep", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  const crowd = [];
  for (let i = 2; i < 10; i++) crowd.push(await new Guest(server, await server.cookie()).connect({ localAddress: `127.0.0.${i}` }));
  for (const guest of crowd) await guest.enter(table);
  /* Twenty at once and sixty a minute. */
  const began = performance.now();
  let said = 0;
  for (const guest of crowd) said += await write(guest, table, 10);
  const most = 21 + (performance.now() - began) / 1000;
  assert.ok(said >= 20 && said <= most, `${said} of ${most}`);
});
