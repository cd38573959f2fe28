/* page.mjs: the engine in a browser beside the native one, and how long the site takes to be useful on a slow
   phone.

   A search of so many imagined games is the same work in both builds, move for move. What is compared is the
   time of a thread on a core, in turns, so that a busy machine says the same as a quiet one. The slow network
   is made here, by the host: all requests share 1.6 Mbit/s and each waits 150 ms, whoever asks (page, worker).

   page.mjs [search] [load] [tasks] [--files] [--engine FILE]: those parts, or all; --files lists what the first
   load asked for, --engine names another build of the engine for the search */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { loadavg } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const negoce = join(root, "build/negoce");
const site = join(root, "build/site");
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const PACKED = /\.(html|js|css|svg|wasm|webmanifest)$/;
const SEED = 4;
const ITERATIONS = 300;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const BYTES_A_MS = 200; // 1.6 Mbit/s
const LATENCY = 150; // ms
const PIECE = 4096; // bytes sent at a time

/* --- a host with a slow line ------------------------------------------------------------------ */

let latency = 0; // ms each request waits
let narrow = false; // all requests share the slow line
let asked = []; // requests of the page and its worker: when they came and what they cost
const waiting = []; // answers that have something to send, in turn

/* Sends a piece of each answer after the other, as the line allows. */
let since = performance.now();
let credit = 0;
setInterval(() => {
  const now = performance.now();
  credit = Math.min(credit + (now - since) * BYTES_A_MS, 4 * PIECE);
  since = now;
  while (credit >= PIECE && waiting.length > 0) {
    const one = waiting.shift();
    const piece = one.bytes.subarray(one.sent, one.sent + PIECE);
    one.answer.write(piece);
    one.sent += piece.length;
    credit -= piece.length;
    if (one.sent < one.bytes.length) waiting.push(one);
    else one.answer.end();
  }
}, 5).unref();

const host = createServer(async ({ url, headers }, answer) => {
  const path = new URL(url, "http://host").pathname;
  try {
    const file = join(site, path === "/" ? "index.html" : path.replaceAll("..", ""));
    const packed = PACKED.test(file);
    const bytes = packed ? gzipSync(await readFile(file)) : await readFile(file); // as web hosts do
    const head = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", ...(packed ? { "content-encoding": "gzip" } : {}) };
    const kept = headers.referer?.endsWith("/sw.js") || headers["sec-fetch-dest"] === "serviceworker"; // for later
    if (!kept) asked.push({ path, size: bytes.length + 300, at: performance.now() }); // with its headers
    await new Promise((go) => setTimeout(go, latency));
    answer.writeHead(200, head);
    if (kept || !narrow) answer.end(bytes); // a browser fetches what is kept last
    else waiting.push({ answer, bytes, sent: 0 });
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((go) => host.listen(0, "127.0.0.1", go));
const address = `http://127.0.0.1:${host.address().port}/`;
const server = await chromium.launchServer({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const browser = await chromium.connect(server.wsEndpoint());
const engine = process.argv.includes("--engine") ? process.argv[process.argv.indexOf("--engine") + 1] : join(root, "build-wasm/src/wasm/negoce.wasm");
const only = process.argv.slice(2).filter((one) => !one.startsWith("--") && one !== engine);
const wants = (part) => only.length === 0 || only.includes(part);
const busy = () => loadavg().map((one) => one.toFixed(1)).join(" ");

/* --- the same search, here and there ---------------------------------------------------------- */

/* Milliseconds the workers of the browser have been on a core. */
function workerTime() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(Number(pid), Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ")[1]));
    } catch {
      /* it has ended */
    }
  const ours = (pid) => pid === server.process().pid || (parents.has(pid) && ours(parents.get(pid)));
  let sum = 0;
  for (const pid of [...parents.keys()].filter(ours))
    for (const thread of readdirSync(`/proc/${pid}/task`))
      if (readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").startsWith("DedicatedWorker"))
        sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  return sum;
}

/* Milliseconds on a core, and what it wrote. */
function native(args) {
  const run = spawnSync("bash", ["-c", 'TIMEFORMAT="%3U %3S"; time "$0" "$@"', negoce, ...args], { encoding: "utf8", maxBuffer: 1 << 26 });
  const [user, system] = run.stderr.trim().split("\n").at(-1).replaceAll(",", ".").split(" ").map(Number);
  return { ms: (user + system) * 1000, record: run.stdout };
}

/* In the page: a worker that has the engine, and has warmed up with a game of this header. */
function prepare([bytes, header]) {
  const work = async ({ data: [code, text] }) => {
    const nothing = () => 52;
    const { instance } = await WebAssembly.instantiate(new Uint8Array(code), {
      wasi_snapshot_preview1: { fd_write: nothing, fd_close: nothing, fd_seek: nothing },
      env: { now: () => performance.now() },
    });
    const engine = instance.exports;
    engine._initialize();
    const words = new TextEncoder().encode(text);
    const room = engine.room(words.length);
    new Uint8Array(engine.memory.buffer, room, words.length).set(words);
    engine.play_on(engine.read(room, words.length), 1n, 20); // the browser has compiled it well then
    self.onmessage = ({ data: [seed, count] }) => {
      const table = engine.read(room, words.length);
      engine.play_on(table, BigInt(seed), count);
      engine.close(table);
      self.postMessage("played");
    };
    self.postMessage("ready");
  };
  window.worker = new Worker(URL.createObjectURL(new Blob([`onmessage = ${work}`])));
  return new Promise((resolve) => {
    window.worker.onmessage = ({ data }) => resolve(data);
    window.worker.postMessage([bytes, header]);
  });
}

const ask = (work) =>
  new Promise((resolve) => {
    window.worker.onmessage = ({ data }) => resolve(data);
    window.worker.postMessage(work);
  });

async function search() {
  const wasm = [...readFileSync(engine)];
  const page = await browser.newPage();
  await page.goto(address);
  console.log(`\nthe same search in Chromium and native, ${ITERATIONS} imagined games a decision: time on a core, the best of ${ROUNDS} in turns (load ${busy()})`);
  let worst = 0;
  for (const [game, players] of [["byzanz", 4], ["batavia", 4], ["comptoir", 4], ["voc", 4]]) {
    const args = ["record", game, "--players", players, "--bots", "shipowner", "--iterations", ITERATIONS, "--seed", SEED].map(String);
    const { record } = native(args);
    await page.evaluate(prepare, [wasm, record.slice(0, record.indexOf("\n\n") + 2)]);
    let here = Infinity;
    let there = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      here = Math.min(here, native(args).ms);
      const before = workerTime();
      await page.evaluate(ask, [SEED, ITERATIONS]);
      there = Math.min(there, workerTime() - before);
    }
    await page.evaluate(() => window.worker.terminate());
    worst = Math.max(worst, there / here);
    console.log(`${game.padEnd(10)} ${here.toFixed(0).padStart(7)} ms native ${there.toFixed(0).padStart(7)} ms in the page ${(there / here).toFixed(2).padStart(6)} ×`);
  }
  console.log(`the worst is ${worst.toFixed(2)} ×; at most 2.5 is wanted: ${worst <= 2.5 ? "well" : "MISSED"}`);
  await page.close();
}
if (wants("search")) await search();

/* --- a slow phone ----------------------------------------------------------------------------- */

/* A first visit of the page as a phone, from nothing to a game against bots: what is told at each of both. */
async function visit(cpu, told) {
  asked = [];
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "fr-FR" });
  const view = await phone.newPage();
  const devtools = await phone.newCDPSession(view);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  const opened = performance.now();
  await view.goto(address, { waitUntil: "commit" });
  await view.locator(".solo .btn:enabled").waitFor({ timeout: 120000 });
  told("home usable", performance.now() - opened, 3);
  await view.locator(".solo .btn:enabled").click();
  await view.locator(".ask").first().waitFor({ timeout: 120000 });
  told("a game against bots", performance.now() - opened, 6);
  if (process.argv.includes("--files"))
    for (const one of asked) console.log(`  ${String(Math.round(one.at - opened)).padStart(6)} ms ${String(one.size).padStart(7)} ${one.path}`);
  await phone.close();
}

/* What does not depend on the machine: how often the line is crossed, one way waiting for the other, counted on
   a line that takes a second for each; and what crosses it. Then the clock. */
async function load() {
  latency = 1000;
  console.log("\na first load of the site, counted");
  await visit(1, (name, ms) => {
    const bytes = asked.reduce((sum, one) => sum + one.size, 0);
    const trips = Math.floor(ms / latency);
    const line = bytes / BYTES_A_MS + trips * LATENCY;
    console.log(
      `${name.padEnd(24)} ${asked.length} requests, ${(bytes / 1000).toFixed(0)} kB, ${trips} round trips: at least ${(line / 1000).toFixed(1)} s of the slow line if nothing went beside anything`,
    );
  });
  latency = LATENCY;
  narrow = true;
  console.log(`a slow phone (4 times slower, 1.6 Mbit/s for all requests together, ${LATENCY} ms each; load ${busy()})`);
  await visit(4, (name, ms, most) =>
    console.log(`${name.padEnd(24)} ${(ms / 1000).toFixed(1)} s of ${most}: ${ms <= most * 1000 ? "well" : "MISSED"}`),
  );
  latency = 0;
  narrow = false;
}
if (wants("load")) await load();

/* --- while the strongest bot thinks, the page has nothing long to do -------------------------- */

async function tasks() {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "fr-FR" });
  await phone.addInitScript(() => localStorage.setItem("negoce.level", "admiral"));
  const view = await phone.newPage();
  await view.goto(address);
  await view.locator(".solo .btn:enabled").click();
  await view.locator(".ask").first().waitFor({ timeout: 120000 });
  await view.evaluate(() => {
    window.long = [];
    new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration))).observe({ entryTypes: ["longtask"] });
  });
  await view.waitForTimeout(8000);
  const long = await view.evaluate(() => window.long);
  console.log(
    `\nwhile admirals think for 8 s: ${long.length} tasks over 50 ms on the page's thread${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ": well"} (load ${busy()}; on a machine that is not idle a task may only have waited for a core)`,
  );
}
if (wants("tasks")) await tasks();

await browser.close();
await server.close();
host.close();
