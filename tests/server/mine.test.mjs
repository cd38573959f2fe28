/* A person's own tables: the list by pages, what waits for him first, told while it changes; and the
   rematch, one for all, kept as a series. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, gather, Guest, play, Server } from "./harness.mjs";

/* The messages of one type this guest was sent. */
const told = (guest, type) => guest.frames.map((text) => JSON.parse(text)).filter((m) => m.type === type);

/* Every table of a list, page by page. */
async function pages(guest, wish = {}) {
  const tables = [];
  let after = null;
  let count = 0;
  do {
    const page = await guest.get({ type: "mine", ...wish, after });
    tables.push(...page.tables);
    after = page.next;
    count++;
  } while (after);
  return { tables, count };
}

async function arrive(server, ...names) {
  return Promise.all(names.map((name) => Guest.arrive(server, name)));
}

test("a game machines finished for all who sat there is won by one of them in his list too, as its row tells", async (t) => {
  const server = await Server.open(t);
  const people = await arrive(server, "Anna", "Bert", "Clara");
  const table = await gather(people);
  const [anna] = people;
  for (const one of people) await one.get({ type: "leave", table });
  await anna.until(() => anna.table.window.over);
  const lists = await Promise.all(people.map((one) => one.get({ type: "mine" })));
  lists.forEach(({ counts, tables }, seat) => {
    assert.equal(counts.over, 1);
    assert.equal(counts.won, Number(tables[0].result[seat].rank === 1));
  });
});

test("my list is not cut: my turn first, then what waits, then what is over", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await arrive(server, "Anna", "Bert", "Clara");
  const over = await gather([anna, bert, clara], { title: "Lübeck" });
  await Promise.all([anna, bert, clara].map((g, i) => play(g, dice(i))));
  const open = { type: "open", game: "batavia", players: 3, seats: ["me", "open", "open"] };
  const waiting = [];
  for (let i = 0; i < 65; i++) waiting.push((await anna.get({ ...open, title: `Table ${i}` })).table);
  const begun = await gather([anna, bert, clara], { title: "Élan" });
  const { tables, count } = await pages(anna);
  assert.equal(count, 3);
  assert.equal(new Set(tables.map(({ id }) => id)).size, 67);
  assert.equal(tables.at(-1).id, over);
  const turn = anna.table.summary.turn[0];
  const mover = [anna, bert, clara][turn];
  const first = await mover.get({ type: "mine" });
  assert.equal(first.tables[0].id, begun, "what waits for me stands first");
  assert.equal(first.counts.turn, 1);
  assert.equal(first.counts.over, 1);
  const won = tables.at(-1).result;
  const counts = (await anna.get({ type: "mine" })).counts;
  assert.equal(counts.won, Number(won[0].rank === 1));
  assert.deepEqual((await pages(mover, { state: "turn" })).tables.map(({ id }) => id), [begun]);
  assert.equal((await pages(anna, { game: "batavia" })).tables.length, 65);
  const found = async (find) => (await pages(anna, { find })).tables.map(({ id }) => id).sort();
  assert.deepEqual(await found("table 64"), [waiting[64]]);
  assert.deepEqual(await found("elan"), [begun]);
  assert.deepEqual(await found("CLARA"), [begun, over].sort());
  assert.deepEqual(await found("person"), []);
  await anna.refused({ type: "mine", state: "mine" }, "bad");
  await anna.refused({ type: "mine", after: "9 or 1=1" }, "bad");
  await anna.refused({ type: "mine", find: "x".repeat(41) }, "bad");
});

test("my list tells how long is left where a clock runs, also of tables nobody looks at", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara, dora] = await arrive(server, "Anna", "Bert", "Clara", "Dora");
  const people = [anna, bert, clara];
  const slow = await gather(people, { time: "slow:72" });
  const untimed = await gather(people);
  const waiting = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], time: "slow:72" });
  const DAYS = 72 * 3600 * 1000;
  const left = async () => {
    const { tables } = await anna.get({ type: "mine" });
    return Object.fromEntries(tables.map((one) => [one.id, one.left]));
  };
  /* A house that was killed may have lost the last seconds of its time. */
  const near = (ms) => assert.ok(Math.abs(ms - DAYS) < 600_000, `${ms} ms are left`);
  const before = await left();
  near(before[slow]);
  assert.equal(before[untimed], null);
  assert.equal(before[waiting.table], null, "no clock runs before the game");

  /* Who follows is told with the change; who looks without a seat is told no clock. */
  await anna.get({ type: "follow", mine: true });
  await bert.enter(slow);
  await clara.enter(slow);
  const turn = () => bert.table.window.turn[0];
  while (turn() === 0) {
    const at = bert.table.at;
    await anna.enter(slow);
    assert.equal((await anna.move("pass")).type, "ok");
    await bert.until(() => bert.table.at > at);
  }
  await anna.enter(untimed);
  const acting = people[turn()];
  await acting.until(() => acting.owes);
  assert.equal((await acting.move("pass")).type, "ok");
  await anna.until(() => told(anna, "yours").some(({ summary }) => summary.id === slow));
  near(told(anna, "yours").findLast(({ summary }) => summary.id === slow).summary.left);
  assert.equal("left" in (await dora.enter(slow)).summary, false);

  await server.kill();
  for (const one of people) await one.connect();
  const after = await left();
  near(after[slow]);
  assert.equal(after[untimed], null);
});

test("who follows his list is told what changes in it, and what the others see he is not", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara, other] = await arrive(server, "Anna", "Bert", "Clara", "Other");
  const phone = new Guest(server, anna.cookie);
  await phone.connect();
  await phone.get({ type: "follow", mine: true });
  await other.get({ type: "follow", mine: true });
  const table = await gather([anna, bert, clara]);
  await phone.until(() => told(phone, "yours").some((m) => m.summary.id === table && m.summary.begun));
  await play(anna, dice(1), { stop: () => !anna.owes });
  await Promise.all([anna, bert, clara].map((g, i) => play(g, dice(i))));
  await phone.until(() => told(phone, "yours").some((m) => m.summary.over));
  const last = told(phone, "yours").at(-1).summary;
  assert.equal(last.result.length, 3);
  assert.equal(last.seats.filter((seat) => seat.mine).length, 1);
  assert.equal(told(other, "yours").length, 0);
  assert.equal(told(anna, "yours").length, 0, "who does not follow is not told");
  await phone.get({ type: "follow", mine: false });
  const count = told(phone, "yours").length;
  await gather([anna, bert, clara]);
  await phone.get({ type: "ping" });
  assert.equal(told(phone, "yours").length, count);
});

test("who leaves a table before it begins is told that it is no longer his", async (t) => {
  const server = await Server.open(t);
  const [anna] = await arrive(server, "Anna");
  const phone = new Guest(server, anna.cookie);
  await phone.connect();
  await phone.get({ type: "follow", mine: true });
  const { table } = await anna.get({ type: "open", game: "batavia", players: 3, seats: ["me", "open", "open"] });
  await anna.get({ type: "leave", table });
  await phone.until(() => told(phone, "yours").some((m) => m.summary.id === table && m.summary.seat === null));
  assert.deepEqual((await anna.get({ type: "mine" })).tables, []);
});

test("a rematch is one table for all, with the seats kept, and counts who has won", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara, stranger] = await arrive(server, "Anna", "Bert", "Clara", "Stranger");
  const guests = [anna, bert, clara];
  const first = await gather(guests, { title: "Le jeudi", options: { gains: "open" } });
  await anna.refused({ type: "rematch", table: first }, "turn");
  await stranger.refused({ type: "rematch", table: first }, "seat");
  await Promise.all(guests.map((g, i) => play(g, dice(i))));
  const ranks = anna.table.window.scores.map((score) => score.rank);
  const phone = new Guest(server, clara.cookie);
  await phone.connect();
  await phone.get({ type: "follow", mine: true });
  const [one, two] = await Promise.all([anna, bert].map((g) => g.get({ type: "rematch", table: first })));
  assert.equal(one.table, two.table, "two who ask at once get the same table");
  const next = one.table;
  await clara.until(() => clara.table.summary.rematch === next);
  await phone.until(() => told(phone, "yours").some((m) => m.summary.id === next));
  const asked = told(phone, "yours").find((m) => m.summary.id === next).summary;
  assert.equal(asked.seats[2].kind, "invited");
  assert.equal(asked.seats[2].mine, true);
  assert.equal(asked.seat, null);
  assert.equal((await clara.get({ type: "mine", state: "turn" })).tables[0].id, next, "an invitation waits for me");
  await stranger.refused({ type: "sit", table: next, seat: 2 }, "seat");
  await stranger.refused({ type: "fill", table: next, seat: 2, bot: "random" }, "host");
  await server.kill();
  for (const guest of guests) await guest.connect();
  await stranger.connect();
  assert.equal((await clara.get({ type: "rematch", table: first })).table, next);
  for (const guest of guests) await guest.enter(next);
  const { summary } = clara.table;
  assert.equal(summary.begun, true);
  assert.equal(summary.title, "Le jeudi");
  assert.equal(summary.options.gains, "open");
  const wins = ranks.map((rank) => Number(rank === 1));
  assert.deepEqual(summary.series, { id: first, round: 2, wins });
  await Promise.all(guests.map((g, i) => play(g, dice(i + 5))));
  const more = anna.table.window.scores.map((score, i) => wins[i] + Number(score.rank === 1));
  assert.deepEqual(anna.table.summary.series.wins, more);
  const series = (await anna.get({ type: "mine", series: first })).tables;
  assert.deepEqual(series.map(({ id }) => id), [next, first]);
  assert.deepEqual((await stranger.get({ type: "mine", series: first })).tables, [], "a series is for who plays it");
});

test("an invitation may be declined, and the host may give the seat to a bot", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, "Anna", "Bert", "Clara");
  const [anna, bert, clara] = guests;
  const first = await gather(guests);
  await Promise.all(guests.map((g, i) => play(g, dice(i))));
  const { table } = await anna.get({ type: "rematch", table: first });
  await anna.enter(table);
  await bert.get({ type: "leave", table });
  await anna.until(() => anna.table.summary.seats[1].kind === "empty");
  await anna.get({ type: "fill", table, seat: 2, bot: "random" });
  await anna.until(() => anna.table.summary.seats[2].kind === "bot");
  assert.deepEqual((await clara.get({ type: "mine", state: "turn" })).tables, []);
  await clara.get({ type: "sit", table, seat: 1 });
  await anna.until(() => anna.table.summary.begun);
  assert.deepEqual(anna.table.summary.series.round, 2);
});

test("two devices of one person that move at once make one move", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, "Anna", "Bert", "Clara");
  const table = await gather(guests);
  const mover = guests.find((guest) => guest.owes);
  const second = new Guest(server, mover.cookie);
  await second.connect();
  await second.enter(table);
  const { at, window } = mover.table;
  const answers = await Promise.all([mover, second].map((g) => g.move(window.moves[0], at)));
  assert.deepEqual(answers.map((a) => a.code ?? a.type).sort(), ["ok", "stale"]);
});

test("lists are whole while tables end", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, "Anna", "Bert", "Clara");
  const crews = [];
  for (let i = 0; i < 6; i++) {
    const crew = guests.map((guest) => new Guest(server, guest.cookie));
    for (const one of crew) await one.connect();
    await gather(crew, { title: `Table ${i}`, listed: true });
    crews.push(crew);
  }
  const stranger = await Guest.arrive(server, "Zoé");
  let playing = true;
  const games = Promise.all(crews.flatMap((crew, i) => crew.map((g, j) => play(g, dice(10 * i + j))))).then(() => (playing = false));
  while (playing) {
    const { tables, counts } = await guests[0].get({ type: "mine" });
    assert.equal(tables.length, 6);
    assert.equal(counts.turn + counts.waiting + counts.over, 6);
    const { open, watch, total } = await stranger.get({ type: "lobby" });
    assert.deepEqual([open.length, total], [0, 0]);
    assert.ok(watch.length <= 6 && watch.every((one) => one.begun && !one.over && one.seats.length === 3));
  }
  await games;
  assert.equal((await guests[0].get({ type: "mine" })).counts.over, 6);
  assert.deepEqual((await stranger.get({ type: "lobby" })).watch, []);
});
