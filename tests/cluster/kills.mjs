/* kills.mjs: processes of a house are killed at random while people play through its balancer. Whatever
   was acknowledged is in the log once, nobody's move is there twice, all nodes have the same records, and
   so has a node that knows nothing and reads the log from its beginning. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { binary, dice, gather, Guest, movesOf, sleep } from "../server/harness.mjs";
import { House, persist, until } from "./harness.mjs";

const FIRST = 8; // lines of a journal before the moves: the commitment, three seats with their nonces, `begin`
const AGAIN = 120_000; // ms for a house to be well again: a new leader is found in seconds of its own

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

/* Three people play one game after the other until `over()`. */
async function playOn(house, games, n, over) {
  while (!over()) {
    let guests, table;
    try {
      guests = await Promise.all(["Anna", "Björn", "Chloé"].map((name) => Guest.arrive(house.door, name)));
      table = await gather(guests);
    } catch {
      await sleep(200); // something was killed meanwhile
      continue;
    }
    const game = { table, sent: [] };
    games.push(game);
    await Promise.all(guests.map((guest, i) => persist(guest, table, dice(100 * n + i + games.length), game.sent, [house.door])));
    await Promise.all(guests.map((guest) => guest.leave()));
  }
}

/* Kills at most so many, for so many seconds; how many they were, of nodes and of servers of the log. */
export async function killing(t, { most, seconds, seed }) {
  const house = await House.open(t, { balancer: true });
  const roll = dice(seed);
  const games = [];
  const end = Date.now() + seconds * 1000;
  let over = false, nodes = 0, logs = 0;
  const players = Promise.all([1, 2].map((n) => playOn(house, games, n, () => over)));
  const well = async () => (await Promise.all([0, 1, 2].map((i) => house.health(i)))).every((code) => code === 200);
  const kill = async () => {
    for (let i = 0; i < most && Date.now() < end; i++) {
      const which = roll(3);
      if (i % 10 === 9) {
        await until(well, "everything runs before a server of the log is killed", AGAIN);
        await house.logs[which].stop("SIGKILL");
        await sleep(roll(300));
        house.logs[which].start();
        await until(well, "everything runs again", AGAIN);
        logs++;
      } else {
        await house.nodes[which].kill(); // and started again
        nodes++;
      }
      await sleep(roll(400));
    }
  };
  await Promise.race([kill(), players]);
  over = true;
  await players;
  await until(well, "everything runs at the end", AGAIN);
  await house.addNode();
  assert.ok(games.some(({ sent }) => sent.some(({ acknowledged }) => acknowledged)));
  let moves = 0;
  for (const { table, sent } of games) {
    const records = await house.record(table, "Marie");
    for (const record of records) assert.equal(record, records[0], "all nodes have the same record");
    check(records[0], sent);
    moves += sent.length;
  }
  t.diagnostic(`${nodes} kills of nodes and ${logs} of servers of the log in ${games.length} games with ${moves} moves`);
  return { nodes, logs };
}
