/* The hours of the house are the log's: the clock of a node does not matter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, gather, Guest } from "../server/harness.mjs";
import { House, play } from "./harness.mjs";

test("a node whose clock is an hour wrong costs nobody a decision", async (t) => {
  const house = await House.single(t, { nodes: 1 });
  await house.addNode(["env", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", "-f", "+1h"]);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name, i) => Guest.arrive(house.nodes[i % 2], name)));
  const table = await gather(guests, { time: "decision:600" });
  await Promise.all(guests.map((guest, i) => play(guest, dice(60 + i))));
  const records = await house.record(table, "Marie");
  assert.equal(records[0], records[1]);
  for (const guest of guests) {
    assert.ok(!guest.frames.some((frame) => /"late"/.test(frame) && /"kind":"late"/.test(frame)), "nobody was late");
    assert.ok(guest.table.summary.seats.every((seat) => !seat.away), "nobody's seat was taken over");
  }
});
