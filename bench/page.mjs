/* page.mjs: the engine in a browser beside the native one, and how long the site takes to be useful on a slow
   phone. A search of so many imagined games is the same work in both builds, move for move. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const negoce = join(root, "build/negoce");
const site = join(root, "build/site");
const { chromium } = createRequire(join(root, "web/package.json"))("playwright-core");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };
const SEED = 4;
const ITERATIONS = 300;

const host = createServer(async ({ url }, answer) => {
  const path = new URL(url, "http://host").pathname;
  try {
    const file = join(site, path === "/" ? "index.html" : path.replaceAll("..", ""));
    const head = { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": "gzip" };
    answer.writeHead(200, head).end(gzipSync(await readFile(file))); // as web hosts do
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((go) => host.listen(0, "127.0.0.1", go));
const address = `http://127.0.0.1:${host.address().port}/`;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });

/* In a worker of the page: plays the game of this header, and tells in how many ms. */
function play([bytes, header, seed, iterations]) {
  const work = async ({ data: [code, text, from, count] }) => {
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
    engine.play_on(engine.read(room, words.length), 1n, 2); // the browser has compiled it then
    const table = engine.read(room, words.length);
    const begun = performance.now();
    engine.play_on(table, BigInt(from), count);
    self.postMessage(performance.now() - begun);
  };
  const worker = new Worker(URL.createObjectURL(new Blob([`onmessage = ${work}`])));
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage([bytes, header, seed, iterations]);
  });
}

const wasm = [...readFileSync(join(root, "build-wasm/src/wasm/negoce.wasm"))];
const page = await browser.newPage();
await page.goto(address);
console.log(`\nthe same search in Chromium and native, ${ITERATIONS} imagined games a decision`);
for (const [game, players] of [["byzanz", 4], ["batavia", 4], ["comptoir", 4], ["voc", 4]]) {
  const args = ["record", game, "--players", players, "--bots", "shipowner", "--iterations", ITERATIONS, "--seed", SEED].map(String);
  const begun = performance.now();
  const record = execFileSync(negoce, args, { encoding: "utf8", maxBuffer: 1 << 26 });
  const native = performance.now() - begun;
  const header = record.slice(0, record.indexOf("\n\n") + 2);
  const there = await page.evaluate(play, [wasm, header, SEED, ITERATIONS]);
  console.log(`${game.padEnd(10)} ${native.toFixed(0).padStart(7)} ms native ${there.toFixed(0).padStart(7)} ms in the page ${(there / native).toFixed(2).padStart(6)} ×`);
}
await page.close();

const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "fr-FR" });
const slow = await phone.newPage();
const devtools = await phone.newCDPSession(slow);
await devtools.send("Network.enable");
await devtools.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 });
await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
const opened = performance.now();
await slow.goto(address, { waitUntil: "commit" });
await slow.locator(".solo .btn:enabled").waitFor({ timeout: 120000 });
const home = performance.now() - opened;
await slow.evaluate(() => {
  window.long = [];
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration))).observe({ entryTypes: ["longtask"] });
});
const clicked = performance.now();
await slow.locator(".solo .btn:enabled").click();
await slow.locator(".ask").first().waitFor({ timeout: 120000 });
const table = performance.now() - clicked;
console.log(`\na slow phone (4 times slower, 1.6 Mbit/s, 150 ms): home ${(home / 1000).toFixed(1)} s, then a game ${(table / 1000).toFixed(1)} s`);

/* While the strongest bot thinks, the page has nothing long to do. */
await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
await slow.evaluate(() => localStorage.setItem("negoce.level", "admiral"));
await slow.goto(`${address}#/`);
await slow.reload();
await slow.locator(".solo .btn:enabled").click();
await slow.locator(".ask").first().waitFor({ timeout: 120000 });
await slow.evaluate(() => {
  window.long = [];
  new PerformanceObserver((list) => window.long.push(...list.getEntries().map((one) => one.duration))).observe({ entryTypes: ["longtask"] });
});
await slow.waitForTimeout(8000);
const long = await slow.evaluate(() => window.long);
console.log(`while admirals think for 8 s: ${long.length} tasks over 50 ms on the page's thread${long.length ? `, the longest ${Math.max(...long).toFixed(0)} ms` : ""}`);
await browser.close();
host.close();
