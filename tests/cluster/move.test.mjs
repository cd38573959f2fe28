/* A house moves from one server to several, and back: everybody keeps seat, name and link. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { binary, dice, Guest, Server, withBots } from "../server/harness.mjs";
import { House, play, some } from "./harness.mjs";

test("a house moves into a log and out of it, whole, and people go on where they were", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const over = await withBots(anna);
  await play(anna, dice(1));
  const open = await withBots(anna);
  await some([anna], dice(2), 3);
  const { record } = await anna.get({ type: "record", table: over });
  const at = anna.table.at;
  await anna.leave();
  await server.stop("SIGTERM");

  const house = await House.single(t, { nodes: 0 });
  const log = `nats://127.0.0.1:${house.ports[0]}`;
  const move = (...more) => execFileSync(binary, ["move", "--nats-replicas", "1", ...more], { encoding: "utf8" });
  assert.match(move("--from", server.data, "--to", log), /^2 tables have moved/);
  assert.match(move("--from", server.data, "--to", log), /^2 tables have moved/, "a move that is done is done");
  const stranger = await Server.open(t);
  await withBots(await Guest.arrive(stranger, "Zoé"));
  await stranger.stop("SIGTERM");
  const refused = spawnSync(binary, ["move", "--from", stranger.data, "--to", log], { encoding: "utf8" });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /another house already/);

  const flags = ["--store", log, "--rate", "100000"];
  const nodes = [0, 1].map((i) => new Server(join(house.folder, `node${i}`), ["--pace", "0", ...flags], binary));
  house.nodes.push(...nodes);
  for (const node of nodes) await node.start();
  anna.server = nodes[1];
  await anna.connect();
  assert.equal(anna.person.name, "Anna");
  assert.equal((await anna.get({ type: "record", table: over })).record, record);
  await anna.enter(open);
  assert.ok(anna.table.at >= at);
  await play(anna, dice(3));
  const second = (await anna.get({ type: "record", table: open })).record;
  await anna.leave();
  for (const node of nodes) await node.stop("SIGTERM");

  const back = join(house.folder, "back");
  assert.match(move("--from", log, "--to", back), /^2 tables have moved/);
  const again = new Server(back, ["--pace", "0"], binary);
  house.nodes.push(again);
  await again.start();
  anna.server = again;
  await anna.connect();
  for (const [table, was] of [[over, record], [open, second]])
    assert.equal((await anna.get({ type: "record", table })).record, was);
  await anna.leave();
});
