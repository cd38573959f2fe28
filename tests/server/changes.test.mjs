/* What those who look at a table are sent: the whole once and then what has changed, the last events at
   first and older ones by pages. It costs what is on the screen, and nobody is told more than before. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { binary, dice, gather, Guest, Server } from "./harness.mjs";

const games = JSON.parse(execFileSync(binary, ["games", "--json"])).map(({ id }) => id);
const ENTER_MOST = 24_000; // bytes: the largest window and a page of events
const STROKE_MOST = 1_500;

const all = async (guest) => {
  while (await guest.older());
  return guest.table.events;
};

for (const game of games)
  test(`${game}: who was told every change knows what who comes now is told`, async (t) => {
    const server = await Server.open(t);
    const guests = await Promise.all(["Anna", "Bert", "Clara", "Dora"].map((name) => Guest.arrive(server, name)));
    const watcher = await Guest.arrive(server, "Watcher");
    const table = await gather(guests, { game });
    await watcher.enter(table);
    const looking = [...guests, watcher];
    for (const one of looking) await one.until(() => one.table.summary.watching.count === 1);
    const roll = dice(7);
    const looked = [];
    for (let made = 1; made <= 120 && !watcher.table.window.over; made++) {
      const guest = guests.find(({ owes }) => owes);
      const { moves } = guest.table.window;
      const { at } = await guest.get({ type: "move", table, at: guest.table.at, move: moves[roll(moves.length)] });
      for (const one of looking) await one.until(() => one.table.at >= at);
      for (const guest of made % 10 ? [] : looking) {
        const { summary, window, events } = guest.table;
        const twin = new Guest(server, guest.cookie);
        await twin.connect();
        await twin.enter(table);
        assert.deepEqual(twin.table.window, window);
        assert.deepEqual(twin.table.summary, summary);
        assert.deepEqual(await all(twin), events);
        looked.push(window.position);
        await twin.leave();
      }
    }
    assert.ok(looked.length >= 12 && watcher.tables.length > 30, `${looked.length} times, ${watcher.tables.length} tables`);
    const changes = watcher.frames.filter((frame) => frame.startsWith(`{"type":"change"`));
    assert.ok(changes.length > 20, "most of what a watcher is told is what has changed");
    for (const change of changes.map((text) => JSON.parse(text)))
      assert.ok(change.summary?.title === undefined && change.window?.game === undefined, "what never changes is told once");
  });

test("entering a long game of VOC! costs a screen, and pages bring the rest", async (t) => {
  const server = await Server.open(t);
  const watcher = await Guest.arrive(server, "Watcher");
  const { table } = await watcher.get({ type: "open", game: "voc", players: 5, seats: Array(5).fill("greedy") });
  await watcher.enter(table);
  await watcher.until(() => watcher.table.window.over, 200_000);
  const late = await Guest.arrive(server, "Late");
  const first = late.frames.length;
  await late.enter(table);
  const bytes = late.frames.slice(first).join("").length;
  const whole = await all(watcher);
  assert.ok(JSON.stringify(whole).length > 3 * ENTER_MOST, `a long game: ${whole.length} events`);
  assert.ok(bytes < ENTER_MOST, `${bytes} bytes to enter`);
  assert.ok(late.table.events.length > 20, "the last turns are told");
  assert.deepEqual(await all(late), whole, "page after page the whole journal is told, once each");
  for (const frame of late.frames.slice(first)) assert.ok(frame.length < 4 * ENTER_MOST, `${frame.length} bytes of a page`);

  /* Odd questions are answered or refused. */
  const { from, to, events } = await late.get({ type: "events", table, before: 1e9 });
  assert.equal(to, late.table.window.position);
  assert.ok(from < to && events.length > 0);
  assert.deepEqual(await late.get({ type: "events", table, before: 0 }).then(({ events }) => events), []);
  for (const before of [-1, 1.5, "1", null]) await late.refused({ type: "events", table, before }, "bad");
  await late.refused({ type: "events", table: "AAAAAAAAAAAA", before: 1 }, "table");
});

test("a stroke costs what it draws, the same to every spectator; its captain's pages do not show it", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Red", "Yellow", "Black", "Green"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests, { game: "voc" });
  const [red, yellow] = guests;
  const watchers = await Promise.all(Array.from({ length: 20 }, () => Guest.arrive(server)));
  for (const watcher of watchers) await watcher.enter(table);
  let { at } = await red.get({ type: "move", table, at: red.table.at, move: "sail 500" });
  const looking = [...guests, ...watchers];
  for (const guest of looking) await guest.until(() => guest.table.at >= at && guest.table.summary.watching.count === 20);
  const before = looking.map((guest) => guest.frames.length);
  const strokes = 130;
  for (let i = 0; i < strokes; i++) ({ at } = await red.get({ type: "move", table, at, move: `pen ${i % 2} -1` }));
  for (const guest of looking) await guest.until(() => guest.table.at >= at);
  for (const [i, guest] of looking.entries()) {
    const heard = guest.frames.slice(before[i]).filter((frame) => frame.includes(`"type":"change"`));
    if (guest === red) assert.equal(heard.length, strokes); // the others may be told of some together
    assert.ok(heard.length <= strokes, `${heard.length} messages`);
    const bytes = heard.join("").length;
    assert.ok(bytes < strokes * STROKE_MOST, `${bytes} bytes for ${strokes} strokes`);
  }
  const [shared] = watchers.map((watcher, i) => watcher.frames.slice(before[i + 4]));
  for (const [i, watcher] of watchers.entries()) assert.deepEqual(watcher.frames.slice(before[i + 4]), shared);

  /* At sea: the captain asks for all there is, anew and by pages. */
  const back = new Guest(server, red.cookie);
  await back.connect();
  await back.enter(table);
  await all(back);
  assert.doesNotMatch(back.frames.join(""), /"kind":"(line|land|drift)"/);
  const seen = await all(yellow);
  assert.equal(seen.filter(({ kind }) => kind === "line").length, strokes);

  /* At landfall his voyage is opened to him, and pages tell it as the table did. */
  await red.get({ type: "move", table, at, move: "stop" });
  await red.until(() => red.table.events.some(({ kind }) => kind === "landfall"));
  const opened = red.table.events.filter(({ kind }) => kind === "line");
  assert.equal(opened.length, strokes);
  assert.equal(new Set(opened.map((event) => event.at)).size, 1);
  await back.until(() => back.table.at >= red.table.at);
  const again = new Guest(server, red.cookie);
  await again.connect();
  await again.enter(table);
  assert.deepEqual(await all(again), await all(red));
  assert.deepEqual(await all(back), await all(red));
});
