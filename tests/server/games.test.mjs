/* Whole games over real sockets. No move that was acknowledged is ever lost, none is played twice:
   not when a socket breaks, not when the server is killed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { binary, Closed, dice, gather, Guest, Server, movesOf, play, sleep, withBots } from "./harness.mjs";

const four = (server) => Promise.all(["Anna", "Björn", "Chloé", "Dirk"].map((n) => Guest.arrive(server, n)));

/* What the record must be: a journal has its commitment, for each of four seats who sits there and its
   nonce, `begin`, then the moves, so a move made at version `at` stands at `at - first` of the record. */
const FIRST = 10;

function check(record, first, sent) {
  const moves = movesOf(record);
  const ours = new Map(sent.map((s) => [s.at - first, s]));
  assert.equal(ours.size, sent.length, "no two moves were made at the same version");
  for (const [place, { seat, move, acknowledged }] of ours)
    if (acknowledged) assert.equal(moves[place], `${seat} ${move}`, "no acknowledged move is lost");
  moves.forEach((line, place) => {
    if (line.startsWith("*")) return;
    const was = ours.get(place);
    assert.ok(was && `${was.seat} ${was.move}` === line, `nobody made the move ${place}: ${line}`);
  });
  const audit = spawnSync(binary, ["check", "-"], { input: record, encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stdout + audit.stderr);
}

test("four people play a whole game, and the record is what they played", async (t) => {
  const server = await Server.open(t);
  const guests = await four(server);
  const table = await gather(guests);
  const sent = [];
  const made = (m) => sent.push({ ...m, acknowledged: true });
  await Promise.all(guests.map((guest, i) => play(guest, dice(i + 1), { made })));
  const records = await Promise.all(guests.map((g) => g.get({ type: "record", table })));
  for (const { record } of records) assert.equal(record, records[0].record);
  check(records[0].record, FIRST, sent);
  assert.ok(sent.length > 60);
  const { scores } = guests[0].table.window;
  assert.equal(scores.length, 4);
  assert.ok(scores.some((s) => s.rank === 1));
  assert.ok(records[0].record.includes("\nscore: "));
  for (const name of ["Anna", "Björn", "Chloé", "Dirk"])
    assert.ok(records[0].record.includes(name), `the record names ${name}`);
});

for (const players of [3, 5, 6])
  test(`a game of ${players} people is played to its end`, async (t) => {
    const server = await Server.open(t);
    const names = Array.from({ length: players }, (_, i) => `Guest ${i}`);
    const guests = await Promise.all(names.map((n) => Guest.arrive(server, n)));
    await gather(guests);
    await Promise.all(guests.map((guest, i) => play(guest, dice(10 * players + i))));
    for (const guest of guests) assert.equal(guest.table.summary.over, true);
  });

test("a person whose socket breaks comes back into the seat and plays on", async (t) => {
  const server = await Server.open(t);
  const guests = await four(server);
  const table = await gather(guests);
  const wanderer = guests[2];
  const sent = [];
  const made = (m) => sent.push({ ...m, acknowledged: true });
  const others = [0, 1, 3].map((i) => play(guests[i], dice(i + 7), { made }));
  const roll = dice(99);
  for (let trip = 0; trip < 5; trip++) {
    const before = sent.length;
    await play(wanderer, roll, { made, stop: () => sent.length > before + 12 });
    if (wanderer.table.window.over) break;
    if (trip % 2) await wanderer.leave();
    else wanderer.socket.terminate();
    await guests[0].until(() => guests[0].table.summary.seats[2].here === false);
    await sleep(20);
    await wanderer.connect();
    const seen = await wanderer.enter(table);
    assert.equal(seen.summary.seat, 2);
    assert.equal(seen.window.picture.seats[2].hand.length, seen.window.picture.seats[2].cards);
    await guests[0].until(() => guests[0].table.summary.seats[2].here === true);
  }
  await play(wanderer, roll, { made });
  await Promise.all(others);
  const { record } = await wanderer.get({ type: "record", table });
  check(record, FIRST, sent);
  for (const guest of guests) while (await guest.older());
  const events = guests.map((g) => g.table.events.filter((e) => e.kind !== "deal"));
  for (const list of events) assert.equal(list.length, events[0].length, "all know the same events");
});

/* Plays for one guest across crashes. A move without an answer is sent again just as it was: it must
   be either played now, or stale because it had been. */
async function persist(guest, table, roll, sent, ready) {
  let pending = null;
  for (;;) {
    try {
      if (!guest.open) {
        await guest.connect();
        await guest.enter(table);
      }
      if (!pending) {
        await guest.until(() => guest.table.window.over || guest.owes);
        if (guest.table.window.over) return;
        const { at, window } = guest.table;
        const move = window.moves[roll(window.moves.length)];
        pending = { at, move, seat: window.seat, acknowledged: false };
        sent.push(pending);
      }
      const { at, move } = pending;
      const answer = await guest.move(move, at);
      if (answer.type === "ok") pending.acknowledged = true;
      else assert.equal(answer.code, "stale", JSON.stringify(answer));
      pending = null;
      await guest.until(() => guest.table.at > at);
    } catch (error) {
      if (!(error instanceof Closed) && error.code !== "ECONNREFUSED" && error.code !== "ECONNRESET")
        throw error;
      await ready();
    }
  }
}

for (const seed of [1, 2, 3])
  test(`the server is killed again and again: nothing is lost, nothing is repeated (${seed})`, async (t) => {
    const server = await Server.open(t);
    const guests = await four(server);
    const table = await gather(guests);
    const sent = [];
    const roll = dice(seed);
    let up = Promise.resolve();
    let kills = 0;
    let done = false;
    const killer = (async () => {
      while (!done) {
        const goal = sent.length + 4 + roll(16);
        while (!done && sent.length < goal) await sleep(1);
        if (done) return;
        await sleep(roll(4));
        up = server.kill();
        kills++;
        await up;
      }
    })();
    const playing = guests.map((g, i) =>
      persist(g, table, dice(seed * 100 + i), sent, async () => {
        await sleep(5);
        await up;
      }),
    );
    await Promise.all(playing);
    done = true;
    await killer;
    assert.ok(kills >= 4, `the server was killed ${kills} times`);
    if (!guests[0].open) await guests[0].connect();
    /* A move whose `stale` says that it had been kept before the crash was never acknowledged. */
    const { record } = await guests[0].get({ type: "record", table });
    const moves = movesOf(record);
    const kept = sent.filter((s) => s.acknowledged || moves[s.at - FIRST] === `${s.seat} ${s.move}`);
    const unanswered = kept.filter((s) => !s.acknowledged).length;
    check(record, FIRST, kept);
    t.diagnostic(`${kills} kills, ${sent.length} moves sent, ${unanswered} kept without an answer`);
  });

test("bots think for their seats and a person plays with them across a crash", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  let moves = 0;
  await play(guest, dice(5), { made: () => moves++, stop: () => moves >= 8 });
  const before = guest.table.window.position;
  await server.kill();
  await guest.connect();
  const after = await guest.enter(table);
  assert.ok(after.window.position >= before);
  await play(guest, dice(6));
  assert.equal(guest.table.window.over, true);
});

test("bots among themselves rest while nobody looks, and play to the end when somebody does", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server);
  const seats = ["greedy", "greedy", "random"];
  const { table } = await guest.get({ type: "open", game: "byzanz", players: 3, seats });
  await sleep(300);
  assert.equal(await server.metric("bot_moves_total"), 0);
  await guest.enter(table);
  await guest.until(() => guest.table.summary.over);
});

/* He leaves, and machines make so many moves more. */
async function leftMoving(server, guest, more) {
  const before = await server.metric("bot_moves_total");
  await guest.get({ type: "exit" });
  for (let i = 0; i < 600 && (await server.metric("bot_moves_total")) < before + more; i++) await sleep(50);
  assert.ok((await server.metric("bot_moves_total")) >= before + more, "they stand still");
}

test("bots go on where the last who looked leaves while one of them takes its time", async (t) => {
  const server = await Server.open(t, { pace: 300 });
  const guest = await Guest.arrive(server);
  const table = await withBots(guest);
  await guest.get({ type: "leave", table }); // a bot plays for him
  await leftMoving(server, guest, 3);
});

test("and where they waited for him", async (t) => {
  const server = await Server.open(t, { pace: 300 });
  const guest = await Guest.arrive(server);
  const table = await withBots(guest);
  await guest.until(() => guest.owes);
  await guest.get({ type: "pace", table, pace: "wait" });
  await guest.move(guest.table.window.moves[0], guest.table.at);
  await leftMoving(server, guest, 1);
});

test("bots keep the pace of the server", async (t) => {
  const server = await Server.open(t, { pace: 300 });
  const guest = await Guest.arrive(server);
  const begun = Date.now();
  const seats = ["greedy", "greedy", "greedy"];
  const { table } = await guest.get({ type: "open", game: "byzanz", players: 3, seats });
  await guest.enter(table);
  for (let moves = 1; moves <= 4; moves++) {
    const { at } = guest.table;
    await guest.until(() => guest.table.at > at);
    const passed = Date.now() - begun;
    assert.ok(passed >= 290 * moves, `move ${moves} came after ${passed} ms`);
  }
});
