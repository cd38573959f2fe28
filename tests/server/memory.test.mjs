/* What connections and tables cost in memory, and that it goes back to the system. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { binary, GENEROUS, Guest, Server, sleep } from "./harness.mjs";

const sanitized = /asan|clang|cover/.test(binary); // shadow memory is not what is measured

/* KiB of memory the server holds now. */
const resident = (server) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, "utf8"))[1]);

const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };

async function openTables(guest, count) {
  const ids = [];
  for (let i = 0; i < count; i += 50)
    ids.push(...(await Promise.all(Array.from({ length: 50 }, () => guest.get(open)))).map((m) => m.table));
  return ids;
}

test("an idle table costs at most 4 KiB", { skip: sanitized }, async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--idle", "3600", "--quiet"] });
  const guest = await Guest.arrive(server, "Anna");
  await openTables(guest, 200); // buffers of all kinds have been made
  const before = resident(server);
  await openTables(guest, 1000);
  const each = (resident(server) - before) / 1000;
  t.diagnostic(`${each.toFixed(2)} KiB a table`);
  assert.equal(await server.metric("tables"), 1200);
  assert.ok(each <= 4, `${each} KiB a table`);
});

test("the memory of tables goes back to the system when they are dropped", { skip: sanitized }, async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--idle", "4", "--quiet"] });
  const guest = await Guest.arrive(server, "Anna");
  await openTables(guest, 200);
  const before = resident(server);
  await openTables(guest, 1000);
  const full = resident(server);
  while ((await server.metric("tables")) > 0) await sleep(200);
  while (resident(server) > Math.max(before + (full - before) / 4, before + 1024)) await sleep(200);
});

test("no more tables than --tables are in memory, and each is there when it is asked for", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--tables", "10"] });
  const guest = await Guest.arrive(server, "Anna");
  const ids = await openTables(guest, 50);
  assert.ok((await server.metric("tables")) <= 10);
  for (const id of ids) assert.equal((await guest.enter(id)).summary.id, id);
  assert.ok((await server.metric("tables")) <= 10);
});

test("a long game counts for many: those nobody looks at leave the memory for the next", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--tables", "6"] });
  const guest = await Guest.arrive(server);
  const record = execFileSync(binary, ["record", "voc", "--players", "5", "--seed", "4", "--bots", "greedy"], { encoding: "utf8" });
  assert.ok(record.split("\n").length > 2200, "it is long");
  const tables = [];
  for (let i = 0; i < 5; i++) tables.push((await guest.get({ type: "upload", record })).table);
  assert.ok((await server.metric("tables")) <= 3, `${await server.metric("tables")} are there`);
  for (const table of tables) await guest.enter(table);
  assert.ok((await server.metric("tables")) <= 4, `${await server.metric("tables")} are there`);
});

test("5,000 connections take at most 64 MiB together, and give it back", { skip: sanitized }, async (t) => {
  const count = 1000; // of them, so that a test needs no descriptors it may not have
  const server = await Server.open(t, { flags: [...GENEROUS, "--neighbours", "2000", "--quiet"] });
  const before = resident(server);
  const guests = [];
  for (let i = 0; i < count; i += 50)
    guests.push(...(await Promise.all(Array.from({ length: 50 }, () => new Guest(server, null).connect()))));
  const full = resident(server);
  const each = (full - before) / count;
  t.diagnostic(`${each.toFixed(2)} KiB a connection`);
  assert.ok(each * 5000 <= 64 * 1024, `${each} KiB a connection`);
  for (const guest of guests) guest.socket.terminate();
  while (resident(server) > before + (full - before) / 2) await sleep(200);
});

test("what waits for clients that do not read takes no more than it may, however small each message is", { skip: sanitized }, async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--quiet"] });
  const reader = await Guest.arrive(server, "Anna");
  const { table } = await reader.get({ ...open, seats: ["me", "greedy", "greedy"] });
  await reader.enter(table);
  const deaf = await Promise.all(Array.from({ length: 4 }, () => new Guest(server, null).connect()));
  const enter = JSON.stringify({ type: "enter", table }), ping = JSON.stringify({ type: "ping" });
  for (const { socket } of deaf) {
    socket._socket.pause();
    for (let i = 0; i < 200; i++) socket.send(enter); // until the system takes no more
  }
  await sleep(500);
  const before = resident(server);
  let most = 0;
  for (let i = 0; i < 400; i++) {
    for (const { socket } of deaf) for (let k = 0; k < 100; k++) socket.send(ping);
    await Promise.all(Array.from({ length: 16 }, () => reader.get({ type: "enter", table }))); // his room is free again
    most = Math.max(most, resident(server) - before);
  }
  t.diagnostic(`${(most / 1024).toFixed(1)} MiB`);
  assert.ok(most <= 32 * 1024, `${most} KiB`);
  for (const guest of deaf) guest.socket.terminate();
});
