/* What the page costs before anything is asked of it, and how its pieces come when they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoSideways, chooseRadio, invite, lodge, SMALL } from "./harness.mjs";

const { server, browser } = await lodge();

const MOST = 80_000; // bytes of script, compressed, that the first view may cost

/* Every script a guest's page asks for, as it came over the wire. */
function scriptsOf(guest) {
  const scripts = [];
  guest.page.on("response", (response) => {
    if (/javascript/.test(response.headers()["content-type"] ?? "")) scripts.push(response);
  });
  return scripts;
}

const wire = async (scripts) => {
  let sum = 0;
  for (const one of scripts) sum += (await one.request().sizes()).responseBodySize;
  return sum;
};

const text = async (scripts) => (await Promise.all(scripts.map((one) => one.text()))).join("\n");

for (const [locale, heading, other] of [
  ["fr-FR", "Jeux de commerce au temps de la voile", null],
  ["en-GB", "Trading games of the age of sail", "Jeux de commerce au temps de la voile"],
])
  test(`the first view in ${locale} costs at most ${MOST} bytes of script`, async (t) => {
    const guest = await invite(browser, { motion: true, locale });
    const all = scriptsOf(guest);
    await guest.context.addInitScript(() => {
      const look = new MutationObserver(() => {
        if (window.usable || !document.querySelector(".solo .btn:enabled")) return;
        window.usable = performance.now();
      });
      look.observe(document, { subtree: true, childList: true, attributes: true });
    });
    await guest.page.goto(server.url);
    await guest.page.getByRole("heading", { name: heading }).waitFor();
    await guest.page.waitForFunction(() => window.usable);
    const before = await guest.page.evaluate(() =>
      performance.getEntriesByType("resource").filter((one) => one.startTime <= window.usable).map((one) => one.name),
    );
    const scripts = all.filter((one) => before.includes(one.url()));
    const cost = await wire(scripts);
    t.diagnostic(`${cost} bytes in ${scripts.length} files`);
    assert.ok(cost > 20_000, "the page was loaded");
    assert.ok(cost <= MOST, `${cost} bytes`);
    const told = await text(scripts);
    if (other) assert.ok(!told.includes(other), "one language alone");
    assert.ok(!told.includes("The winner pays his bid and one card of the lot"), "no table unasked");
    assert.ok(!told.includes("Words and drawings are our own"), "no rules unasked");
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("until its letters come the first view fits the smallest phone in any others", async () => {
  const guest = await invite(browser, { viewport: SMALL });
  await guest.page.route("**/*.woff2", (route) => route.abort());
  await guest.page.goto(server.url);
  await guest.page.locator(".solo .btn:enabled").waitFor();
  await guest.page.locator(".find").waitFor();
  await assertNoSideways(guest, "home");
  await guest.context.close();
});

test("every piece has its type, may be kept for ever, and comes once", async () => {
  const guest = await invite(browser, { motion: true });
  const scripts = scriptsOf(guest);
  await guest.page.goto(server.url);
  await guest.page.locator(".solo .btn:enabled").click();
  await guest.page.locator("[data-phase]").waitFor();
  for (const game of ["batavia", "comptoir", "voc", "byzanz"]) {
    await guest.page.goto(`${server.url}/rules/${game}`);
    await guest.page.locator("article section[id]").first().waitFor();
  }
  assert.ok(scripts.length > 12);
  for (const one of scripts) {
    assert.equal(one.status(), 200, one.url());
    assert.match(one.headers()["cache-control"], /immutable/, one.url());
    assert.equal(one.headers()["x-content-type-options"], "nosniff", one.url());
  }
  const came = (await Promise.all(scripts.map(async (one) => !(await one.finished()) && one.url()))).filter(Boolean);
  await guest.page.goto(server.url);
  await guest.page.locator(".solo .btn:enabled").waitFor();
  const again = await guest.page.evaluate(
    (came) => performance.getEntriesByType("resource").filter((one) => came.includes(one.name)).map((one) => one.transferSize),
    came,
  );
  assert.ok(again.length > 3);
  assert.deepEqual(again, again.map(() => 0), "nothing is sent twice");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("French is loaded when somebody asks for it, with the game he is in", async () => {
  const guest = await invite(browser, { motion: true, locale: "en-GB" });
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Start a game of Byzanz" }).click();
  await page.locator(".ask").waitFor();
  const scripts = scriptsOf(guest);
  await page.getByRole("button", { name: "Menu" }).click();
  await chooseRadio(page, "Français");
  await page.getByRole("dialog").getByText("Accueil").waitFor();
  assert.match(await text(scripts), /Vous recevez/);
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  await page.keyboard.press("Escape");
  const log = (await page.locator(".log li").allTextContents()).join("\n");
  assert.match(log, /Vous recevez/);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("in French every game is announced and every variant offered in French", async () => {
  const guest = await invite(browser, { motion: true });
  const { page } = guest;
  await page.goto(server.url);
  await page.locator(".solo .btn:enabled").waitFor();
  const { games } = guest.frames.find((frame) => frame.type === "welcome");
  const home = await page.locator("main").innerText();
  for (const game of games) assert.ok(!home.includes(game.pitch), game.pitch);
  for (const game of games) {
    await page.goto(`${server.url}/new/${game.id}`);
    await page.getByRole("radio", { name: game.title }).and(page.locator(":checked")).waitFor();
    const shown = await page.locator("main").innerText();
    for (const { label } of game.options.flatMap((option) => option.choices))
      if (label.includes(":")) assert.ok(!shown.includes(label.split(":")[1].trim()), label);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
