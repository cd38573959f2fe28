/* What may go wrong in a house of several servers, on real processes. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, dice, gather, Guest, movesOf, sleep, WebSocket, withBots } from "../server/harness.mjs";
import { canMove, forget, freePorts, House, play, some, speak, until } from "./harness.mjs";

test("without NATS there is one sentence", async () => {
  const [port] = await freePorts(1);
  const serve = (...more) => spawnSync(binary, ["serve", "--port", "0", "--data", "/nowhere/else", ...more], { encoding: "utf8" });
  assert.match(serve("--store", "http://one").stderr, /nats:\/\/one,two,three/);
  const said = spawnSync(binary, ["serve", "--port", "0", "--data", `/tmp/negoce-none-${process.pid}`, "--store", `nats://127.0.0.1:${port}`], { encoding: "utf8" });
  assert.equal(said.status, 1);
  assert.equal(said.stderr.trim().split("\n").length, 1, said.stderr);
  assert.match(said.stderr, /NATS does not answer/);
});

/* A game at which every seat is played from two nodes at once; how often they raced for one. */
async function raceFor(house, seed) {
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(house.nodes[0], name)));
  const table = await gather(guests);
  let races = 0;
  const race = async (one, roll) => {
    const twin = new Guest(house.nodes[1], one.cookie);
    await twin.connect();
    await twin.enter(table);
    for (;;) {
      await one.until(() => one.table.window.over || canMove(one));
      if (one.table.window.over) break;
      const { at, window } = one.table;
      await twin.until(() => twin.table.at >= at);
      const answers = await Promise.all([one, twin].map((guest) => guest.move(window.moves[roll(window.moves.length)], at)));
      assert.equal(answers.filter(({ type }) => type === "ok").length, 1, JSON.stringify(answers));
      for (const { type, code } of answers) assert.ok(type === "ok" || ["stale", "turn", "illegal"].includes(code), code);
      races++;
      await one.until(() => one.table.at > at);
    }
    await twin.until(() => twin.table.window.over);
    await twin.leave();
  };
  await Promise.all(guests.map((one, i) => race(one, dice(seed + i))));
  const { record } = await guests[0].get({ type: "record", table });
  assert.equal(movesOf(record).filter((line) => !line.startsWith("*")).length, races, "one of two was made, each time");
  for (const guest of guests) await guest.leave();
  return races;
}

test("two nodes are sent moves for the same seat at the same instant, a thousand times, and one of them is made", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  let races = 0;
  for (let seed = 10; races < 1000; seed += 20)
    races += (await Promise.all([0, 10].map((more) => raceFor(house, seed + more)))).reduce((a, b) => a + b);
  t.diagnostic(`${races} races`);
});

/* Opens a socket of this cookie; the first message it hears is added to `heard`. */
function greet(node, cookie, heard) {
  const socket = new WebSocket(node.ws, { headers: { cookie } });
  socket.on("error", () => {});
  socket.once("message", (bytes) => heard.push(JSON.parse(bytes)));
}

test("who cannot be looked for is asked to come again, and is nobody else meanwhile", async (t) => {
  const house = await House.single(t, { nodes: 1 });
  const [node] = house.nodes;
  const cookie = await node.cookie();
  const heard = [];
  let opened = 0;
  await house.logs[0].stop("SIGKILL");
  for (let more = 100; more > 0; opened++) {
    if (heard.length) more--; // those that come while the first are sent away
    greet(node, cookie, heard);
    await sleep(opened < 100 ? 25 : 1);
  }
  await until(() => heard.length === opened, "each is answered");
  assert.deepEqual([...new Set(heard.map(({ type, code }) => `${type} ${code}`))], ["error store"]);
});

test("a log that is away: moves are refused, tables can be read, and all goes on when it is back", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const guest = await Guest.arrive(house.nodes[0], "Anna");
  const table = await withBots(guest);
  await some([guest], dice(1), 3);
  await guest.until(() => canMove(guest)); // so nobody else will move
  await house.logs[0].stop("SIGKILL");
  await until(async () => (await house.health(0)) === 503, "the house says it is ill");
  const { at, window } = guest.table;
  const answer = await guest.move(window.moves[0], at);
  assert.equal(answer.code, "store", JSON.stringify(answer));
  const reader = await guest.get({ type: "enter", table });
  assert.equal(reader.at, at, "the table can be looked at, and nothing was changed");
  house.logs[0].start();
  await until(async () => (await house.health(0)) === 200 && (await house.health(1)) === 200, "the house is well again");
  await until(async () => (await guest.move(window.moves[0], guest.table.at)).code !== "store", "a move is made again");
  await play(guest, dice(2));
  const marie = await Guest.arrive(house.nodes[1], "Marie");
  const record = (g) => g.get({ type: "record", table }).then((a) => a.record);
  assert.equal(await record(marie), await record(guest));
});

test("a message that is none spoils its own table and no other; at one of a newer format the nodes end", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const guest = await Guest.arrive(house.nodes[0], "Anna");
  const [spoilt, sound] = [await withBots(guest), await withBots(guest)];
  await speak(house.ports[0], `negoce.log.table.${spoilt}`, "no line of ours");
  const marie = await Guest.arrive(house.nodes[1], "Marie");
  await until(async () => (await marie.ask({ type: "enter", table: spoilt })).code === "store", "the table is refused");
  assert.equal((await marie.ask({ type: "enter", table: sound })).type, "table");
  await speak(house.ports[0], "negoce.log.house", JSON.stringify({ v: 99, do: "anything" }));
  for (const node of house.nodes) {
    assert.equal(await node.exit, 1, "nothing is done behind it");
    assert.match(node.said, /newer Négoce/);
  }
  await until(() => !guest.open && !marie.open, "everybody is sent to other nodes");
});

test("servers of the log that are killed keep what others forgot, and a new node reads all of it", async (t) => {
  const house = await House.open(t, { nodes: 1 });
  const guest = await Guest.arrive(house.nodes[0], "Anna");
  const playing = await withBots(guest);
  await some([guest], dice(5), 3);
  await guest.until(() => canMove(guest)); // so nobody else will move
  const { at } = guest.table;
  const over = await withBots(guest);
  await play(guest, dice(6)); // it becomes one message
  const { record } = await guest.get({ type: "record", table: over });
  await forget(house.ports[0], over);
  for (const log of house.logs) {
    await log.stop("SIGKILL");
    log.start();
    await until(async () => (await house.health(0)) === 200 && !/NATS/.test(house.nodes[0].said), "the house is well", 120000);
    await until(async () => (await guest.ask({ type: "name", name: "Anna" })).type !== "error", "something is kept", 120000);
  }
  await house.addNode();
  const marie = await Guest.arrive(house.nodes[1], "Marie");
  assert.equal((await marie.get({ type: "record", table: over })).record, record);
  assert.equal((await marie.enter(playing)).at, at);
});

test("where messages are forgotten readers lose their place, and find it again", async (t) => {
  const house = await House.open(t);
  const tables = [];
  let over = false;
  const game = async (n) => {
    const guests = await Promise.all([0, 1, 2].map((i) => Guest.arrive(house.nodes[i], `Anna ${i}`)));
    tables.push(await gather(guests));
    await Promise.all(guests.map((guest, i) => play(guest, dice(80 + 3 * n + i))));
    for (const guest of guests) await guest.leave();
  };
  const forgetting = async () => {
    for (let i = 0; !over; i++) await forget(house.ports[i % 3], `none${i % 7}`);
  };
  const games = Promise.all([0, 1, 2, 3].map(game)).finally(() => (over = true));
  await Promise.all([games, forgetting()]);
  await house.addNode();
  for (const table of tables) {
    const records = await house.record(table, "Marie");
    for (const record of records) assert.equal(record, records[0]);
  }
  for (const node of house.nodes) assert.doesNotMatch(node.said, /lost a line/);
});

test("a log that went back is noticed: the table that lost a line is closed, never played otherwise", async (t) => {
  const house = await House.single(t, { nodes: 1 });
  const [node] = house.nodes;
  const guest = await Guest.arrive(node, "Anna");
  const [lost, kept] = [await withBots(guest), await withBots(guest)];
  await guest.enter(lost);
  await guest.until(() => canMove(guest));
  const data = join(house.folder, "one");
  await node.stop("SIGTERM");
  await house.logs[0].stop("SIGTERM");
  cpSync(data, `${data}.before`, { recursive: true });
  house.logs[0].start();
  await node.start();
  await guest.connect();
  await guest.enter(lost);
  await some([guest], dice(9), 2);
  await node.stop("SIGTERM");
  await house.logs[0].stop("SIGTERM"); // a power cut, and its disk had not been synced
  rmSync(data, { recursive: true });
  cpSync(`${data}.before`, data, { recursive: true });
  house.logs[0].start();
  await node.start();
  await guest.connect();
  await until(async () => (await guest.ask({ type: "enter", table: lost })).type === "error", "the table is closed");
  assert.match(node.said, /lost a line of the table/);
  assert.equal((await guest.ask({ type: "enter", table: kept })).type, "table");
});

test("a node that sees the log go back ends, so that people find another and whoever keeps it starts it anew", async (t) => {
  const house = await House.single(t, { nodes: 1 });
  const [node] = house.nodes;
  const guest = await Guest.arrive(node, "Anna");
  const table = await withBots(guest);
  await guest.until(() => canMove(guest));
  const data = join(house.folder, "one");
  await house.logs[0].stop("SIGTERM");
  cpSync(data, `${data}.before`, { recursive: true });
  house.logs[0].start();
  await until(async () => (await guest.move(guest.table.window.moves[0], guest.table.at)).code !== "store", "a move is made again");
  await house.logs[0].stop("SIGTERM");
  rmSync(data, { recursive: true });
  cpSync(`${data}.before`, data, { recursive: true });
  house.logs[0].start();
  assert.equal(await node.exit, 1);
  assert.match(node.said, /the log in NATS went back: this node ends/);
  assert.ok(!guest.open);
  await node.start();
  await guest.connect();
  await until(async () => (await guest.ask({ type: "enter", table })).type === "error", "the table is closed");
});
