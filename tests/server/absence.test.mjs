/* Who is not there: presence everyone sees, what those present choose, the way back, a seat given away, and
   a voyage that waits for nobody. A minute of these servers lasts a second. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newcomer } from "./accounts.mjs";
import { dice, eventually, gather, GENEROUS, Guest, play, Server, sleep } from "./harness.mjs";

const quick = (grace) => ({ flags: [...GENEROUS, "--minute", "1", "--grace", String(grace)] });

const acts = (guest, kind) => guest.acts.filter((act) => act.kind === kind);
const ballot = (guest) => guest.table?.ballots[0];

/* Four at Byzanz; the one whose turn it is, the others, and all of them by seat. */
async function four(t, request = {}, grace = 24) {
  const server = await Server.open(t, quick(grace));
  const guests = await Promise.all(["Anna", "Bert", "Clara", "Dora"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, request);
  const seat = guests[0].table.window.turn[0];
  const gone = guests[seat];
  const others = guests.filter((g) => g !== gone);
  return { server, table, guests, seat, gone, others };
}

const vote = (guest, table, seat, choice) => guest.ask({ type: "vote", table, seat, choice });
const seatOf = (guest) => guest.table.summary.seat;

test("everyone sees who is here and since when, and after the grace time those present are asked", async (t) => {
  const { table, seat, gone, others } = await four(t);
  const [one] = others;
  assert.ok(one.table.summary.seats.every((s) => s.here && s.since === null));
  assert.equal((await vote(one, table, seat, "bot")).type, "error", "nobody is gone");
  await gone.leave();
  await one.until(() => !one.table.summary.seats[seat].here);
  const { since } = one.table.summary.seats[seat];
  assert.ok(Math.abs(since - Date.now() / 1000) < 100, `${since}`);
  await Promise.all(others.map((g) => g.until(() => ballot(g))));
  const { needed, voices, gone: ms, grace, seat: about } = ballot(one);
  assert.equal(about, seat);
  assert.equal(needed, 2);
  assert.ok(ms >= grace, `${ms} ${grace}`);
  assert.deepEqual(voices, others.map((g) => ({ seat: seatOf(g), choice: null })).sort((a, b) => a.seat - b.seat));
  await gone.connect();
  await gone.enter(table);
  await one.until(() => !ballot(one));
  assert.equal(one.table.summary.seats[seat].since, null, "who comes back need not ask anybody");
});

test("a majority of those present lets a machine play; the person takes the seat back and reads what was played", async (t) => {
  const { table, seat, gone, others } = await four(t);
  const [one, two, three] = others;
  await gone.leave();
  await Promise.all(others.map((g) => g.until(() => ballot(g))));
  await one.refused({ type: "vote", table, seat, choice: "shoot" }, "bad");
  await one.refused({ type: "vote", table, seat: seatOf(one), choice: "bot" }, "illegal");
  await one.refused({ type: "vote", table, seat: 5, choice: "bot" }, "seat");
  const stranger = await Guest.arrive(one.server, "Zoé");
  await stranger.enter(table);
  await stranger.refused({ type: "vote", table, seat, choice: "bot" }, "seat");
  await three.get({ type: "exit" });
  await three.refused({ type: "vote", table, seat, choice: "bot" }, "seat"); // who is not present has no voice
  await three.enter(table);
  await one.until(() => ballot(one).voices.length === 3);
  assert.equal((await vote(one, table, seat, "wait")).type, "ok");
  await one.refused({ type: "vote", table, seat, choice: "wait" }, "illegal");
  assert.equal((await vote(one, table, seat, "bot")).type, "ok", "one may think again");
  await two.until(() => ballot(two)?.voices.some((v) => v.choice === "bot"));
  assert.equal(acts(two, "away").length, 0);
  assert.equal((await vote(two, table, seat, "bot")).type, "ok");
  await three.until(() => acts(three, "away").length === 1 && three.table.summary.seats[seat].away);
  assert.equal(acts(three, "vote").length, 3);
  assert.deepEqual(acts(three, "vote").map((a) => a.other), [seat, seat, seat]);
  await three.until(() => three.table.events.some((e) => e.seat === seat && e.at > acts(three, "away")[0].at));
  await gone.connect();
  await gone.enter(table);
  assert.ok(gone.table.window.missed !== null);
  await gone.get({ type: "sit", table, seat });
  await one.until(() => !one.table.summary.seats[seat].away);
  assert.match(acts(gone, "away")[0].say, /^The table lets a machine play for you/);
});

test("a pause lasts until he is back, or until somebody present ends it", async (t) => {
  const { table, seat, gone, others } = await four(t);
  const [one, two] = others;
  await gone.leave();
  await Promise.all(others.map((g) => g.until(() => ballot(g))));
  await vote(one, table, seat, "pause");
  await vote(two, table, seat, "pause");
  await one.until(() => one.table.summary.paused === seat && !ballot(one));
  await sleep(600);
  assert.equal(one.table.ballots.length, 0, "nothing is asked during a pause");
  await two.get({ type: "resume", table });
  await one.until(() => one.table.summary.paused === null);
  await two.refused({ type: "resume", table }, "illegal");
  await Promise.all([one, two].map((g) => g.until(() => ballot(g))));
  await vote(one, table, seat, "pause");
  await vote(two, table, seat, "pause");
  await one.until(() => one.table.summary.paused === seat);
  await gone.connect();
  await gone.enter(table);
  await one.until(() => one.table.summary.paused === null);
  assert.equal(acts(one, "resume").length, 2);
});

test("where all have spoken without a majority the table waits, and is asked again; fewer voices may settle it", async (t) => {
  const { table, seat, gone, others } = await four(t);
  const [one, two, three] = others;
  await gone.leave();
  await Promise.all(others.map((g) => g.until(() => ballot(g))));
  await vote(one, table, seat, "pause");
  await vote(two, table, seat, "bot");
  await vote(three, table, seat, "wait");
  await one.until(() => acts(one, "wait").length === 1);
  await Promise.all(others.map((g) => g.until(() => ballot(g)?.voices.every((v) => v.choice === null))));
  await vote(one, table, seat, "bot");
  await two.leave();
  await three.leave(); // the only one present has spoken
  await one.until(() => acts(one, "away").length === 1);
});

test("at a table with a clock the clock decides", async (t) => {
  const { table, seat, gone, others } = await four(t, { time: "decision:60" });
  const [one] = others;
  await gone.leave();
  await one.until(() => acts(one, "late").length === 1);
  assert.ok(one.tables.every(({ ballots }) => ballots.length === 0));
  assert.equal((await vote(one, table, seat, "bot")).type, "error");
});

test("the host gives away the seat of who does not come back, and whoever comes may take it", async (t) => {
  const { server, table, guests } = await four(t, {}, 60);
  const [host, gone, other] = guests;
  const seat = 1;
  await host.refused({ type: "replace", table, seat }, "seat"); // he is here
  await gone.leave();
  await host.until(() => !host.table.summary.seats[seat].here);
  await host.refused({ type: "replace", table, seat }, "seat"); // he has only just left
  await other.refused({ type: "replace", table, seat }, "host");
  await host.refused({ type: "replace", table, seat: 5 }, "seat");
  await eventually(async () => (await host.ask({ type: "replace", table, seat })).type !== "error", 50);
  await other.until(() => other.table.summary.seats[seat].given);
  assert.equal(other.table.summary.seats[seat].kind, "bot");
  await gone.connect();
  await gone.enter(table);
  assert.equal(gone.table.summary.seat, null, "it is his no more");
  assert.deepEqual((await gone.get({ type: "mine" })).tables, []);
  const zoe = await Guest.arrive(server, "Zoé");
  await zoe.get({ type: "sit", table, seat });
  await zoe.enter(table);
  assert.equal(zoe.table.summary.seat, seat);
  assert.equal((await zoe.get({ type: "mine" })).tables.length, 1);
  await server.kill();
  const all = [...guests.filter((g) => g !== gone), zoe];
  for (const guest of all) {
    await guest.connect();
    await guest.enter(table);
  }
  assert.equal(zoe.table.summary.seats[seat].name, "Zoé");
  await Promise.all(all.map((g, i) => play(g, dice(i + 40))));
});

/* Asks for a seat of somebody who has left until it is no more for that he has only just done so. */
async function replaced(host, table, seat) {
  for (;;) {
    const answer = await host.ask({ type: "replace", table, seat });
    if (!/at the table|just left/.test(answer.why ?? "")) return answer;
    await sleep(50);
  }
}

test("at a slow table nobody loses his seat because he is not there; once a machine holds it, it is given away", async (t) => {
  const { table, guests } = await four(t, { time: "slow:336" });
  const [host, gone] = guests;
  await gone.leave();
  const { code, why } = await replaced(host, table, 1);
  assert.deepEqual([code, why], ["seat", "The clock decides about who is gone."]);
  await gone.connect();
  await gone.get({ type: "leave", table });
  await gone.leave();
  assert.equal((await replaced(host, table, 1)).type, "ok");
});

test("in a rated game no host takes anybody's seat, not even where a machine holds it", async (t) => {
  const server = await Server.open(t, quick(24));
  const guests = [];
  for (const name of ["Anna", "Bert", "Clara"]) guests.push(await newcomer(server, name));
  const table = await gather(guests, { rated: true, time: "slow:336" });
  const [host, gone] = guests;
  await gone.get({ type: "leave", table });
  await gone.leave();
  const { code, why } = await replaced(host, table, 1);
  assert.deepEqual([code, why], ["seat", "In a rated game a seat stays with who took it."]);
});

test("a host who left gives nothing away, and the others choose about him as about anybody", async (t) => {
  const server = await Server.open(t, quick(24));
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests);
  const [host, one, two] = guests;
  await host.leave();
  for (let i = 0; i < 40 && !one.table.window.turn.includes(0); i++) {
    const next = guests[one.table.window.turn[0]];
    const { at, window } = next.table;
    await next.move(window.moves.find((m) => m === "pass") ?? window.moves[0], at);
    await Promise.all([one, two].map((g) => g.until(() => g.table.at > at)));
  }
  await Promise.all([one, two].map((g) => g.until(() => ballot(g)?.seat === 0)));
  await one.refused({ type: "replace", table, seat: 0 }, "host");
  await vote(one, table, 0, "bot");
  await vote(two, table, 0, "bot");
  await one.until(() => one.table.summary.seats[0].away);
});

test("two devices of one person that move at once: one of the moves is made", async (t) => {
  const { table, seat, gone, others } = await four(t);
  const second = new Guest(gone.server, gone.cookie);
  await second.connect();
  await second.enter(table);
  const { at, window } = gone.table;
  const move = window.moves.find((m) => m === "pass") ?? window.moves[0];
  const answers = await Promise.all([gone, second].map((g) => g.ask({ type: "move", table, at, move })));
  assert.deepEqual(answers.map((a) => a.type).sort(), ["error", "ok"]);
  assert.equal(answers.find((a) => a.type === "error").code, "stale");
  await gone.leave();
  await sleep(100);
  assert.ok(others[0].table.summary.seats[seat].here, "he is here with the other one");
});

test("a captain asleep at sea holds a ship no longer than the voyage's clock, at a table without one", async (t) => {
  const server = await Server.open(t, quick(12));
  const guests = await Promise.all(["Red", "Yellow", "Black", "Green"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { game: "voc" });
  const [captain, one] = guests;
  await captain.get({ type: "move", table, at: captain.table.at, move: "sail 783" });
  await captain.leave();
  await one.until(() => one.table.times?.[0].runs === true);
  assert.ok(one.table.times[0].left <= 5000);
  await one.until(() => acts(one, "late").length === 1);
  const ashore = (g) => g.table.window.picture.phase !== "voyage";
  const home = () => guests.slice(1).every(ashore);
  const words = guests.slice(1).map((g) => play(g, () => 0, { stop: home })); // the others are awake
  await Promise.all(guests.slice(1).map((g) => g.until(() => ashore(g))));
  for (const g of guests) for (const look of [...g.watchers]) look();
  await Promise.all(words);
  assert.equal(one.table.summary.seats[0].away, false, "the seat is his again");
});

test("a captain who is there and does nothing holds a ship no longer either", async (t) => {
  const server = await Server.open(t, quick(12));
  const guests = await Promise.all(["Red", "Yellow", "Black", "Green"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { game: "voc" });
  const [captain, one] = guests;
  assert.equal(captain.table.times, null, "without a clock ashore");
  await captain.get({ type: "move", table, at: captain.table.at, move: "sail 783" });
  await captain.until(() => captain.table.times?.[0].runs === true);
  assert.ok(captain.table.times[0].left <= 60000, `${captain.table.times[0].left}`);
  await server.kill(); // and the rest of it is kept
  for (const guest of guests) {
    await guest.connect();
    await guest.enter(table);
  }
  await one.until(() => acts(one, "late").length === 1);
  assert.equal(one.table.summary.seats[0].here, true);
});

test("alone with machines a captain takes his time", async (t) => {
  const server = await Server.open(t, quick(12));
  const captain = await Guest.arrive(server, "Red");
  const { table } = await captain.get({ type: "open", game: "voc", players: 4, seats: ["me", "greedy", "greedy", "greedy"] });
  await captain.enter(table);
  await captain.until(() => captain.owes);
  const { at } = await captain.get({ type: "move", table, at: captain.table.at, move: "sail 783" });
  await captain.until(() => captain.table.at >= at && captain.table.window.picture.phase === "voyage");
  assert.equal(captain.table.times, null);
});
