/* cluster.mjs [--tables 100] [--seconds 10] [--log 99000]: what a house of several servers bears, in one run.

   For one server on SQLite, one node on NATS and three nodes on NATS: with a move a second at each table,
   from a move to its acknowledgement and to the window of a watcher on another node; then moves as fast as
   they go, by people of a table on different nodes and on one (bench/load.c), with the CPU of each part.
   Then the log alone with very many tables in it (bench/log.c): what it bears, what it needs of memory, and
   what a node needs that has them all. --tables 0 or --log 0 leave a part out. */
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { dice, gather, Guest, root, Server, sleep } from "../tests/server/harness.mjs";
import { canMove, House, until } from "../tests/cluster/harness.mjs";

const { values } = parseArgs({ options: { tables: { type: "string", default: "100" }, seconds: { type: "string", default: "10" }, log: { type: "string", default: "99000" } } });
const [TABLES, SECONDS, MANY] = [values.tables, values.seconds, values.log].map(Number);
const FLAGS = ["--rate", "1000000", "--opens", "1000000", "--neighbours", "1000000", "--brings", "1000000", "--connections", "10000", "--quiet"];
const endings = [];
const t = { after: (end) => endings.push(end), diagnostic: () => {} };

async function end() {
  for (const one of endings.splice(0)) await one();
}

const percentile = (times, share) => times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN;
const row = (what, value) => console.log(`  ${what.padEnd(50)} ${value}`);
const figures = (times) => `median ${percentile(times, 0.5).toFixed(1).padStart(6)} ms, p99 ${percentile(times, 0.99).toFixed(1).padStart(6)} ms`;

/* Seconds a process has had on the cores, and MiB it holds. */
function used({ pid }) {
  const words = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(words[11]) + Number(words[12])) / 100;
}
const held = ({ pid }) => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024);
const all = (programs) => programs.reduce((sum, { child }) => sum + used(child), 0);

/* Tables where somebody moves every second, and one watches on the next node. */
async function calmly(nodes) {
  const acks = [], seen = [];
  const tables = [];
  for (let i = 0; i < TABLES; i++) {
    const node = (k) => nodes[(i + k) % nodes.length];
    const guests = await Promise.all([0, 1, 2].map(() => Guest.arrive(node(0))));
    const table = await gather(guests);
    const watcher = await Guest.arrive(node(1));
    await watcher.enter(table);
    tables.push({ guests, watcher, roll: dice(i + 1) });
  }
  const end = performance.now() + SECONDS * 1000;
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
      await sleep(1000 - Math.min(1000, performance.now() - sent));
    }
  }));
  row(`${TABLES} tables, a move a second: to the acknowledgement`, figures(acks));
  row("to a watcher of another node", figures(seen));
  for (const { guests, watcher } of tables) for (const one of [...guests, watcher]) one.socket.terminate();
}

/* Moves as fast as they go. */
async function fast(nodes, logs, ...more) {
  const moves = async () => (await Promise.all(nodes.map((node) => node.metric("moves_total")))).reduce((a, b) => a + b);
  const before = { moves: await moves(), nodes: all(nodes), logs: all(logs) };
  const load = ["--ports", nodes.map(({ port }) => port).join(","), "--tables", String(TABLES), "--connections", String(3 * TABLES), "--seconds", String(SECONDS), ...more];
  const told = await run(join(root, "build/bench/load"), load).catch((error) => {
    for (const node of nodes) console.error(node.said.slice(-2000));
    throw error;
  });
  for (const line of told.trim().split("\n")) console.log(`  ${line}`);
  const made = (await moves()) - before.moves;
  const cost = (what, spent) => row(`CPU of ${what} for a move, µs`, ((spent * 1e6) / made).toFixed(0));
  cost("all nodes", all(nodes) - before.nodes);
  if (logs.length) cost("the servers of the log", all(logs) - before.logs);
}

function run(program, words) {
  return new Promise((go, fail) => {
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    child.once("exit", (code) => (code === 0 ? go(said) : fail(new Error(`${program} ended with ${code}: ${said}`))));
  });
}

async function measure(name, nodes, logs = []) {
  console.log(name);
  await calmly(nodes);
  await fast(nodes, logs);
  if (nodes.length > 1) await fast(nodes, logs, "--together");
  await end();
}

async function servers() {
  const alone = await Server.open(t, { flags: FLAGS });
  await measure("one server, SQLite", [alone]);
  for (const count of [1, 3]) {
    const house = await House.open(t, { nodes: count, flags: FLAGS });
    await measure(count === 1 ? "one node, NATS with three servers" : "three nodes, NATS with three servers", house.nodes, house.logs);
  }
}

/* A node and the servers of the log, with so many tables that nobody looks at. */
function tellMemory(house, tables) {
  row(`MiB in each nats-server, ${tables}`, house.logs.map(({ child }) => held(child)).join(", "));
  row(`MiB in a node, ${tables}`, held(house.nodes.at(-1).child));
}

async function many() {
  console.log("the log alone, three servers");
  const house = await House.open(t, { nodes: 1, flags: FLAGS });
  const url = `nats://${house.ports.slice(0, 3).map((port) => `127.0.0.1:${port}`).join(",")}`;
  const log = (tables, flight, ...more) => run(join(root, "build/bench/log"), [url, "3", house.folder, "3", String(tables), String(SECONDS), String(flight), ...more]);
  tellMemory(house, "no table in it");
  const before = all(house.logs);
  const told = await log(MANY, 300);
  process.stdout.write(told.replace(/^/gm, "  ").trimEnd() + "\n");
  const appended = Number(/([\d.]+) appends a second/.exec(told)[1]) * SECONDS + MANY;
  row("CPU of the servers of the log for a message, µs", (((all(house.logs) - before) * 1e6) / appended).toFixed(0));
  tellMemory(house, `${MANY} tables in it`);
  await house.addNode(); // one that reads all of it
  await until(async () => (await house.health(1)) === 200, "the new node is well");
  tellMemory(house, `${MANY} tables in it, read from the beginning`);
  row("MiB of files in each nats-server, and in a node", ["one", "node0"].map((name) => execFileSync("du", ["-sm", join(house.folder, name)], { encoding: "utf8" }).split("\t")[0]).join(", "));
  await end();
}

try {
  if (TABLES) await servers();
  if (MANY) await many();
} finally {
  await end();
}
