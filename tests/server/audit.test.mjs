/* The server asks the rules whether what it is about to keep, and what it reads, is sound. */
import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { binary, dice, gather, Guest, play, Server, withBots } from "./harness.mjs";

const unsound = join(binary, "../tests/server/unsound");

test("a move that breaks an invariant is refused, logged, and the position before it stands", async (t) => {
  const server = await Server.open(t, { program: unsound });
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests);
  let broken = null;
  const choose = dice(1);
  while (!broken) {
    const mover = guests.find((g) => g.owes);
    const before = mover.table;
    const moves = before.window.moves;
    const answer = await mover.ask({ type: "move", table, at: before.at, move: moves[choose(moves.length)] });
    if (answer.type === "error") broken = { answer, before, mover };
    else for (const guest of guests) await guest.until(() => guest.table.at >= answer.at);
  }
  assert.equal(broken.answer.code, "broken");
  for (const guest of guests) {
    const { at, window } = await guest.enter(table);
    assert.equal(at, broken.before.at);
    assert.equal(window.picture.round, 1);
  }
  assert.match(server.said, /byzanz, line \d+ of a journal, position \d+: one round is all there is; refused/);
  assert.doesNotMatch(server.said, new RegExp(table));
  assert.equal((await broken.mover.ask({ type: "ping" })).type, "pong");
});

test("bots whose game breaks stop and are not asked again and again", async (t) => {
  const server = await Server.open(t, { program: unsound });
  const guest = await Guest.arrive(server);
  const table = await withBots(guest, { seats: Array(4).fill("greedy") });
  await guest.enter(table);
  for (;;) {
    await guest.ask({ type: "ping" });
    if (/refused/.test(server.said)) break;
  }
  for (let i = 0; i < 20; i++) await guest.enter(table);
  assert.equal(server.said.match(/refused/g).length, 1, server.said);
  assert.equal((await guest.enter(table)).window.picture.round, 1);
});

test("a table that is unsound is not loaded", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests);
  await Promise.all(guests.map((g, i) => play(g, dice(i))));
  await server.stop("SIGTERM");
  server.program = unsound;
  await server.start();
  await guests[0].connect();
  const answer = await guests[0].ask({ type: "enter", table });
  assert.equal(answer.code, "store");
  assert.match(server.said, /one round is all there is/);
});
