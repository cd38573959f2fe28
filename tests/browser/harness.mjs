/* harness.mjs: a real server and a real browser for the tests of the page.

   A server is `build/negoce serve` on a free port of loopback with its own data folder and bots that do
   not wait. A guest is a browser page of its own person; every frame of its socket is kept, so that a
   test can look at what the page was really told. `play` plays through the page alone: it clicks cards
   and buttons and reads nothing but what is shown. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { known } from "../known.mjs";
import { gather, Guest, portOf } from "../server/harness.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const need = createRequire(join(root, "web/package.json"));
const { chromium } = need("playwright-core");
export const WebSocket = need("ws");
export const binary = process.env.NEGOCE ?? join(root, "build/negoce");
const shots = join(root, "tests/browser/shots");
mkdirSync(shots, { recursive: true });

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
export const SMALL = { width: 360, height: 640 };

const ARGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const PATIENCE = 120_000; // ms: whoever waits longer waits in vain, also on a busy machine

export const sleep = (ms) => new Promise((go) => setTimeout(go, ms));

/* Waits for something to be true. Tells whether it came. */
export async function waitFor(holds) {
  for (const end = Date.now() + PATIENCE; !holds() && Date.now() < end; ) await sleep(20);
  return holds();
}

/* Chooses a radio button by its name, once the server has told that it may be chosen. */
export async function chooseRadio(page, name) {
  const radio = page.getByRole("radio", { name, exact: /^\d+$/.test(name) });
  await radio.and(page.locator(":enabled")).check({ force: true });
}

/* A running server. `kill` ends it without a word; `start` opens the same server again. */
export async function openServer(pace = 0, more = []) {
  const data = mkdtempSync(join(tmpdir(), "negoce-test-"));
  let child = null;
  let port = 0;
  let said = "";

  async function start() {
    const flags = ["--host", "127.0.0.1", "--port", port, "--data", data, "--pace", pace];
    const limits = ["--rate", "1000", "--opens", "1000", "--neighbours", "100"];
    child = spawn(binary, ["serve", ...flags.map(String), ...limits, ...more], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const self = child;
    self.stdout.on("data", (text) => (said += text));
    self.stderr.on("data", (text) => (said += text));
    const stopped = new Promise((go) => self.once("exit", () => go(0)));
    port = await Promise.race([portOf(self), stopped]);
    assert.ok(port, `the server stopped: ${said}`);
  }

  async function end(signal) {
    const self = child;
    child = null;
    if (!self || self.exitCode !== null) return;
    const gone = new Promise((go) => self.once("exit", (_, by) => go(by)));
    self.kill(signal);
    const late = setTimeout(() => self.kill("SIGKILL"), PATIENCE); // cleared: the run would last as long
    const by = await gone;
    clearTimeout(late);
    assert.ok(signal === "SIGKILL" || by !== "SIGKILL", `the server does not stop on ${signal}: ${said}`);
  }

  await start();
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    start,
    kill: () => end("SIGKILL"),
    close: async () => {
      await end("SIGTERM");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/* A table of bots alone, played to its end while somebody looks; its id and the whole last message. */
export function playedOut(server, { game, players, options = {}, bot = "greedy", title }) {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`);
  const say = (message) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    let id = null;
    let table = null;
    socket.on("error", reject);
    socket.on("message", (bytes) => {
      const message = known(table, JSON.parse(bytes.toString()));
      if (message.type === "error") reject(new Error(message.why));
      if (message.type === "welcome")
        say({ type: "open", game, players, options, seats: Array(players).fill(bot), title });
      if (message.type === "opened") say({ type: "enter", table: (id = message.table) });
      if (message.type === "table") {
        table = message;
        if (message.window.over) say({ type: "events", table: id, before: (message.from = message.window.position) });
        message.events = [];
      } else if (message.type === "events") {
        Object.assign(table, { from: message.from, events: [...message.events, ...table.events] });
        if (message.from > 0) say({ type: "events", table: id, before: message.from });
        else resolve({ id, ...table });
      }
    });
  }).finally(() => socket.close());
}

/* The same engine without the windows of a browser: it takes some six tenths of the processor. */
const BARE = "/usr/bin/chromium-headless-shell";
/* For what it cannot do: show a notification. */
export const WHOLE = "/usr/bin/chromium";

export function openBrowser(executablePath = BARE) {
  return chromium.launch({ executablePath, args: ARGS });
}

/* A server and a browser for the tests of one file, closed after them. */
export async function lodge(pace = 0, more = []) {
  const server = await openServer(pace, more);
  const browser = await openBrowser();
  after(async () => {
    await browser.close();
    await server.close();
  });
  return { server, browser };
}

/* A person with a browser of his own, who wishes things to move only with `motion`: drawing that takes half of
   all the work, and a whole game of each kind is played with it. `guest.faults` gathers what must never
   happen in any test: errors of scripts, refused styles or scripts, failed requests. */
export async function invite(browser, { viewport = DESKTOP, locale = "fr-FR", name, motion = false, forced = false, coach = false, ...more } = {}) {
  const reducedMotion = motion ? "no-preference" : "reduce";
  const context = await browser.newContext({ viewport, locale, serviceWorkers: "block", reducedMotion, ...more });
  if (name) {
    await context.addInitScript((kept) => localStorage.setItem("negoce.name", kept), name);
  }
  if (!coach) await context.addInitScript(() => ["byzanz", "batavia", "comptoir", "voc"].forEach((game) => localStorage.setItem(`negoce.coach.${game}`, "off")));
  if (!forced) await context.addInitScript(() => localStorage.setItem("negoce.forced", "off"));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const guest = { context, page, name, motion, frames: [], sent: [], faults: [], viewport, greeted: false, asked: new Set() };
  page.on("websocket", (socket) => {
    const asked = new Set(); // requests that wait for an answer
    Object.assign(guest, { greeted: false, asked });
    socket.on("framereceived", ({ payload }) => {
      const message = JSON.parse(payload);
      guest.frames.push(known(last(guest), message));
      guest.greeted ||= message.type === "welcome";
      asked.delete(message.re);
    });
    socket.on("framesent", ({ payload }) => {
      const message = JSON.parse(payload);
      guest.sent.push(message);
      asked.add(message.re);
    });
  });
  page.on("pageerror", (error) => guest.faults.push(String(error)));
  page.on("console", (message) => {
    const broken = /WebSocket connection to/.test(message.text()); // a test that ends the server
    if (message.type() === "error" && !broken) guest.faults.push(message.text());
  });
  return guest;
}

/* People at a table of Byzanz, connected and without a page: nobody moves unless told to. */
export async function company(server, names) {
  const cookie = async () => (await fetch(server.url)).headers.get("set-cookie").split(";")[0];
  const house = { cookie, ws: `${server.url.replace("http", "ws")}/ws` };
  const people = await Promise.all(names.map((name) => Guest.arrive(house, name)));
  await gather(people);
  return people;
}

/* One of them goes on with a page. */
export async function paged(browser, server, person, more = {}) {
  const guest = await invite(browser, { name: person.person.name, ...more });
  const [name, value] = person.cookie.split("=");
  await guest.context.addCookies([{ name, value, url: server.url }]);
  await person.leave();
  return guest;
}

export const tables = (guest) => guest.frames.filter((frame) => frame.type === "table");
export const last = (guest) => tables(guest).at(-1);

/* Waits until the page rests: what it asked its server for is answered, its fonts are there, and whatever moves
   to an end has come to it. */
export async function rest(guest) {
  do {
    assert.ok(await waitFor(() => guest.greeted && guest.asked.size === 0), "the page waits for an answer");
    await stillness(guest.page);
  } while (guest.asked.size > 0);
}

function stillness(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((go) => requestAnimationFrame(go));
    const moving = () => document.getAnimations().filter((one) => one.playState === "running" && Number.isFinite(one.effect?.getComputedTiming().endTime));
    await document.fonts.ready;
    await frame().then(frame); // what has just come is drawn
    while (moving().length > 0) await Promise.all(moving().map((one) => one.finished.catch(() => {})));
  });
}

export async function shot(guest, name) {
  const { width, height } = guest.viewport;
  await guest.page.screenshot({ path: join(shots, `${name}-${width}x${height}.png`) });
}

/* Nothing may stick out of the window sideways. */
export async function assertNoSideways(guest, where) {
  const [inside, window] = await guest.page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  assert.ok(inside <= window, `${where}: ${inside} px of content in a window of ${window}`);
}

/* What axe-core finds on the page by day and by night, in words; the page is left in the light it was in.
   Beside it the three things axe-core does not know: one first heading, a role for every picture that is
   not hidden, and in French the space before a colon that is only heard. */
const AXE = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
export async function hearingFaults(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const was = await page.evaluate(() => document.documentElement.dataset.theme);
  const faults = [];
  for (const colorScheme of [was === "dark" ? "light" : "dark", was]) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`:root[data-theme=${colorScheme}]`).waitFor();
    await stillness(page);
    faults.push(...(await faultsInThisLight(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return faults;
}

function faultsInThisLight(page) {
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    const faults = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary.replace(/\s+/g, " ").slice(0, 200)}`),
    );
    for (const e of document.querySelectorAll("svg"))
      if (e.checkVisibility() && !e.closest("[aria-hidden=true]") && e.getAttribute("role") !== "img")
        faults.push(`a picture without role: ${e.outerHTML.slice(0, 100)}`);
    if (document.querySelectorAll("h1").length !== 1) faults.push("not exactly one h1");
    if (document.documentElement.lang === "fr")
      for (const e of document.querySelectorAll("[aria-label], [title], .away-from-eyes"))
        for (const words of [e.ariaLabel, e.title, e.matches(".away-from-eyes") ? e.textContent : ""])
          if (/(^|[^\s]):(\s|$)/.test(words ?? "")) faults.push(`no space before a colon: ${words}`);
    return faults;
  });
}

/* Controls too small for a finger: at least 40 px in one direction and 24 in the other, unless they
   stand inside a line of text or overlap like a hand of cards. */
export function smallTargets(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("button, a[href], select, input:not([type=radio])")]
      .filter((e) => e.checkVisibility() && !e.closest(".skip, .away-from-eyes"))
      .map((e) => ({ e, box: e.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && box.bottom > 0)
      .filter(({ box }) => Math.max(box.width, box.height) < 40 || Math.min(box.width, box.height) < 24)
      .map(({ e, box }) => `${Math.round(box.width)}x${Math.round(box.height)} ${e.outerHTML.slice(0, 90)}`),
  );
}

/* Called with each phase of a game: looks whether the first two of a kind can be read and heard, and
   takes a picture of them under this name; `more` looks at what else matters there. Where things move they
   do so in the first three. Returns the times each phase was met. */
export function gallery(guest, name, more = () => {}) {
  const met = new Map();
  const seen = async (phase) => {
    const times = met.get(phase) ?? 0;
    met.set(phase, times + 1);
    if (guest.motion) await guest.page.emulateMedia({ reducedMotion: times < 3 ? "no-preference" : "reduce" });
    if (times > 1) return;
    await assertNoSideways(guest, phase);
    assert.deepEqual(await hearingFaults(guest.page), [], `phase ${phase}`);
    await more(phase);
    await shot(guest, `${name}-${phase}${times ? "-2" : ""}`);
  };
  return { met, seen };
}

/* The result shown is the server's, its parts add up, and it can be read and heard; a picture is taken
   under this name. */
export async function assertResult(guest, name) {
  const { scores } = last(guest).window;
  const total = guest.page.locator("main.result .rk .tt");
  const shown = (await total.allTextContents()).map(Number).sort((a, b) => b - a);
  assert.deepEqual(shown, scores.map((score) => score.points).sort((a, b) => b - a));
  for (const score of scores) {
    const sum = score.parts.reduce((all, part) => all + part.points, 0);
    assert.equal(sum, score.points, "the parts of a score make up its points");
  }
  const struck = await guest.page.locator("main.result .sb").evaluateAll((bars) =>
    bars.flatMap((bar) => {
      const from = bar.querySelector(".paid")?.getBoundingClientRect().left ?? Infinity;
      const shown = [...bar.querySelectorAll("i span")].filter((e) => e.checkVisibility());
      return shown.filter((e) => e.getBoundingClientRect().right > from + 1).map((e) => e.textContent);
    }),
  );
  assert.deepEqual(struck, [], "numbers under what was paid again");
  await assertNoSideways(guest, "result");
  assert.deepEqual(await hearingFaults(guest.page), [], "result");
  await shot(guest, name);
}

/* --- playing ------------------------------------------------------------------------------- */

/* A number from 0 up to 1, the same sequence for the same seed. */
export function dice(seed) {
  let x = seed >>> 0;
  return () => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return x / 4294967296;
  };
}

const act = (page, name) => page.locator(`[data-act="${name}"]`);

/* Makes one decision by clicking. The phase is read from the table, everything else from what can be
   clicked. */
async function decide(page, phase, roll) {
  if (phase === "auction") {
    if (roll() < 0.6) {
      const cards = page.locator(".hand button.card:not([aria-disabled=true])");
      for (let i = (await cards.count()) - 1; i >= 0; i--) {
        await cards.nth(i).click();
        if (await act(page, "bid").isEnabled()) return act(page, "bid").click();
      }
      await page.keyboard.press("Escape");
    }
    return act(page, "pass").click();
  }
  if (phase === "give") {
    const cards = page.locator(".lot button.card");
    await cards.nth(Math.floor(roll() * (await cards.count()))).click();
    return act(page, "give").click();
  }
  if (phase === "market") {
    const stalls = page.locator("button.stall");
    await stalls.nth(Math.floor(roll() * (await stalls.count()))).click();
    return act(page, "take").click();
  }
  if (phase === "overflow") {
    if ((await act(page, "sell").count()) > 0) return act(page, "sell").click();
    await page.locator(".hand button.card:not([aria-disabled=true])").first().click();
    return act(page, "discard").click();
  }
  if (phase === "final") {
    const best = act(page, "best");
    if ((await best.count()) === 0) return act(page, "done").click();
    await best.click();
    // One click sells set after set: it is done when nothing is left to sell.
    return best.waitFor({ state: "detached" });
  }
  return assert.fail(`nothing can be decided in the phase ${phase}`);
}

/* Waits until the page shows the newest table it was told: "turn" where something is asked of us,
   "over" where the result is shown. */
async function awaited(guest) {
  for (let i = 0; i < 3000; i++) {
    const state = await guest.page.evaluate((at) => {
      if (document.querySelector("main.result")) return "over";
      if (document.getAnimations().some((one) => one.playState === "running")) return null;
      const shown = document.querySelector("[data-at]");
      if (!shown || Number(shown.dataset.at) !== at) return null;
      return shown.querySelector(".ask.turn .btn.act:not([disabled])") ||
        shown.querySelector(".ask.turn .btn.act[data-act=bid], .ask.turn .btn.act[data-act=give]") ||
        shown.querySelector(".ask.turn .btn.act[data-act=take], .ask.turn .btn.act[data-act=discard]")
        ? (shown.querySelector("[data-phase]")?.dataset.phase ?? null)
        : null;
    }, last(guest)?.at);
    if (state) return state;
    await sleep(20);
  }
  return assert.fail("neither a question nor a result is shown");
}

/* Plays the seat of `guest` until the result is shown, or `until` says so. `seen` is called before
   every decision with the phase. Returns how many decisions were made. */
export async function play(guest, { roll = dice(1), seen, until } = {}) {
  for (let made = 0; made < 400; made++) {
    const phase = await awaited(guest);
    if (phase === "over") return made;
    await seen?.(phase, made);
    if (until?.(phase, made)) return made;
    const before = last(guest).at;
    await decide(guest.page, phase, roll);
    await waitFor(() => last(guest).at !== before);
    assert.notEqual(last(guest).at, before, `the decision in the phase ${phase} changed nothing`);
  }
  return assert.fail("the game does not end");
}
