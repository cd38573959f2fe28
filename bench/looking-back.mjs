/* looking-back.mjs: how long the longest record takes to open and to step through in the page.

   The record is the one bench/replay makes: a game of VOC! of about 28,000 lines. What is measured is time of the
   page's thread on a core (the browser's own count of it, script, style and layout together), so that a busy
   machine says nearly the same as a quiet one; what a person waits besides is the server, which bench/replay
   measures, and a wire. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { portOf } from "../tests/server/harness.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const need = createRequire(join(root, "web/package.json"));
const { chromium } = need("playwright-core");
const WebSocket = need("ws");
const STEPS = 10; // one after the other
const ROUNDS = 3;
const OPEN_MS = 300;
const STEP_MS = 16;

const folder = mkdtempSync(join(tmpdir(), "negoce-bench-"));
const file = join(folder, "long.negoce");
spawnSync(join(root, "build/bench/replay"), [file], { stdio: "inherit" });
const record = readFileSync(file, "utf8");

const server = spawn(join(root, "build/negoce"), ["serve", "--host", "127.0.0.1", "--port", "0", "--data", folder, "--rate", "1000"], {
  stdio: ["ignore", "pipe", "pipe"],
});
const url = `http://127.0.0.1:${await portOf(server)}`;

/* The table the record becomes. */
const table = await new Promise((resolve, reject) => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  socket.on("error", reject);
  socket.on("message", (bytes) => {
    const message = JSON.parse(bytes);
    if (message.type === "welcome") socket.send(JSON.stringify({ type: "upload", record }));
    if (message.type === "error") reject(new Error(message.why));
    if (message.type !== "opened") return;
    socket.close();
    resolve(message.table);
  });
});

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu"] });
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const worst = (list) => Math.max(...list);
const told = (name, list, most) => {
  const well = median(list) <= most ? "well" : "MISSED";
  console.log(`  ${name.padEnd(26)} median ${median(list).toFixed(1).padStart(6)} ms   longest ${worst(list).toFixed(1).padStart(6)} ms   (at most ${most}): ${well}`);
};

/* Milliseconds the page's thread has been on a core. */
async function spent(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find((one) => one.name === "TaskDuration").value * 1000;
}

/* Presses a key so many times, each when the one before is to be seen. */
async function walk(page, key, steps) {
  const at = () => page.evaluate(() => document.querySelector("[data-at][data-eyes]").dataset.at);
  for (let i = 0; i < steps; i++) {
    const was = await at();
    await page.keyboard.press(key);
    await page.waitForFunction((was) => document.querySelector("[data-at][data-eyes]").dataset.at !== was, was);
  }
}

console.log(`\na record of ${record.split("\n").length - 1} lines in Chromium: time of the page's thread on a core (load ${loadavg().map((one) => one.toFixed(1)).join(" ")})`);
for (const [name, viewport] of [["desktop", { width: 1440, height: 900 }], ["phone", { width: 390, height: 844 }]]) {
  const context = await browser.newContext({ viewport, locale: "fr-FR" });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const shown = (at) => page.locator(`[data-at="${at}"]`).waitFor({ state: "attached" });
  const last = Number(await (async () => {
    await page.goto(`${url}/replay/${table}?at=0&eyes=open`);
    await shown(0);
    return page.locator(".scrub").getAttribute("max");
  })());
  const opening = [];
  for (const at of [0, Math.floor(last / 2), last]) {
    await page.goto(`${url}/`); // the scripts are there, the record is not
    await page.locator(".solo, main").first().waitFor();
    const before = await spent(devtools);
    await page.evaluate((path) => { history.pushState(null, "", path); dispatchEvent(new PopStateEvent("popstate")); }, `/replay/${table}?at=${at}&eyes=open`);
    await shown(at);
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    opening.push((await spent(devtools)) - before);
  }
  console.log(` ${name}`);
  told("open", opening, OPEN_MS);
  for (const [where, from] of [["from the start", 0], ["from the middle", Math.floor(last / 2)], ["back from the end", last]]) {
    await page.goto(`${url}/replay/${table}?at=${from}&eyes=open`);
    await shown(from);
    await page.evaluate(() => new Promise((go) => setTimeout(go, 500)));
    const steps = [];
    for (let i = 0; i < ROUNDS; i++) {
      const before = await spent(devtools);
      await walk(page, from === last ? "ArrowLeft" : "ArrowRight", STEPS);
      steps.push(((await spent(devtools)) - before) / STEPS);
    }
    told(`a step ${where}`, steps, STEP_MS);
  }
  await context.close();
}
await browser.close();
server.kill("SIGTERM");
await new Promise((go) => server.once("exit", go));
rmSync(folder, { recursive: true, force: true });
