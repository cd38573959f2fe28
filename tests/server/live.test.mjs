/* Moves made at the same time as those of others. A captain of VOC! draws twenty strokes a second
   while his shipmates call words: neither makes the other stale, and nothing is played twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Closed, gather, Guest, Server, sleep } from "./harness.mjs";

/* Four at a table of VOC!, and red has left harbour with ship A. Yellow has two sailors aboard. */
async function underSail(t) {
  const server = await Server.open(t);
  const guests = await Promise.all(["Red", "Yellow", "Black", "Green"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { game: "voc" });
  const [red] = guests;
  const { at } = await red.get({ type: "move", table, at: red.table.at, move: "sail 500" });
  for (const guest of guests) await guest.until(() => guest.table.at >= at);
  return { server, table, guests, at };
}

const strokes = (guest) => guest.table.window.picture.voyage.strokes;
const events = (guest, kind) => guest.table.events.filter((e) => e.kind === kind);

test("strokes and words cross, and none is refused", async (t) => {
  const { table, guests, at } = await underSail(t);
  const [red, yellow, black, green] = guests;
  const drawn = 150;
  let drawing = true;
  let crossed = 0;

  /* The captain looks at nothing but the answers to his own strokes. */
  async function draw() {
    let seen = at;
    for (let i = 0; i < drawn; i++) {
      const answer = await red.get({ type: "move", table, at: seen, move: `pen ${i % 2} -1` });
      assert.ok(answer.at > seen);
      seen = answer.at;
      if (i % 10 === 0) await sleep(5);
    }
    drawing = false;
    return seen;
  }
  /* A shipmate answers to what he saw long ago. */
  async function call() {
    const said = [];
    let seen = at;
    while (drawing) {
      await sleep(10);
      const move = said.length === 0 ? "say north" : strokes(yellow) > 100 ? "say east" : "quiet";
      if (said.includes("say east") || (move === "quiet" && !yellow.owes)) continue;
      const answer = await yellow.get({ type: "move", table, at: seen, move });
      crossed += answer.at > seen + 1;
      seen = answer.at;
      said.push(move);
    }
    return said;
  }
  /* Somebody comes and goes. */
  async function wander() {
    for (let i = 0; drawing; i++) {
      await green.get(i % 2 ? { type: "sit", table, seat: 3 } : { type: "leave", table });
      await sleep(30);
    }
  }
  const [last, said] = await Promise.all([draw(), call(), wander()]);
  assert.ok(said.includes("quiet"), said.join());
  assert.ok(crossed > 1, "the strokes went on while he spoke");
  await black.until(() => black.table.at >= last);
  assert.equal(strokes(black), drawn);
  assert.equal(events(black, "line").length, drawn);
  assert.deepEqual(events(black, "word").map((e) => e.items[0]), ["north", "east"]);

  /* The pen is lifted: what comes later for this voyage is not meant for the next. */
  await red.get({ type: "move", table, at: last, move: "stop" });
  await yellow.refused({ type: "move", table, at: last, move: "say south" }, "stale");
  await red.refused({ type: "move", table, at: last, move: "pen 0 -1" }, "stale");
});

test("the same stroke sent twice is drawn once", async (t) => {
  const { table, guests, at } = await underSail(t);
  const [red, yellow] = guests;
  const stroke = { type: "move", table, at, move: "pen 0 -5 1 -4" };
  await yellow.get({ type: "move", table, at, move: "say north" });
  const { at: then } = await red.get(stroke);
  await red.refused(stroke, "stale");
  await yellow.refused({ type: "move", table, at, move: "say north" }, "stale");
  await red.get({ ...stroke, at: then });
  for (const wrong of [then + 5, then + 1000000])
    await red.refused({ ...stroke, at: wrong }, "stale");
  await yellow.until(() => strokes(yellow) === 4);
  assert.equal(events(yellow, "word").length, 1);
});

test("two strokes sent at once for the same version are one", async (t) => {
  const { table, guests, at } = await underSail(t);
  const [red, yellow] = guests;
  const stroke = { type: "move", table, at, move: "pen 0 -5" };
  const answers = await Promise.all([red.ask(stroke), red.ask(stroke), red.ask(stroke)]);
  assert.deepEqual(answers.map((a) => a.code ?? a.type), ["ok", "stale", "stale"]);
  await yellow.until(() => strokes(yellow) === 1);
});

test("an order and the end of a voyage by orders are meant for what the captain has heard", async (t) => {
  const { table, guests, at } = await underSail(t);
  const [red, yellow] = guests;
  const { at: ordered } = await red.get({ type: "move", table, at, move: "order 0 20" });
  await yellow.get({ type: "move", table, at: ordered, move: "say stop" });
  await red.refused({ type: "move", table, at: ordered, move: "order 0 20" }, "stale");
  await red.refused({ type: "move", table, at: ordered, move: "stop" }, "stale");
  await red.until(() => red.table.at > ordered);
  const { at: second } = await red.get({ type: "move", table, at: red.table.at, move: "order 0 20" });
  await yellow.refused({ type: "move", table, at: ordered, move: "say stop" }, "stale");
  await yellow.get({ type: "move", table, at: second, move: "say stop" });
});

/* The captain's line breaks after each stroke, before he can know whether it arrived; now and then
   the whole server does. He sends the stroke again just as it was. */
test("a stroke cut off by a broken line or a killed server is drawn exactly once", async (t) => {
  const { server, table, guests, at } = await underSail(t);
  const [red, yellow, black] = guests;
  const again = async (guest) => {
    if (!guest.open) await guest.connect();
    await guest.enter(table);
  };
  let seen = at;
  let called = at;
  const outcomes = { ok: 0, stale: 0 };
  for (let i = 0; i < 24; i++) {
    const stroke = { type: "move", table, at: seen, move: "pen 1 -2" };
    const lost = red.ask(stroke).catch((e) => assert.ok(e instanceof Closed));
    if (i % 3) await sleep(i % 3);
    if (i % 8 === 7) {
      await server.kill();
      for (const guest of [yellow, black]) await again(guest);
    } else {
      red.socket.terminate();
    }
    await lost;
    if (i === 5 || i === 15) {
      called = (await yellow.get({ type: "move", table, at: called, move: "say north" })).at;
    }
    await again(red);
    const answer = await red.ask(stroke);
    outcomes[answer.code ?? answer.type]++;
    seen = answer.type === "ok" ? answer.at : red.table.at;
    await black.until(() => black.table.at >= seen);
    assert.equal(strokes(black), i + 1, `stroke ${i + 1} of ${JSON.stringify(outcomes)}`);
  }
  assert.equal(outcomes.ok + outcomes.stale, 24);
  assert.ok(outcomes.stale > 0, "some strokes had arrived");
  assert.equal(events(black, "word").length, 2);
});

/* A person draws alone with bots. In a game of five red is captain of ship A; yellow and blue have a
   sailor each aboard, and merchants who would like to call at Galle. `stroke` draws segments, not
   sooner than `gap` ms after the last; `toGalle` draws until they are well inside its circle. */
async function aloneWithBots(t, { pace, gap }) {
  const server = await Server.open(t, { pace });
  const red = await Guest.arrive(server, "Red");
  const seats = ["me", "greedy", "greedy", "greedy", "greedy"];
  const { table } = await red.get({ type: "open", game: "voc", players: 5, seats });
  await red.enter(table);
  await red.until(() => red.owes);
  let { at } = await red.get({ type: "move", table, at: red.table.at, move: "sail 783" });
  let next = 0;
  const self = { server, drawn: 0, words: () => events(red, "word") };
  self.stroke = async (...segments) => {
    if (gap) await sleep(next - Date.now());
    next = Math.max(next, Date.now()) + gap;
    at = (await red.get({ type: "move", table, at, move: `pen ${segments.join(" ")}` })).at;
    self.drawn += segments.length;
  };
  self.toGalle = async () => {
    for (let y = 759; y > 411; y -= 12) await self.stroke("0 -4", "0 -4", "0 -4");
  };
  return self;
}

const bothCallStop = [
  [1, "stop"],
  [4, "stop"],
];
const said = (words) => words.map((e) => [e.seat, e.items[0]]).sort();

test("bots call their words while a person draws, soon after they are asked", async (t) => {
  const sea = await aloneWithBots(t, { pace: 700, gap: 50 });
  await sea.toGalle();
  assert.equal(sea.words().length, 0, "at sea there is nothing to say");
  assert.ok((await sea.server.metric("bot_moves_total")) > 2, "but they were asked, and answered");
  while (sea.drawn % 16 !== 15) await sea.stroke(sea.drawn % 2 ? "0 1" : "0 -1");
  await sea.stroke("0 -1"); // now they are asked
  const soon = 12; // strokes: fewer than the pace has room for; on a busy machine they are as slow as the words
  for (let i = 0; i < soon && sea.words().length < 2; i++) await sea.stroke("0 1", "0 -1");
  assert.deepEqual(said(sea.words()), bothCallStop);
  assert.equal(await sea.server.metric("bot_errors_total"), 0);
});

test("bots come to speak where strokes follow each other without a pause", async (t) => {
  const sea = await aloneWithBots(t, { pace: 0, gap: 0 });
  await sea.toGalle();
  while (sea.words().length < 2 && sea.drawn < 300) await sea.stroke("0 1", "0 -1");
  assert.deepEqual(said(sea.words()), bothCallStop);
  assert.equal(await sea.server.metric("bot_errors_total"), 0);
});

test("a bot sails in a fraction of the pace, so that nobody watches it for minutes", async (t) => {
  const pace = 2400;
  const server = await Server.open(t, { pace });
  const red = await Guest.arrive(server, "Red");
  const seats = ["me", "greedy", "greedy", "greedy"];
  const { table } = await red.get({ type: "open", game: "voc", players: 4, seats });
  await red.enter(table);
  await red.until(() => red.owes);
  await red.get({ type: "move", table, at: red.table.at, move: "stay" });
  // Ship B is black's and green's: no person has a word to say.
  await red.until(() => events(red, "order").length > 0);
  const [begun, first] = [Date.now(), events(red, "order").length];
  await red.until(() => events(red, "order").length >= first + 4);
  const each = (Date.now() - begun) / 4;
  assert.ok(each < pace, `an order every ${Math.round(each)} ms`);
  assert.ok(each > pace / 8, `an order every ${Math.round(each)} ms can still be followed`);
});
