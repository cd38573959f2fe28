/* Moves made at the same time as those of others. A captain of VOC! draws twenty strokes a second
   while his shipmates call words: neither makes the other stale, and nothing is played twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Closed, gather, Guest, House, sleep } from "./house.mjs";

/* Four at a table of VOC!, and red has left harbour with ship A. Yellow has two sailors aboard. */
async function underSail(t) {
  const house = await House.open(t);
  const guests = await Promise.all(["Red", "Yellow", "Black", "Green"].map((n) => Guest.arrive(house, n)));
  const table = await gather(guests, { game: "voc" });
  const [red] = guests;
  const { at } = await red.get({ type: "move", table, at: red.table.at, move: "sail 500" });
  for (const guest of guests) await guest.until(() => guest.table.at >= at);
  return { house, table, guests, at };
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
   the whole house does. He sends the stroke again just as it was. */
test("a stroke cut off by a broken line or a killed house is drawn exactly once", async (t) => {
  const { house, table, guests, at } = await underSail(t);
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
      await house.kill();
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
