/* Seats: who sits where, who is away, who looks on, and what may be taken back. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { dice, gather, Guest, Server, movesOf, play, withBots } from "./harness.mjs";

test("the game begins by itself when the last seat is taken", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await Promise.all(["Anna", "Bert"].map((n) => Guest.arrive(server, n)));
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], title: "Gdańsk ⚓" };
  const { table } = await anna.get(open);
  let { summary, window } = await anna.enter(table);
  assert.match(table, /^[A-Za-z0-9]{11,16}$/);
  assert.equal(summary.title, "Gdańsk ⚓");
  assert.deepEqual(summary.options, { gains: "hidden", length: "full" });
  assert.equal(summary.host, true);
  assert.equal(summary.begun, false);
  assert.equal(summary.seat, 0);
  assert.deepEqual(summary.seats.map((s) => s.kind), ["person", "empty", "empty"]);
  assert.deepEqual(window.moves, []);
  const begun = await bert.enter(table);
  assert.equal(begun.summary.host, false);
  assert.equal(begun.summary.seat, null);
  await bert.get({ type: "sit", table, seat: 2, name: "Berthe" });
  await anna.until(() => anna.table.summary.seats[2].name === "Berthe");
  assert.equal(anna.table.summary.begun, false);
  const filled = await anna.get({ type: "fill", table, seat: 1, bot: "greedy" });
  await bert.until(() => bert.table.summary.begun);
  assert.ok(filled.at > begun.at);
  assert.equal(bert.table.window.seat, 2);
  assert.deepEqual(anna.table.summary.seats.map((s) => s.mine), [true, false, false]);
});

test("before the game seats are taken, left and filled freely", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await Promise.all(["Anna", "Bert"].map((n) => Guest.arrive(server, n)));
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 4, seats: ["open", "me", "open", "random"] });
  await anna.enter(table);
  await bert.get({ type: "sit", table, seat: 0 });
  await bert.refused({ type: "sit", table, seat: 2 }, "seat");
  await bert.get({ type: "leave", table });
  await bert.get({ type: "sit", table, seat: 2 });
  await anna.get({ type: "leave", table });
  await anna.until(() => anna.table.summary.seats[1].kind === "empty");
  assert.equal(anna.table.summary.host, true, "the host stays host");
  await anna.get({ type: "fill", table, seat: 3, bot: "" });
  await anna.refused({ type: "fill", table, seat: 3, bot: "" }, "seat");
  await anna.refused({ type: "fill", table, seat: 2, bot: "greedy" }, "seat");
  await anna.get({ type: "fill", table, seat: 3, bot: "random" });
  await anna.get({ type: "fill", table, seat: 3, bot: "greedy" });
  await anna.until(() => anna.table.summary.seats[3].bot === "greedy");
  assert.equal(anna.table.summary.begun, false);
  await anna.get({ type: "sit", table, seat: 1 });
  await anna.get({ type: "fill", table, seat: 0, bot: "greedy" });
  await anna.until(() => anna.table.summary.begun);
});

test("two of the same name can be told apart", async (t) => {
  const server = await Server.open(t);
  const name = "Maximilienne de la Tour.";
  const guests = await Promise.all([name, name, name].map((n) => Guest.arrive(server, n)));
  await gather(guests);
  const names = guests[0].table.summary.seats.map((s) => s.name);
  assert.equal(new Set(names).size, 3, names.join());
  for (const n of names) assert.ok([...n].length <= 24);
});

test("a guest has a name from the start, keeps the one given, and a socket without a cookie is a stranger", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server);
  assert.ok(guest.person.name.length > 2);
  const renamed = await guest.get({ type: "name", name: "Ann O’Nyme" });
  assert.equal(renamed.type, "welcome");
  assert.equal(renamed.person.id, guest.person.id);
  await server.kill();
  await guest.connect();
  assert.equal(guest.person.name, "Ann O’Nyme");
  assert.equal(guest.person.id, renamed.person.id);
  const stranger = await new Guest(server, null).connect();
  assert.notEqual(stranger.person.id, guest.person.id);
});

test("whoever leaves is played for, may come back, and keeps the seat", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const [anna, bert, clara] = guests;
  const table = await gather(guests);
  await bert.get({ type: "leave", table });
  await anna.until(() => anna.table.summary.seats[1].away);
  assert.deepEqual(anna.table.summary.seats[1], { kind: "person", name: "Bert", bot: "trader", style: null, mine: false, here: true, since: null, given: false, away: true, lost: false, holiday: null });
  await bert.refused({ type: "leave", table }, "seat");
  await bert.until(() => bert.table.summary.seats[1].away);
  await bert.refused({ type: "move", table, at: bert.table.at, move: "pass" }, "seat");
  await anna.refused({ type: "sit", table, seat: 1 }, "seat");

  /* The bot plays on: the others get round the table several times. */
  let moves = 0;
  const stop = () => moves >= 8;
  await Promise.all([anna, clara].map((g, i) => play(g, dice(i + 3), { stop, made: () => { moves++; for (const w of [...anna.watchers, ...clara.watchers]) w(); } })));
  await bert.until(() => bert.table.window.position >= anna.table.window.position);
  assert.ok(bert.table.window.picture.seats[1].hand, "the owner still sees the hand");

  /* After a crash the bot still plays for him. */
  await server.kill();
  for (const guest of guests) {
    await guest.connect();
    await guest.enter(table);
  }
  assert.equal(bert.table.summary.seats[1].away, true);
  await bert.get({ type: "sit", table, seat: 1 });
  await anna.until(() => !anna.table.summary.seats[1].away);
  await bert.refused({ type: "sit", table, seat: 1 }, "seat");
  await Promise.all(guests.map((g, i) => play(g, dice(i + 20))));
  await anna.refused({ type: "leave", table }, "seat");
});

test("a spectator sees what everyone sees, as it happens, and can do nothing", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  const watcher = await Guest.arrive(server);
  const first = await watcher.enter(table);
  assert.equal(first.window.seat, null);
  assert.equal(first.summary.seat, null);
  assert.equal(first.window.picture.best, null);
  for (const seat of first.window.picture.seats) assert.equal(seat.hand, null);
  await play(guest, dice(8));
  await watcher.until(() => watcher.table.window.over);
  assert.deepEqual(watcher.table.window.scores, guest.table.window.scores);
  await watcher.get({ type: "exit" });
});

test("updates follow until exit, or until another table is entered", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const watcher = await Guest.arrive(server);
  const one = await withBots(guest);
  await watcher.enter(one);
  await watcher.get({ type: "exit" });
  const heard = () => watcher.tables.filter(({ summary }) => summary.id === one).length;
  const before = heard();
  let moves = 0;
  await play(guest, dice(2), { made: () => moves++, stop: () => moves >= 3 });
  assert.equal(heard(), before);
  await watcher.enter(one);
  const seats = ["me", "open", "open"];
  const { table: two } = await watcher.get({ type: "open", game: "byzanz", players: 3, seats });
  await watcher.enter(two);
  const after = heard();
  await play(guest, dice(3), { made: () => moves++, stop: () => moves >= 6 });
  assert.equal(heard(), after);
});

test("what may honestly be taken back is taken back, for everyone; nothing else", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const watcher = await Guest.arrive(server);
  const table = await gather(guests);
  await watcher.enter(table);
  const roll = dice(77);
  let taken = 0;
  let denied = 0;
  for (let step = 0; step < 500 && taken < 12; step++) {
    const who = guests.find((g) => g.owes);
    if (!who) break;
    const before = who.table;
    const move = before.window.moves[roll(before.window.moves.length)];
    const { at } = await who.get({ type: "move", table, at: before.at, move });
    for (const g of [...guests, watcher]) await g.until(() => g.table.at >= at);
    const { undo } = who.table.window;
    for (const other of guests.filter((g) => g !== who)) assert.equal(other.table.window.undo.can, false);
    if (!undo.can) {
      const error = await who.refused({ type: "undo", table, at }, "illegal");
      assert.equal(error.why, undo.why);
      denied++;
      continue;
    }
    const answer = await who.get({ type: "undo", table, at });
    assert.equal(answer.at, at + 1, "an undo is a line of the journal like any other");
    for (const g of [...guests, watcher]) {
      await g.until(() => g.table.at === at + 1);
      assert.equal(g.table.from, before.window.position, "the events go back with it");
      assert.equal(g.table.window.position, before.window.position);
      assert.ok(g.table.events.every((e) => e.at <= before.window.position));
    }
    assert.deepEqual(who.table.window.picture, before.window.picture);
    assert.deepEqual(who.table.window.moves, before.window.moves);
    taken++;
    await who.get({ type: "move", table, at: who.table.at, move });
    for (const g of [...guests, watcher]) await g.until(() => g.table.at > at + 1);
  }
  assert.ok(taken >= 5 && denied >= 5, `${taken} taken back, ${denied} denied`);

  /* Everybody's events are what a newcomer would be told. */
  await server.kill();
  const newcomer = await Guest.arrive(server);
  const fresh = await newcomer.enter(table);
  assert.deepEqual(watcher.table.events, fresh.events);
  assert.deepEqual(watcher.table.window, fresh.window);
  for (const guest of guests) {
    const { events, window } = guest.table;
    await guest.connect();
    const again = await guest.enter(table);
    assert.deepEqual(events, again.events);
    assert.deepEqual(window, again.window);
  }
});

test("open tables are listed, private ones are not, and mine are mine", async (t) => {
  const server = await Server.open(t);
  const [anna, bert] = await Promise.all(["Anna", "Bert"].map((n) => Guest.arrive(server, n)));
  const seats = ["me", "open", "open"];
  const open = { type: "open", game: "byzanz", players: 3, seats };
  const { table: listed } = await anna.get({ ...open, listed: true });
  const { table: hidden } = await anna.get(open);
  const ids = (list) => list.map((s) => s.id).sort();
  const seen = await bert.get({ type: "lobby" });
  assert.deepEqual(ids(seen.open), [listed]);
  assert.deepEqual((await bert.get({ type: "mine" })).tables, []);
  assert.ok(seen.open[0].title.length > 2, "a table that nobody named has the name of a harbour");
  assert.deepEqual(ids((await anna.get({ type: "mine" })).tables), [listed, hidden].sort());
  await bert.enter(hidden);
  await bert.get({ type: "sit", table: listed, seat: 2 });
  await server.kill();
  await anna.connect();
  assert.deepEqual(ids((await anna.get({ type: "mine" })).tables), [listed, hidden].sort());
  assert.deepEqual(ids((await anna.get({ type: "lobby" })).open), [listed]);
  await anna.get({ type: "fill", table: listed, seat: 1, bot: "random" });
  const stranger = await Guest.arrive(server);
  assert.deepEqual((await stranger.get({ type: "lobby" })).open, [], "a game that has begun is listed no more");
});

test("the host may watch a table of others, and the record is for all once it is over", async (t) => {
  const server = await Server.open(t);
  const host = await Guest.arrive(server, "Host");
  const { table } = await host.get({ type: "open", game: "byzanz", players: 3, seats: ["open", "random", "greedy"] });
  const guest = await Guest.arrive(server, "Guest");
  await guest.get({ type: "sit", table, seat: 0 });
  await guest.enter(table);
  await host.enter(table);
  assert.equal(host.table.summary.host, true);
  assert.equal(host.table.summary.seat, null);
  await play(guest, dice(4));
  const { record } = await host.get({ type: "record", table });
  assert.ok(movesOf(record).length > 50);
  assert.match(record, /^negoce: 1\ngame: byzanz\n/);
});

test("a long journal is read beside everything else, and the table is what it was", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather([anna, bert, clara]);
  await anna.get({ type: "exit" });
  for (let i = 0; i < 300; i++) {
    await anna.get({ type: "leave", table });
    await anna.get({ type: "sit", table, seat: 0 });
  }
  const before = await bert.enter(table);
  await server.kill();
  for (const guest of [anna, bert, clara]) await guest.connect();
  const answers = await Promise.all([anna, bert, clara].flatMap((g) => [g.get({ type: "enter", table }), g.get({ type: "ping" })]));
  assert.equal(answers[2].at, before.at);
  assert.deepEqual(answers[2].window, before.window);
  assert.equal(await server.metric("tables_loaded_total"), 1);
  await Promise.all([anna, bert, clara].map((g, i) => play(g, dice(i))));
});

test("the list of my tables is what the tables would say, and replays none of them", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const waiting = (await anna.get({ type: "open", game: "voc", players: 4, seats: ["open", "me", "greedy", "open"], listed: true })).table;
  const playing = await gather([anna, bert, clara], { title: "Au bout du monde" });
  await play(anna, dice(1), { stop: () => anna.table.at > 40 || !anna.owes });
  await bert.get({ type: "leave", table: playing });
  const over = await gather([anna, bert, clara], { game: "batavia" });
  await Promise.all([anna, bert, clara].map((g, i) => play(g, dice(i))));
  const gone = ({ seats, ...rest }) => ({ ...rest, seats: seats.map((seat) => ({ ...seat, here: false, since: null })) });
  const lists = async (guest) => ({
    open: (await guest.get({ type: "lobby" })).open.map(gone),
    mine: (await guest.get({ type: "mine" })).tables.map(gone),
  });
  const before = new Map();
  for (const guest of [anna, bert, clara]) before.set(guest, await lists(guest));
  assert.deepEqual(new Set(before.get(anna).mine.map(({ id }) => id)), new Set([playing, waiting, over]));
  assert.equal(before.get(bert).open[0].id, waiting);
  await server.kill();
  for (const guest of [anna, bert, clara]) {
    await guest.connect();
    assert.deepEqual(await lists(guest), before.get(guest));
  }
  assert.equal(await server.metric("tables_loaded_total"), 0);
  assert.equal(await server.metric("tables"), 0);
});

test("a seat cannot be forged: who one is says the session alone", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests, { time: "slow:24" });
  const mover = guests.find((guest) => guest.owes);
  const seat = guests.indexOf(mover);
  const other = guests[(seat + 1) % 3];
  const stranger = await Guest.arrive(server, "Zoé");
  await stranger.enter(table);
  const { at, window } = mover.table;
  const as = { seat, person: mover.person.id, owner: mover.person.id, id: mover.person.id, name: "Anna", mine: true };
  const move = { type: "move", table, at, move: window.moves[0] };
  const bid = { type: "order", table, order: "pass" };
  await other.refused({ ...move, ...as }, "turn");
  await stranger.refused({ ...move, ...as }, "seat");
  await stranger.refused({ ...bid, ...as }, "seat");
  await stranger.refused({ type: "undo", table, at, ...as }, "seat");
  await stranger.refused({ type: "leave", table, ...as }, "seat");
  await stranger.refused({ type: "holiday", table, days: 3, ...as }, "seat");
  await stranger.refused({ type: "vote", table, choice: "bot", ...as }, "seat");
  await stranger.refused({ type: "resume", table, ...as }, "seat");
  await stranger.refused({ type: "chat", table, text: "C’est moi.", ...as }, "seat");
  await other.refused({ type: "sit", table, ...as }, "seat");
  await other.get({ ...bid, ...as }); // his own, whatever else the message says
  await other.until(() => other.table.window.order === "pass");
  await mover.get({ type: "ping" });
  assert.equal(mover.table.window.order, null);
  assert.equal(mover.table.at, at, "nothing has changed");
  const impostor = new Guest(server, `negoce=${"A".repeat(43)}`); // a token the server did not make
  await impostor.connect();
  await impostor.enter(table);
  assert.equal(impostor.table.summary.seat, null);
  await impostor.refused(move, "seat");
  assert.equal((await mover.ask(move)).type, "ok");
});

/* Fills the journal of the only table of a closed server up to so many lines: a bot comes and goes at seat 1, and
   stays at last. */
const PAD = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
key, = db.execute("select key from tables").fetchone()
have, = db.execute("select count(*) from journal").fetchone()
lines = ["seat 1 bot novice", "seat 1 empty"] * 9000
lines = lines[(int(sys.argv[2]) - have + 1) % 2:][: int(sys.argv[2]) - have]
if lines[0] == "seat 1 empty": lines[0] = "seat 2 bot novice"
db.executemany("insert into journal values (?, ?, ?)", [(key, have + i, line) for i, line in enumerate(lines)])
db.commit()
`;

test("where the journal has room for half of a change, none of it is made", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 4, seats: ["me", "open", "open", "open"] });
  await server.stop("SIGTERM");
  execFileSync("python3", ["-c", PAD, server.file, "15999"]);
  await server.start();
  await anna.connect();
  const { summary, at } = await anna.enter(table);
  assert.deepEqual([at, summary.seats[1].bot], [15999, "novice"]);
  const { why } = await anna.refused({ type: "fill", table, seat: 1, bot: "trader" }, "seat");
  assert.match(why, /^The journal of this table is full/);
  const after = await anna.enter(table);
  assert.deepEqual([after.at, after.summary.seats[1].bot], [15999, "novice"], "nothing was made of it");
  await anna.get({ type: "fill", table, seat: 1, bot: "" });
  await anna.refused({ type: "fill", table, seat: 1, bot: "trader" }, "seat");
  assert.equal((await anna.get({ type: "mine" })).tables.length, 1);
});
