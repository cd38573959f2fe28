/* The clock of a table: a minute of deals in VOC! ends by itself, whoever sleeps, comes or goes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gather, Guest, Server, sleep, GENEROUS } from "./harness.mjs";

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
  const { guests } = await inDeals(t, { minute: 1 });
  const begun = Date.now();
  for (const guest of guests) assert.ok(guest.table.clock > 500 && guest.table.clock <= 1000, `${guest.table.clock}`);
  await play(guests, 0, "offer 1 cinnamon for cinnamon");
  await play(guests, 1, "offer 2 cinnamon for nothing");
  await play(guests, 1, "done");
  assert.equal(offers(guests[2]).length, 2);
  assert.ok(!ended(guests[0]));
  await see(guests, ended);
  const took = Date.now() - begun;
  assert.ok(took > 600 && took < 2500, `it took ${took} ms`);
  for (const guest of guests) {
    assert.equal(guest.table.clock, null);
    assert.equal(guest.table.events.filter((e) => e.kind === "deal").length, 0);
    assert.equal(guest.table.events.filter((e) => e.kind === "withdraw" || e.kind === "refuse").length, 2);
  }
});

test("neither offers nor comings and goings, nor undo, prolong the minute", async (t) => {
  const { table, guests } = await inDeals(t, { minute: 2 });
  const [red, yellow, black, green] = guests;
  const begun = Date.now();
  let left = red.table.clock;
  for (let i = 0; !ended(red) && Date.now() < begun + 6000; i++) {
    if (i % 5 === 0) green.socket.terminate();
    if (i % 5 === 2) await green.connect().then(() => green.enter(table));
    if (i % 5 === 1) await black.ask(i % 10 === 1 ? { type: "leave", table } : { type: "sit", table, seat: 2 });
    if (i < 24) await red.ask({ type: "move", table, at: red.table.at, move: i % 2 ? "withdraw" : "offer 1 cinnamon for cinnamon" });
    if (i % 7 === 6) await red.ask({ type: "undo", table, at: red.table.at });
    await sleep(60);
    if (ended(red)) break;
    assert.ok(red.table.clock <= left, `${red.table.clock} after ${left}`);
    left = red.table.clock;
  }
  const took = Date.now() - begun;
  assert.ok(took > 1500 && took < 4000, `it took ${took} ms`);
  await yellow.until(() => ended(yellow));
});

test("a server that is killed in the middle of the minute begins it anew, and it ends", async (t) => {
  const { server, table, guests } = await inDeals(t, { minute: 2 });
  await play(guests, 0, "offer 1 cinnamon for cinnamon");
  await sleep(1000);
  await server.kill();
  const [red, yellow] = guests;
  await red.connect();
  await red.enter(table);
  assert.equal(phase(red), "deals");
  assert.equal(offers(red).length, 1);
  assert.ok(red.table.clock > 1500, `${red.table.clock}`);
  await sleep(700);
  await yellow.connect();
  await yellow.enter(table);
  assert.ok(yellow.table.clock < 1500, `${yellow.table.clock}`);
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
  await sleep(1500);
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
