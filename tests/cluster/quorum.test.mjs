/* A majority of the log's servers keeps what is played; less than that keeps nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, gather, Guest } from "../server/harness.mjs";
import { canMove, House, play, some, until } from "./harness.mjs";

test("of three servers of the log one may die; without two nothing is kept, and nothing is lost", async (t) => {
  const house = await House.open(t, { nodes: 2 });
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name, i) => Guest.arrive(house.nodes[i % 2], name)));
  const table = await gather(guests);
  const roll = dice(41);
  await some(guests, roll, 3);
  await house.logs[0].stop("SIGKILL");
  const tryMove = async () => {
    const guest = await until(() => guests.find(canMove), "somebody may move", 120000);
    const { at, window } = guest.table;
    return { ...(await guest.move(window.moves[0], at)), at, health: await house.health(house.nodes.indexOf(guest.server)) };
  };
  let answer = await until(async () => { // a new leader may have to be found first
    const told = await tryMove();
    return told.type === "ok" && told;
  }, "two of three keep a move", 120000);
  for (const guest of guests) await guest.until(() => guest.table.at > answer.at, 120000);
  /* The one that leads: a leader left alone keeps a message nobody else has, and nats-server before 2.10.22
     may then stand by different logs for ever (docs/cluster.md). */
  const leader = await house.leader(1);
  await house.logs[leader].stop("SIGKILL");
  answer = await tryMove();
  assert.equal(answer.code, "store", "one of three keeps nothing");
  assert.equal(answer.health, 503, "and the node says so, though that one may still answer");
  for (const i of [0, leader]) house.logs[i].start();
  await until(async () => (await house.health(0)) === 200 && (await house.health(1)) === 200, "the house is well again", 120000);
  await Promise.all(guests.map((guest, i) => play(guest, dice(50 + i), { patience: 40 })));
  const records = await house.record(table, "Marie");
  assert.equal(records[0], records[1]);
});
