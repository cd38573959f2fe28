/* The clocks of tables: a minute of deals in VOC! ends by itself, whoever sleeps, comes or goes; a decision
   that is not made in time is made by a machine; and what is left is left after a restart. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { dice, gather, Guest, Server, sleep, GENEROUS, play as playOn, withBots } from "./harness.mjs";

const names = ["Red", "Yellow", "Black", "Green"];

/* A server where the minute has this many seconds, and four at a table of it who come home with two
   cinnamon each for red and yellow: the deals begin. */
async function inDeals(t, { minute, deals = "minute" }) {
  const server = await Server.open(t, { flags: [...GENEROUS, "--minute", String(minute)] });
  const guests = await Promise.all(names.map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { game: "voc", options: { deals } });
  assert.ok(guests.every((g) => g.table.clock === null), "there is no clock at sea");
  const north = Array(23).fill("0 -16");
  const south = Array(24).fill("0 16");
  const line = [...north, ...south];
  const moves = [[0, "sail 783"]];
  while (line.length) moves.push([0, `pen ${line.splice(0, 7).join(" ")}`]);
  moves.push([0, "stop"], [1, "take"], [0, "take"], [1, "take"], [0, "take"], [2, "stay"], [1, "stay"], [3, "stay"]);
  for (const [seat, move] of moves) await play(guests, seat, move);
  await see(guests, () => phase(guests[0]) === "deals");
  return { server, table, guests };
}

const phase = (guest) => guest.table.window.picture.phase;
const offers = (guest) => guest.table.window.picture.deals.offers;

/* Waits until all of them see it. */
const see = (guests, what) => Promise.all(guests.map((g) => g.until(() => what(g))));

/* A move of this seat, which everybody has seen. */
async function play(guests, seat, move) {
  const latest = Math.max(...guests.map((g) => g.table.at));
  await guests[seat].until(() => guests[seat].table.at >= latest);
  const { at } = await guests[seat].get({ type: "move", table: guests[0].table.summary.id, at: guests[seat].table.at, move });
  await see(guests, (g) => g.table.at >= at);
}

const ended = (guest) => guest.table && guest.table.window.picture.deals === null;

test("nobody acts: when the minute is over the deals are, and no offer survives", async (t) => {
  const before = Date.now();
  const { guests } = await inDeals(t, { minute: 4 });
  for (const guest of guests) assert.ok(guest.table.clock > 0 && guest.table.clock <= 4000, `${guest.table.clock}`);
  await play(guests, 0, "offer 1 cinnamon for cinnamon");
  await play(guests, 1, "offer 2 cinnamon for nothing");
  await play(guests, 1, "done");
  assert.equal(offers(guests[2]).length, 2);
  assert.ok(!ended(guests[0]));
  await see(guests, ended);
  const took = Date.now() - before;
  assert.ok(took >= 4000, `it took ${took} ms`);
  for (const guest of guests) {
    assert.equal(guest.table.clock, null);
    assert.equal(guest.table.events.filter((e) => e.kind === "deal").length, 0);
    assert.equal(guest.table.events.filter((e) => e.kind === "withdraw" || e.kind === "refuse").length, 2);
  }
});

test("neither offers nor comings and goings, nor undo, prolong the minute", async (t) => {
  const { table, guests } = await inDeals(t, { minute: 2 });
  const [red, yellow, black, green] = guests;
  const asked = Date.now();
  await red.get({ type: "exit" });
  await red.enter(table);
  const first = red.table.clock;
  let left = first;
  for (let i = 0; !ended(red) && i < 1000; i++) {
    if (i % 5 === 0) green.socket.terminate();
    if (i % 5 === 2) await green.connect().then(() => green.enter(table));
    if (i % 5 === 1) await black.ask(i % 10 === 1 ? { type: "leave", table } : { type: "sit", table, seat: 2 });
    await red.ask({ type: "move", table, at: red.table.at, move: i % 2 ? "withdraw" : "offer 1 cinnamon for cinnamon" });
    if (i % 7 === 6) await red.ask({ type: "undo", table, at: red.table.at });
    await sleep(60);
    if (ended(red)) break;
    assert.ok(red.table.clock <= left, `${red.table.clock} after ${left}`);
    left = red.table.clock;
  }
  assert.ok(ended(red), "it ends, whatever goes on");
  const took = Date.now() - asked;
  assert.ok(took >= first, `it took ${took} ms of ${first}`);
  await yellow.until(() => ended(yellow));
});

test("a server that is killed in the middle of the minute goes on with what was left, and it ends", async (t) => {
  const { server, table, guests } = await inDeals(t, { minute: 2 });
  await play(guests, 0, "offer 1 cinnamon for cinnamon");
  await sleep(1000);
  await server.kill();
  const [red, yellow] = guests;
  await red.connect();
  await red.enter(table);
  assert.equal(phase(red), "deals");
  assert.equal(offers(red).length, 1);
  const left = red.table.clock;
  assert.ok(left > 0 && left < 2000, `${left}`);
  await yellow.connect();
  await yellow.enter(table);
  assert.ok(yellow.table.clock <= left, `${yellow.table.clock}`);
  await see([red, yellow], ended);
  const after = red.table.at;
  await server.kill(); // what the clock has played is durable
  await red.connect();
  await red.enter(table);
  assert.equal(red.table.at, after);
  assert.ok(ended(red));
});

test("nobody looks, and the minute ends all the same", async (t) => {
  const { server, table, guests } = await inDeals(t, { minute: 1 });
  for (const guest of guests) await guest.leave();
  const lines = () => server.metric("committed_lines_total");
  const before = await lines();
  for (let i = 0; i < 1200 && (await lines()) === before; i++) await sleep(50);
  assert.equal(await server.metric("sockets"), 0);
  await guests[0].connect();
  await guests[0].enter(table);
  assert.ok(ended(guests[0]));
  assert.equal(guests[0].table.clock, null);
});

test("who is done before the minute is over need not wait; without the option there is no clock", async (t) => {
  const { guests } = await inDeals(t, { minute: 600 });
  assert.ok(guests[0].table.clock > 590000);
  await play(guests, 0, "done");
  await play(guests, 1, "done");
  assert.ok(guests.every(ended));
  const slow = await inDeals(t, { minute: 1, deals: "two" });
  assert.equal(slow.guests[0].table.clock, null);
  await sleep(1300);
  assert.equal(phase(slow.guests[0]), "deals");
});

/* Fills the journal of the only table of a closed server up to so many lines. */
const PAD = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
key, = db.execute("select key from tables").fetchone()
have, = db.execute("select count(*) from journal").fetchone()
db.executemany("insert into journal values (?, ?, 'late 0')", [(key, i) for i in range(have, int(sys.argv[2]))])
db.commit()
`;

test("where the journal has no room for the end of the minute, nothing of it is entered", async (t) => {
  const { server, table, guests } = await inDeals(t, { minute: 600 });
  const [red] = guests;
  await server.stop("SIGTERM");
  execFileSync("python3", ["-c", PAD, server.file, "31999"]);
  server.flags[server.flags.indexOf("--minute") + 1] = "1";
  await server.start();
  await red.connect();
  await red.enter(table);
  assert.deepEqual([red.table.at, phase(red)], [31999, "deals"]);
  const refused = () => server.said.includes("a move at the end of the time was refused (voc)");
  for (let i = 0; i < 6000 && !refused(); i++) await sleep(10);
  assert.ok(refused(), server.said);
  const { at } = await red.enter(table);
  assert.equal(at, 31999, "the table is as the store has it");
});

/* --- decisions in time ---------------------------------------------------------------------- */

/* Three people at Byzanz where a minute of the house takes this many seconds. */
async function timed(t, time, { minute = 1, ...request } = {}) {
  const server = await Server.open(t, { flags: [...GENEROUS, "--minute", String(minute)] });
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { time, ...request });
  return { server, table, guests };
}

const acts = (guest, kind) => guest.acts.filter((act) => act.kind === kind);

test("the time of a table is one of four, within bounds, and everyone is told", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  for (const time of ["fast", "", "decision", "decision:4", "decision:3601", "decision:1e2", "bank:600", "bank:29+1", "bank:60+601", "slow:0", "slow:337", "slow:-1", 30, true, {}, ["none"]])
    await anna.refused({ ...open, time }, "bad");
  for (const time of ["none", "decision:30", "bank:600+15", "slow:24"]) {
    const { table } = await anna.get({ ...open, time });
    const { summary, times } = await anna.enter(table);
    assert.equal(summary.time, time);
    assert.equal(times, null, "nothing runs before the game");
    const { tables: mine } = await anna.get({ type: "mine" });
    assert.equal(mine.find((one) => one.id === table).time, time);
  }
  const { table } = await anna.get({ ...open, time: null });
  assert.equal((await anna.enter(table)).summary.time, "none");
});

test("who decides in time keeps the clock of the others still", async (t) => {
  const { guests } = await timed(t, "decision:60", { minute: 60 });
  const [anna] = guests;
  const seat = anna.table.window.turn[0];
  for (const guest of guests) {
    const { times } = guest.table;
    assert.equal(times.length, 3);
    assert.deepEqual(times.map((one) => one.runs), [0, 1, 2].map((s) => s === seat));
    assert.ok(times[seat].left > 50000 && times[seat].left <= 60000);
  }
  const { window } = guests[seat].table;
  const answer = await guests[seat].move(window.moves.find((m) => m === "pass") ?? window.moves[0]);
  assert.equal(answer.type, "ok");
  await anna.until(() => anna.table.at >= answer.at && !anna.table.window.turn.includes(seat));
  assert.equal(anna.table.times[seat].runs, false);
});

test("at zero a machine makes the decision, the third time in a row it holds the seat, and he is told what was played", async (t) => {
  const { table, guests, server } = await timed(t, "decision:30");
  const [anna, bert, clara] = guests;
  const seat = anna.table.window.turn[0];
  const sleeper = guests[seat];
  const others = guests.filter((g) => g !== sleeper);
  const away = () => sleeper.table.summary.seats[seat].away;
  let done = false;
  const playing = others.map((g, i) => playOn(g, dice(i + 5), { stop: () => done }));
  await sleeper.until(() => acts(sleeper, "away").length === 1);
  done = true;
  for (const g of others) for (const w of [...g.watchers]) w();
  await Promise.all(playing);
  assert.equal(acts(sleeper, "late").length, 3);
  assert.match(acts(sleeper, "late")[0].say, /^Your time is up/);
  await others[0].until(() => acts(others[0], "away").length === 1);
  assert.match(acts(others[0], "late")[0].say, /\{seat\}/);
  await sleeper.until(away);
  assert.ok(sleeper.table.window.missed >= 0);
  for (const g of others) assert.equal(g.table.window.missed, null);
  await server.kill();
  await sleeper.connect();
  await sleeper.enter(table);
  assert.ok(away(), "after a restart too");
  const missed = sleeper.table.window.missed;
  const played = sleeper.table.events.filter((e) => e.at > missed && e.seat === seat);
  assert.ok(played.length >= 2, JSON.stringify(played));
  await sleeper.get({ type: "sit", table, seat });
  await sleeper.until(() => !away());
  assert.equal(sleeper.table.window.missed, missed, "and he may read it until he moves");
});

test("a move after the time is refused, and what the clock played is not taken back", async (t) => {
  const { table, guests } = await timed(t, "decision:30", { minute: 2 });
  const seat = guests[0].table.window.turn[0];
  const sleeper = guests[seat];
  await sleeper.until(() => acts(sleeper, "late").length === 1);
  const { at, window } = sleeper.table;
  const late = await sleeper.ask({ type: "move", table, at, move: window.moves[0] ?? "pass" });
  assert.equal(late.type, "error");
  await sleeper.until(() => !sleeper.table.summary.seats[seat].away);
  if (!sleeper.table.window.turn.includes(seat))
    await sleeper.refused({ type: "undo", table, at: sleeper.table.at }, "illegal");
});

test("who is late neither sits down again nor gets up until the machine has decided: he would begin his time anew", async (t) => {
  const server = await Server.open(t, { pace: 20000, flags: [...GENEROUS, "--minute", "2"] });
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests, { time: "decision:30" });
  const seat = guests[0].table.window.turn[0];
  const sleeper = guests[seat];
  await sleeper.until(() => acts(sleeper, "late").length === 1);
  assert.match((await sleeper.refused({ type: "sit", table, seat }, "seat")).why, /^Your time is up/);
  await sleeper.refused({ type: "leave", table }, "seat");
  assert.ok(sleeper.table.summary.seats[seat].away);
});

test("a bank runs out over several turns; what is left is left after the server was killed", async (t) => {
  const { table, guests, server } = await timed(t, "bank:600+0", { minute: 6 });
  const seat = guests[0].table.window.turn[0];
  const sleeper = guests[seat];
  const first = sleeper.table.times[seat].left;
  assert.ok(first <= 60000 && first > 50000, `${first}`);
  await sleep(300);
  await sleeper.get({ type: "exit" });
  await sleeper.enter(table);
  const before = sleeper.table.times[seat].left;
  let open = -Date.now(); // how long the house was
  assert.ok(before <= first - 250, `${before} of ${first}`);
  await server.stop("SIGTERM"); // the hour is kept
  open += Date.now();
  await sleep(1200);
  open -= Date.now();
  await server.start();
  await sleeper.connect();
  await sleeper.enter(table);
  open += Date.now();
  const after = sleeper.table.times[seat].left;
  assert.ok(after <= before + 50 && after > before - open - 500, `${after} after ${before}: no time passes in a closed house`);
});

/* Waits until a metric has come so far; `meanwhile` is done between two looks. */
async function counted(server, name, least, meanwhile = () => sleep(50)) {
  const end = Date.now() + 120_000;
  for (let n; (n = await server.metric(name)) < least; await meanwhile())
    assert.ok(Date.now() < end, `${name} stands at ${n}, not at ${least}: ${server.said}`);
}

test("nobody looks: a table is found in the store when its time comes", async (t) => {
  const { table, guests, server } = await timed(t, "decision:60");
  const [anna] = guests;
  const { at } = anna.table;
  await server.stop("SIGTERM");
  await server.start();
  await counted(server, "lates_total", 1);
  assert.equal(await server.metric("sockets"), 0);
  await anna.connect();
  await anna.enter(table);
  assert.ok(anna.table.at > at);
});

/* The time is over at all tables of a store that is closed, in the same moment. */
const RUN_OUT = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
hour = db.execute("select value from house").fetchone()[0]
rows = db.execute("select key, clocks from tables where due is not null").fetchall()
print(len(rows))
for key, clocks in rows:
    words = clocks.split()
    words[0] = str(hour)
    for seat in range(6): words[6 + 3 * seat] = "0"
    db.execute("update tables set clocks = ?, due = ? where key = ?", (" ".join(words), hour, key))
db.commit()
`;

test("a thousand tables run out in the same moment, and the house still answers", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--minute", "1"] });
  const guest = await Guest.arrive(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "random", "random"], time: "slow:1" };
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 50 }, () => guest.get(open)));
  await server.stop("SIGTERM");
  // At some of them a bot was still to move: there nobody's time runs.
  const due = Number(execFileSync("python3", ["-c", RUN_OUT, server.file], { encoding: "utf8" }));
  assert.ok(due > 900, `${due} tables`);
  await server.start();
  await guest.connect();
  let pongs = 0;
  await counted(server, "lates_total", due, async () => {
    assert.equal((await guest.ask({ type: "ping" })).type, "pong");
    pongs++;
    await sleep(20);
  });
  assert.ok(pongs > 0);
  await counted(server, "bot_moves_total", due);
});

test("a machine of the level of the table's machines plays for who is late", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--minute", "1"] });
  const guest = await Guest.arrive(server, "Anna");
  await withBots(guest, { seats: ["me", "greedy", "greedy", "greedy"], time: "decision:20" });
  await guest.until(() => guest.tables.some(({ summary }) => summary.seats[0].bot === "greedy" && summary.seats[0].away));
});

test("at a slow table one goes on holiday: the clock rests, all are told, a restart keeps it, and it ends at will", async (t) => {
  const { server, table, guests } = await timed(t, "slow:24", { minute: 60 });
  const seat = guests[0].table.window.turn[0];
  const away = guests[seat];
  const other = guests[(seat + 1) % 3];
  assert.equal(other.table.times[seat].runs, true);
  for (const days of [-1, "7", 1.5]) await away.refused({ type: "holiday", table, days }, "bad");
  for (const days of [31, 99, 2 ** 31 - 1]) {
    const { why, n } = await away.refused({ type: "holiday", table, days }, "bad");
    assert.deepEqual([why, n], ["A holiday has at most {n} days.", 30]);
  }
  await away.refused({ type: "holiday", table, days: 0 }, "illegal"); // he is not on holiday
  await away.get({ type: "holiday", table, days: 7 });
  await other.until(() => other.table.summary.seats[seat].holiday !== null && !other.table.times[seat].runs);
  const until = other.table.summary.seats[seat].holiday - Date.now() / 1000;
  assert.ok(Math.abs(until - 7 * 86400) < 100, `${until}`);
  await other.until(() => acts(other, "holiday").length === 1);
  assert.equal(acts(other, "holiday")[0].seat, seat, "with its author");
  await server.kill();
  for (const guest of [away, other]) {
    await guest.connect();
    await guest.enter(table);
  }
  assert.equal(other.table.times[seat].runs, false);
  const { at, window } = away.table; // he may play all the same
  await away.get({ type: "holiday", table, days: 0 });
  await other.until(() => other.table.summary.seats[seat].holiday === null && other.table.times[seat].runs);
  assert.equal((await away.move(window.moves[0], (await away.enter(table)).at)).type, "ok");
  const live = await timed(t, "decision:60", { minute: 60 });
  await live.guests[0].refused({ type: "holiday", table: live.table, days: 7 }, "illegal");
});

test("a holiday that is over is told to who looks at the table", async (t) => {
  const { server, table, guests } = await timed(t, "slow:24", { minute: 60 });
  const seat = guests[0].table.window.turn[0];
  await guests[seat].get({ type: "holiday", table, days: 1 });
  const ahead = await server.ownWall();
  ahead(86400 - 8);
  for (const guest of guests) {
    await guest.connect();
    await guest.enter(table);
  }
  const [other, third] = [guests[(seat + 1) % 3], guests[(seat + 2) % 3]];
  await other.until(() => other.table.summary.seats[seat].holiday !== null && !other.table.times[seat].runs);
  let told = false;
  const talk = async () => { // whatever else happens at the table in that moment
    for (let i = 0; !told; i++) await third.ask({ type: "chat", table, text: `${i}` }).then(() => sleep(300));
  };
  await Promise.all([
    talk(),
    other.until(() => other.table.summary.seats[seat].holiday === null && other.table.times[seat].runs).finally(() => (told = true)),
  ]);
});
