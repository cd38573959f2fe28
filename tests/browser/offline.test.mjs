/* The page without a server: `make site` behind a plain file server at some address, then without even
   that. And the page of a server that goes away and comes back. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertNoSideways, binary, dice, hearingFaults, openBrowser, openServer, PHONE, shot } from "./harness.mjs";

const site = fileURLToPath(new URL("../../build/site", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/* A web host that knows nothing but files, and has the page in a folder of its own. */
function openHost() {
  const changes = { version: "" }; // what a newer build adds to the name of its version
  const host = createServer(async (request, answer) => {
    const { pathname } = new URL(request.url, "http://host");
    try {
      const path = /^\/club\/jeux\/([\w./-]*)$/.exec(pathname)[1].replaceAll("..", "");
      const file = join(site, path === "" ? "index.html" : path);
      const read = await readFile(file);
      const bytes = path === "sw.js" ? read.toString().replace(/"negoce-[0-9a-f]+/, (name) => name + changes.version) : read;
      answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  host.unref(); // a test that fails leaves it open
  return new Promise((go) =>
    host.listen(0, "127.0.0.1", () =>
      go({
        url: `http://127.0.0.1:${host.address().port}/club/jeux/`,
        changes,
        close: () => {
          host.closeAllConnections();
          host.close();
        },
      }),
    ),
  );
}

const browser = await openBrowser();
after(() => browser.close());

async function visitor(more = {}) {
  const context = await browser.newContext({ viewport: PHONE, locale: "fr-FR", acceptDownloads: true, ...more });
  await context.addInitScript(() => {
    localStorage.setItem("negoce.tempo", "once");
    localStorage.setItem("negoce.forced", "off"); // nothing is decided but by clicks
    for (const game of ["byzanz", "batavia", "comptoir", "voc"]) localStorage.setItem(`negoce.coach.${game}`, "off");
    window.asked = 0;
    StorageManager.prototype.persist = async () => (window.asked++, true);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  return { context, page, faults, viewport: more.viewport ?? PHONE };
}

/* The page is kept: from here on it needs nobody. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

async function begin(page, game) {
  await page.locator(".solo .btn:enabled").waitFor();
  await page.locator(`.solo input[value="${game}"]`).check({ force: true });
  await page.locator(".solo .btn:enabled").click();
  await page.locator("[data-phase]").waitFor();
}

/* One decision of Byzanz by clicks: passes, gives, takes and sells what comes first. */
async function decide(page, roll) {
  const act = (name) => page.locator(`[data-act="${name}"]`);
  const phase = await page.locator("[data-phase]").getAttribute("data-phase");
  if (phase === "auction") {
    if (roll() < 0.3) {
      const cards = page.locator(".hand button.card:not([aria-disabled=true])");
      for (let i = (await cards.count()) - 1; i >= 0; i--) {
        await cards.nth(i).click();
        if (await act("bid").isEnabled()) return act("bid").click();
      }
      await page.keyboard.press("Escape");
    }
    return act("pass").click();
  }
  if (phase === "give") {
    await page.locator(".lot button.card").first().click();
    return act("give").click();
  }
  if (phase === "market") {
    await page.locator("button.stall").first().click();
    return act("take").click();
  }
  if (phase === "overflow") {
    if (await act("sell").count()) return act("sell").click();
    await page.locator(".hand button.card:not([aria-disabled=true])").first().click();
    return act("discard").click();
  }
  return act((await act("best").count()) ? "best" : "done").click();
}

async function playByzanz(page, until = () => false) {
  const roll = dice(3);
  for (let made = 0; made < 300; made++) {
    await page.locator("main.result, .ask.turn").first().waitFor();
    if (await page.locator("main.result").count()) return made;
    if (until(made)) return made;
    const at = await page.locator("[data-at]").getAttribute("data-at");
    await decide(page, roll);
    await page.waitForFunction(
      (before) => document.querySelector("main.result") || document.querySelector("[data-at]")?.dataset.at !== before,
      at,
    );
  }
  return assert.fail("the game does not end");
}

/* The record is the rules', and its draws are due. */
async function assertRecord(page) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Télécharger la partie" }).click();
  const file = await (await coming).path();
  for (const judge of ["check", "fair"]) {
    const { status, stdout, stderr } = spawnSync(binary, [judge, file], { encoding: "utf8" });
    assert.equal(status, 0, `${judge}: ${stdout}${stderr}`);
  }
  return readFileSync(file, "utf8");
}

/* Asks for the analysis of the game looked back at; on a phone it is behind a tab. */
async function analyse(page) {
  const tab = page.getByRole("tab", { name: "Analyse" }).or(page.getByRole("button", { name: "Analyse", exact: true }));
  const ask = page.getByRole("button", { name: "Analyser la partie" });
  await tab.or(ask).first().waitFor();
  if (!(await ask.isVisible())) await tab.first().click();
  await ask.click();
}

test("from a static host, then from no host at all: a whole game on a phone, and back through it", async () => {
  const host = await openHost();
  const guest = await visitor();
  const { context, page, faults } = guest;
  await page.goto(host.url);
  const called = (shown) => shown.locator("header .me span").filter({ hasNotText: "…" }).textContent();
  const wind = await called(page);
  await begin(page, "byzanz");
  await kept(page);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors.filter((one) => one.errorId !== "in-incognito"), []);
  const { url: manifest, errors, data } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { icons } = JSON.parse(data);
  for (const purpose of [undefined, "maskable"])
    assert.ok(icons.some((one) => one.purpose === purpose && one.sizes === "512x512"), `an icon, ${purpose ?? "any"}`);
  for (const { src } of icons) assert.equal((await fetch(new URL(src, manifest))).status, 200, src);
  assert.equal(await page.evaluate(() => window.asked), 1, "the browser was asked to keep the game");

  host.close();
  await context.setOffline(true);
  await page.reload();
  await page.locator("[data-phase]").waitFor();
  await shot(guest, "offline-table");
  await page.locator(".ask.turn").waitFor();
  await playByzanz(page, (made) => made >= 3);

  // The coach is called, asked, and sent away again.
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name: "À mes côtés" }).check({ force: true });
  await page.keyboard.press("Escape");
  await page.locator("[data-coach]").first().click();
  const counsel = page.getByRole("region", { name: "Que feriez-vous" });
  await counsel.locator("li p").first().waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name: "Pas maintenant" }).check({ force: true });
  await page.keyboard.press("Escape");

  // The worker dies in mid-thought: the page opens another, and nothing of the game is lost.
  const at = await page.locator("[data-at]").getAttribute("data-at");
  const another = page.waitForEvent("worker");
  await page.workers()[0].evaluate(() => self.close()).catch(() => {});
  await another;
  await page.locator(".ask.turn").waitFor();
  assert.equal(await page.locator("[data-at]").getAttribute("data-at"), at);
  await playByzanz(page, (made) => made >= 1);

  // The page is closed in mid-move: what it told is there again.
  await decide(page, dice(1));
  await page.close();
  const again = await context.newPage();
  again.setDefaultTimeout(60000);
  again.on("pageerror", (error) => faults.push(String(error)));
  await again.goto(host.url);
  assert.equal(await called(again), wind, "who has no name keeps his wind");
  await again.locator("a.btn", { hasText: /Jouer|Voir/ }).first().click();
  await again.locator("[data-phase]").waitFor();
  assert.ok(Number(await again.locator("[data-at]").getAttribute("data-at")) >= Number(at));
  assert.ok((await playByzanz(again)) > 5);

  assert.deepEqual(await hearingFaults(again), [], "result");
  await assertNoSideways({ ...guest, page: again }, "result");
  await shot({ ...guest, page: again }, "offline-result");
  const record = await assertRecord(again);
  assert.match(record, /^game: byzanz$/m);

  // Back through it, analysed by the page itself; what was found is kept.
  await again.getByRole("link", { name: "Revoir la partie" }).click();
  await again.locator("[data-eyes]").waitFor({ state: "attached" });
  await analyse(again);
  await again.getByRole("button", { name: "Arrêter l’analyse" }).click();
  await again.getByRole("button", { name: "Analyser la partie" }).click();
  await again.getByRole("heading", { name: "Le compte du hasard" }).waitFor({ timeout: 180000 });
  await again.reload();
  await analyse(again);
  await again.getByRole("heading", { name: "Le compte du hasard" }).waitFor();
  assert.equal(await again.getByRole("button", { name: "Arrêter l’analyse" }).count(), 0);
  assert.deepEqual(await hearingFaults(again), [], "analysis");
  await shot({ ...guest, page: again }, "offline-analysis");

  // A record from a file: refused where it is none, else looked back at and played on from.
  await again.goto(`${host.url}#/replay`);
  const send = (text) =>
    again.locator("input[type=file]").setInputFiles({ name: "x.negoce", mimeType: "text/plain", buffer: Buffer.from(text) });
  await send("negoce: 1\ngame: chess\n");
  await again.getByText("Ligne 2").waitFor();
  await send(record);
  await again.locator("[data-eyes=open]").waitFor({ state: "attached" });
  await again.getByRole("button", { name: "Continuer d’ici" }).click();
  await again.locator("[data-phase]").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test("every other game to its end without a network, all by machines once the seat is left", async () => {
  const host = await openHost();
  const { context, page, faults } = await visitor({ viewport: { width: 1280, height: 800 } });
  await page.goto(host.url);
  await page.locator(".solo .btn:enabled").waitFor();
  await kept(page);
  await context.setOffline(true);
  for (const game of ["batavia", "comptoir", "voc"]) {
    await page.goto(host.url);
    await begin(page, game);
    const at = Number(await page.locator("[data-at]").getAttribute("data-at"));
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Quitter la table" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Quitter la table" }).click();
    await page.locator(".wait1 a").first().click();
    await page.locator("[data-at], main.result").first().waitFor();
    // While machines think the worker breaks, then the page is closed: both go on from what was kept.
    const another = page.waitForEvent("worker");
    await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("broken on purpose"); })).catch(() => {});
    await another;
    await page.reload();
    await page.locator("[data-at], main.result").first().waitFor();
    if (!(await page.locator("main.result").count()))
      assert.ok(Number(await page.locator("[data-at]").getAttribute("data-at")) >= at, "nothing was lost");
    await page.locator("main.result").waitFor({ timeout: 300000 });
    assert.match(await assertRecord(page), new RegExp(`^game: ${game}$`, "m"));
  }
  assert.deepEqual(faults, []);
  await context.close();
  host.close();
});

test("a server that goes away: the page plays on alone, hands the game over, and takes it along again", async () => {
  const server = await openServer();
  const anna = await visitor({ viewport: { width: 1280, height: 800 } });
  const { context, page, faults } = anna;
  const menu = async (who, name) => {
    await who.getByRole("button", { name: "Menu" }).click();
    await who.getByRole("dialog").getByRole("button", { name }).click();
  };
  try {
    await page.goto(server.url);
    await page.locator(".solo .btn:enabled").waitFor();
    await kept(page);
    await server.kill();
    await page.locator(".offline").waitFor();
    await begin(page, "byzanz");
    assert.match(page.url(), /\/t\/~/);
    const alone = page.url();
    await playByzanz(page, (made) => made >= 2);
    await server.start();
    faults.length = 0; // what a browser says of a server that is not there

    // With the server back the game is found on this device, and handed over.
    await page.goto(`${server.url}/games`);
    await page.locator("[data-here] a.btn").first().click();
    await page.locator(".ask.turn").waitFor();
    const at = await page.locator("[data-at]").getAttribute("data-at");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.locator("[data-handover]").waitFor();
    assert.deepEqual(await hearingFaults(page), [], "menu");
    await shot(anna, "handover-menu");
    await page.locator("[data-handover]").click();
    await page.waitForURL(/\/t\/(?!~)/);
    await page.locator(".ask.turn").waitFor();
    await page.getByText("Jouée hors ligne").first().waitFor();
    assert.ok(Number(await page.locator("[data-at]").getAttribute("data-at")) >= Number(at), "nothing was lost");
    const table = page.url();
    await playByzanz(page, (made) => made >= 1);

    // Along once more, and back to its own table.
    await menu(page, /^Emporter la partie/);
    await page.waitForURL(/\/t\/~/);
    assert.notEqual(page.url(), alone);
    await playByzanz(page, (made) => made >= 2);
    await menu(page, "Confier la partie au serveur");
    await page.waitForURL(table);
    await page.locator(".ask.turn").waitFor();

    // A friend takes the seat of a bot; the game stays with the server then.
    const bruno = await visitor({ viewport: { width: 1280, height: 800 } });
    await bruno.context.addInitScript(() => localStorage.setItem("negoce.name", "Bruno"));
    await bruno.page.goto(table);
    await bruno.page.locator(".strip").getByText("qui l’a jouée connaît peut-être toutes les mains").waitFor();
    await bruno.page.locator(".strip .btn").click();
    await bruno.page.locator(".strip .btn").waitFor({ state: "detached" });
    await page.getByText("Bruno").first().waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Quitter la table" }).waitFor();
    assert.equal(await page.locator("[data-handover]").count(), 0);
    await bruno.context.close();
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
    await server.close();
  }
});

test("a new version waits for the end of the game and says so, then comes in", async () => {
  const host = await openHost();
  const { context, page } = await visitor();
  await page.goto(host.url);
  await page.locator(".solo .btn:enabled").waitFor();
  await kept(page);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await begin(page, "byzanz");
  const names = () => page.evaluate(() => caches.keys());
  const [before] = await names();
  host.changes.version = "0";
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
  await page.getByText("Une nouvelle version attend la fin de la partie.").waitFor();
  await page.getByRole("button", { name: "Continuer" }).click();
  await playByzanz(page, (made) => made >= 1);
  assert.ok((await names()).includes(before), "the old one plays on");
  await page.evaluate(() => (window.old = true));
  await page.goto(`${host.url}#/`);
  await page.waitForFunction(() => !("old" in window) && document.querySelector(".solo .btn:enabled"));
  await page.waitForFunction((old) => caches.keys().then((all) => !all.includes(old)), before);
  await context.close();
  host.close();
});

test("a page that was open before anything was kept is renewed too, each tab between two games", async () => {
  const host = await openHost();
  const { context, page } = await visitor();
  await page.goto(host.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => (window.old = true));
  const player = await context.newPage();
  await player.goto(host.url);
  await begin(player, "byzanz");
  await player.evaluate(() => (window.old = true));
  host.changes.version = "0";
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()));
  await page.waitForFunction(() => !("old" in window) && document.querySelector(".solo .btn:enabled"));
  await player.getByText("Une nouvelle version attend la fin de la partie.").waitFor();
  assert.ok(await player.evaluate(() => "old" in window), "nobody is taken from a game");
  await player.goto(`${host.url}#/`);
  await player.waitForFunction(() => !("old" in window) && document.querySelector(".solo .btn:enabled"));
  await context.close();
  host.close();
});

test("one tab at a time has a game", async () => {
  const host = await openHost();
  const { context, page } = await visitor();
  await page.goto(host.url);
  await begin(page, "byzanz");
  const second = await context.newPage();
  await second.goto(page.url());
  await second.getByText("Cette partie est ouverte dans un autre onglet de ce navigateur.").waitFor();
  await page.close();
  await second.reload();
  await second.locator("[data-phase]").waitFor();
  await context.close();
  host.close();
});

test("a browser that keeps nothing: it is said, and the game goes on in memory", async () => {
  const host = await openHost();
  const { context, page } = await visitor({ serviceWorkers: "block" });
  await page.route("**/server-*.js", async (route) => {
    const answer = await route.fetch();
    const denied = 'Object.defineProperty(self, "indexedDB", { get() { throw new Error("denied"); } });';
    await route.fulfill({ response: answer, body: denied + (await answer.text()) });
  });
  await page.goto(host.url);
  await page.getByText("Ce navigateur ne garde rien").waitFor();
  await page.getByRole("button", { name: "Continuer" }).click();
  await begin(page, "byzanz");
  assert.equal(await playByzanz(page, (made) => made >= 2), 2);
  await context.close();
  host.close();
});

test("a storage that is full: it is said, the game goes on in memory, and what was kept before is kept", async () => {
  const host = await openHost();
  const { context, page } = await visitor({ serviceWorkers: "block" });
  await page.goto(host.url);
  await begin(page, "byzanz");
  assert.equal(await playByzanz(page, (made) => made >= 1), 1);
  const at = Number(await page.locator("[data-at]").getAttribute("data-at"));
  // As a browser refuses it. (An override of the quota is heard by Chromium up to half a minute late.)
  await page.workers()[0].evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await decide(page, dice(5));
  await page.getByText("Ce navigateur ne garde rien").waitFor();
  await page.getByRole("button", { name: "Continuer" }).click();
  assert.equal(await playByzanz(page, (made) => made >= 3), 3);
  await page.reload();
  await page.locator("[data-phase]").waitFor();
  assert.ok(Number(await page.locator("[data-at]").getAttribute("data-at")) >= at, "what was kept before");
  await context.close();
  host.close();
});

test("a page without a server offers nothing that needs one, or says so", async () => {
  const host = await openHost();
  const guest = await visitor({ serviceWorkers: "block" });
  const { context, page, faults } = guest;
  await page.goto(host.url);
  await page.locator(".solo .btn:enabled").waitFor();
  await page.getByText("dans ce navigateur, avec ou sans réseau").waitFor();
  for (const name of ["Trouver une partie", "Tables ouvertes", "Tables", "Classement"])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
  const says = {
    lobby: "Les tables ouvertes sont gardées par un serveur",
    account: "Les comptes sont gardés par un serveur",
    ranking: "Il faut pour cela une liaison avec le serveur",
    games: "Vous n’avez pas encore de partie sur cet appareil",
  };
  for (const [where, sentence] of Object.entries(says)) {
    await page.goto(`${host.url}#/${where}`);
    await page.getByText(sentence).first().waitFor();
    await assertNoSideways(guest, where);
  }
  assert.equal(await page.getByText("À vous", { exact: true }).count(), 0, "nobody can call");
  await page.goto(`${host.url}#/new`);
  const begin = page.getByRole("button", { name: "Commencer la partie" });
  await begin.and(page.locator(":enabled")).waitFor();
  for (const name of ["Une personne", "Qui peut venir", "L’horloge"])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name);
  assert.deepEqual(await hearingFaults(page), [], "new");
  await begin.click();
  await page.locator("[data-phase]").waitFor();
  assert.deepEqual(faults, []);
  await context.close();
  host.close();
});
