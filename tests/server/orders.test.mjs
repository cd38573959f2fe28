/* Orders set ahead: secret to the byte, refused beyond one's means, taken back at will, honoured while away
   and after a restart. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gather, Guest, Server, sleep } from "./harness.mjs";

/* Four at Batavia, where a bid is a number of bills; the one who speaks first, and the next. */
async function four(t, request = {}) {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara", "Dora"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests, { game: "batavia", ...request });
  const first = guests[0].table.window.turn[0];
  const next = (first + 1) % 4;
  return { server, table, guests, first, next };
}

const order = (guest, table, text) => guest.ask({ type: "order", table, order: text });

test("an order acts when its turn comes: up to its limit, then it passes", async (t) => {
  const { table, guests, first, next } = await four(t);
  const [one, two] = [guests[first], guests[next]];
  assert.equal((await order(two, table, "bid 4")).type, "ok");
  await two.until(() => two.table.window.order === "bid 4");
  await one.move("bid 2");
  await two.until(() => two.table.window.ordered !== null);
  const bid = two.table.events.findLast((e) => e.kind === "bid" && e.seat === next);
  assert.equal(bid.n, 3);
  assert.equal(bid.at, two.table.window.ordered);
  const third = guests[(next + 1) % 4];
  const fourth = guests[(next + 2) % 4];
  await third.until(() => third.owes);
  await third.move("bid 6");
  await one.until(() => one.table.window.orders.next === 7); // what is still a bid
  await fourth.until(() => fourth.owes);
  await fourth.move("pass");
  await one.until(() => one.owes);
  await one.move("pass");
  await two.until(() => two.table.events.some((e) => e.kind === "pass" && e.seat === next));
  await two.until(() => two.table.window.order === null);
});

test("bad orders change nothing: beyond one's means, of no sense, of nobody", async (t) => {
  const { server, table, guests, next } = await four(t);
  const guest = guests[next];
  for (const text of ["bid 16", "bid", "bid 0", "bid many", "bid 3 for gold", "pass unless gold", "sail batavia", "lay sweden 1", "undo", "pass pass"])
    await guest.refused({ type: "order", table, order: text }, "illegal");
  for (const text of [7, null, "x".repeat(60), "bid 3\nbegin", "é"])
    await guest.refused({ type: "order", table, order: text }, "bad");
  await guest.refused({ type: "order", table, order: "" }, "illegal"); // there is none
  const stranger = await Guest.arrive(server, "Zoé");
  await stranger.enter(table);
  await stranger.refused({ type: "order", table, order: "pass" }, "seat");
  assert.equal(guest.table.window.order, null);
});

test("no list tells of it: it is no change of a table", async (t) => {
  const { server, table, guests, next } = await four(t);
  await sleep(1100); // what changed last is known by the second
  await gather(guests, { game: "batavia" });
  await sleep(1100);
  const lists = () => Promise.all(guests.map(async (guest) => (await guest.get({ type: "mine" })).tables.map(({ id }) => id)));
  const before = await lists();
  for (const again of [false, true]) {
    if (again) {
      await server.kill();
      for (const guest of guests) await guest.connect();
    }
    await guests[next].get({ type: "order", table, order: again ? "pass" : "bid 3" });
    assert.deepEqual(await lists(), before, again ? "nor of the first line after the table was read" : "");
  }
  const stranger = await Guest.arrive(server, "Zoé");
  await stranger.enter(table);
  await stranger.get({ type: "aside", table, text: "Oh !" });
  assert.deepEqual(await lists(), before, "nor of what those say who look on");
});

test("nobody else is sent a byte of it: not that it is there, was changed, taken back or acted", async (t) => {
  const { server, table, guests, first, next } = await four(t);
  const stranger = await Guest.arrive(server, "Zoé");
  await stranger.enter(table);
  const others = [stranger, ...guests.filter((_, seat) => seat !== next)];
  await sleep(100);
  const heard = others.map((g) => g.frames.length);
  const two = guests[next];
  const { at } = two.table;
  for (const text of ["bid 4", "bid 3 for sweden", "", "pass"]) await two.get({ type: "order", table, order: text });
  await two.until(() => two.table.window.order === "pass");
  assert.equal(two.table.at, at, "no version tells of it");
  const listed = await others[1].get({ type: "mine" });
  assert.doesNotMatch(JSON.stringify(listed), /"order/);
  assert.deepEqual(
    others.map((g, i) => g.frames.slice(heard[i]).filter((f) => !f.includes('"type":"mine"')).length),
    others.map(() => 0),
  );
  await guests[first].move("bid 1");
  await Promise.all(others.map((g) => g.until(() => g.table.events.some((e) => e.kind === "pass" && e.seat === next))));
  for (const g of others)
    for (const frame of g.frames.slice(0)) {
      assert.ok(!frame.includes("pass unless") && !frame.includes("bid 3 for"));
      const { window } = JSON.parse(frame);
      assert.ok(!window?.order && !window?.ordered, frame.slice(0, 200));
    }
});

test("it is honoured after the server was killed, and while a machine holds the seat", async (t) => {
  const { server, table, guests, first, next } = await four(t);
  const two = guests[next];
  await two.get({ type: "order", table, order: "bid 9" });
  await two.get({ type: "leave", table }); // a machine holds the seat
  await server.kill();
  for (const guest of guests) {
    await guest.connect();
    await guest.enter(table);
  }
  assert.equal(two.table.window.order, "bid 9");
  assert.ok(two.table.summary.seats[next].away);
  await guests[first].move("bid 7");
  await two.until(() => two.table.window.ordered !== null);
  assert.equal(two.table.events.findLast((e) => e.kind === "bid").n, 8);
  await two.get({ type: "order", table, order: "" });
  await two.until(() => two.table.window.order === null);
});
