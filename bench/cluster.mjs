/* cluster.mjs [TABLES]: from a move to its acknowledgement and to the window of a watcher on another node,
   with TABLES (100; 0: without this part) in play, for one server on SQLite, one node on NATS and three; then what the log itself
   bears (bench/log.c), and what its servers need for many tables. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { dice, gather, Guest, root, Server, sleep } from "../tests/server/harness.mjs";
import { canMove, House } from "../tests/cluster/harness.mjs";

const TABLES = Number(process.argv[2] ?? 100);
const SECONDS = 10;
const endings = [];
const t = { after: (end) => endings.push(end) };

const percentile = (times, share) => times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN;
const tell = (what, times) =>
  console.log(`${what.padEnd(44)} median ${percentile(times, 0.5).toFixed(1).padStart(7)} ms  p99 ${percentile(times, 0.99).toFixed(1).padStart(7)} ms`);

/* Tables where one moves every second, and one watches on the next node. */
async function measure(name, nodes) {
  const acks = [], seen = [];
  const tables = [];
  for (let i = 0; i < TABLES; i++) {
    const node = (k) => nodes[(i + k) % nodes.length];
    const guests = [await Guest.arrive(node(0)), await Guest.arrive(node(0)), await Guest.arrive(node(0))];
    const table = await gather(guests);
    const watcher = await Guest.arrive(node(1));
    await watcher.enter(table);
    tables.push({ guests, watcher, roll: dice(i + 1) });
  }
  const end = performance.now() + SECONDS * 1000;
  const begun = performance.now();
  await Promise.all(tables.map(async ({ guests, watcher, roll }) => {
    await sleep(roll(1000));
    while (performance.now() < end) {
      const guest = guests.find((one) => one.table.window.over || canMove(one));
      if (!guest) {
        await sleep(20);
        continue;
      }
      if (guest.table.window.over) return;
      const { at, window } = guest.table;
      const sent = performance.now();
      const watched = watcher.until(() => watcher.table.at > at).then(() => seen.push(performance.now() - sent));
      const answer = await guest.move(window.moves[roll(window.moves.length)], at);
      if (answer.type === "ok") acks.push(performance.now() - sent);
      await watched;
      for (const one of guests) await one.until(() => one.table.at > at);
      await sleep(1000);
    }
  }));
  tell(`${name}: to the acknowledgement`, acks);
  tell(`${name}: to a watcher of another node`, seen);
  console.log(`${`${name}: moves`.padEnd(44)} ${((acks.length * 1000) / (performance.now() - begun)).toFixed(0)} /s`);
  for (const { guests, watcher } of tables) for (const one of [...guests, watcher]) one.socket.terminate();
}

const memory = (house) => house.logs.map((log) => {
  const status = execFileSync("ps", ["-o", "rss=", "-p", String(log.child.pid)], { encoding: "utf8" });
  return `${Math.round(Number(status) / 1024)} MiB`;
});

async function end() {
  for (const one of endings.splice(0)) await one();
}

const flags = ["--rate", "100000", "--opens", "100000", "--neighbours", "4000"];
let house;
if (TABLES) {
  const alone = await Server.open(t, { flags });
  await measure("one server, SQLite", [alone]);
  await end();
  house = await House.open(t, { nodes: 1, flags });
  await measure("one node, NATS", house.nodes);
  await end();
  house = await House.open(t, { nodes: 3, flags });
  await measure("three nodes, NATS", house.nodes);
  await end();
}

house = await House.open(t, { nodes: 0 });
const url = `nats://${house.ports.slice(0, 3).map((port) => `127.0.0.1:${port}`).join(",")}`;
const log = (...more) => execFileSync(join(root, "build/bench/log"), [url, "3", house.folder, ...more.map(String)], { encoding: "utf8" });
await sleep(2000);
console.log(`the servers of the log, empty: ${memory(house).join(", ")}`);
process.stdout.write(log(3, 99000, SECONDS, 300));
console.log(`the servers of the log, 99,000 tables in it: ${memory(house).join(", ")}`);
await end();
