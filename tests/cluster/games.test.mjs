/* People on different nodes play whole games, as if there were one server. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { binary, dice, gather, Guest, movesOf, play, withBots } from "../server/harness.mjs";
import { House } from "./harness.mjs";

const arrive = (house, names) => Promise.all(names.map((name, i) => Guest.arrive(house.nodes[i % house.nodes.length], name)));

function checked(record) {
  const audit = spawnSync(binary, ["check", "-"], { input: record, encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stdout + audit.stderr);
}

test("people on three nodes play whole games of all four, and every node has the same record", async (t) => {
  const house = await House.open(t);
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const guests = await arrive(house, ["Anna", "Björn", "Chloé"]);
    const voc = game === "voc"; // for four at least: a bot has the last seat
    const table = await gather(guests, voc ? { game, players: 4, seats: ["me", "open", "open", "greedy"] } : { game });
    const sent = [];
    await Promise.all(guests.map((guest, i) => play(guest, dice(7 * game.length + i), { made: (m) => sent.push(m) })));
    const records = await Promise.all(guests.map((g) => g.get({ type: "record", table })));
    for (const { record } of records) assert.equal(record, records[0].record, game);
    checked(records[0].record);
    const moves = movesOf(records[0].record).filter((line) => !line.startsWith("*") && !line.startsWith("3 "));
    assert.equal(moves.length, sent.length, `${game}: every acknowledged move is there once`);
    for (const guest of guests) await guest.leave();
  }
});
