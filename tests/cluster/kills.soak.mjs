/* Processes of the house are killed at random while people play through the balancer. Whatever was
   acknowledged is in the log once, nobody's move is there twice, and all nodes have the same record.
   NEGOCE_KILLS: how many. It is part of `make cluster-soak` alone: servers of NATS that are killed find a
   new leader in seconds of their own, which on a busy machine are many. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { binary, dice, gather, Guest, movesOf, sleep } from "../server/harness.mjs";
import { House, persist, until } from "./harness.mjs";

const KILLS = Number(process.env.NEGOCE_KILLS ?? 8);
const FIRST = 8; // lines of a journal before the moves: the commitment, three seats with their nonces, `begin`

/* What was sent and what became of it: each move stands where it was meant for, or nowhere. */
function check(record, sent) {
  const moves = movesOf(record);
  const ours = new Map();
  for (const one of sent) {
    const before = ours.get(one.at - FIRST);
    if (!before || one.acknowledged) ours.set(one.at - FIRST, one);
    assert.ok(!before?.acknowledged || !one.acknowledged, "no two moves were acknowledged at one version");
  }
  for (const [place, { seat, move, acknowledged }] of ours)
    if (acknowledged) assert.equal(moves[place], `${seat} ${move}`, "no acknowledged move is lost");
  moves.forEach((line, place) => {
    if (line.startsWith("*")) return;
    const known = sent.some((one) => one.at - FIRST === place && `${one.seat} ${one.move}` === line);
    assert.ok(known, `nobody made the move ${place}: ${line}`);
  });
  const audit = spawnSync(binary, ["check", "-"], { input: record, encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stdout + audit.stderr);
}

test(`${KILLS} kills of nodes and of servers of the log, and nothing is lost or played twice`, async (t) => {
  const house = await House.open(t, { balancer: true });
  const roll = dice(Number(process.env.NEGOCE_SEED ?? 5));
  const games = [];
  let over = false;
  const playOne = async (n) => {
    while (!over) {
      const names = ["Anna", "Björn", "Chloé"];
      let guests, table;
      try {
        guests = await Promise.all(names.map((name) => Guest.arrive(house.door, name)));
        table = await gather(guests);
      } catch {
        await sleep(200); // something was killed meanwhile
        continue;
      }
      const game = { table, sent: [] };
      games.push(game);
      await Promise.all(guests.map((guest, i) => persist(guest, table, dice(100 * n + i + games.length), game.sent, [house.door])));
      await Promise.all(guests.map((guest) => guest.leave().catch(() => {})));
    }
  };
  const players = Promise.all([1, 2].map(playOne));
  const well = async () => (await Promise.all([0, 1, 2].map((i) => house.health(i)))).every((code) => code === 200);
  const kills = async () => {
    for (let i = 0; i < KILLS; i++) {
      const which = roll(3);
      if (i % 4 === 3) {
        await house.logs[which].stop("SIGKILL");
        await sleep(roll(300));
        house.logs[which].start();
      } else {
        await house.nodes[which].kill(); // and started again
      }
      await until(well, "everything runs again", 120000);
      await sleep(roll(400));
    }
  };
  await Promise.race([kills(), players]);
  over = true;
  await players;
  assert.ok(games.length >= 2);
  assert.ok(games.some(({ sent }) => sent.some(({ acknowledged }) => acknowledged)));
  for (const { table, sent } of games) {
    const records = await house.record(table, "Marie");
    for (const record of records) assert.equal(record, records[0], "all nodes have the same record");
    check(records[0], sent);
  }
});
