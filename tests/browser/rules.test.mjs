/* The rules of VOC! on the page: both languages, what is reconstructed, and that what the figures show is
   what the game plays with. And, for every game, that the help beside a table leads to a chapter. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoSideways, DESKTOP, hearingFaults, invite, last, lodge, PHONE, shot } from "./harness.mjs";

const { server, browser } = await lodge();

const GAMES = ["byzanz", "batavia", "comptoir", "voc"];

/* A table of this game against the machine, begun from its rules. */
async function begin(guest, game) {
  await guest.page.goto(`${server.url}/rules/${game}`);
  await guest.page.locator(".end button").click();
  await guest.page.locator("[data-phase]").waitFor();
}

test("the rules of VOC! tell both games and what is reconstructed, in French and English", async () => {
  for (const [locale, words] of [
    ["fr-FR", ["Le jeu avancé", "Nous avons reconstitué", "Natural Earth", "les années de convoi", "les dix-huit contrats"]],
    ["en-GB", ["The advanced game", "We have rebuilt", "Natural Earth", "the convoy years", "the eighteen contracts"]],
  ])
    for (const viewport of [DESKTOP, PHONE]) {
      const guest = await invite(browser, { motion: true, viewport, locale });
      await guest.page.goto(`${server.url}/rules/voc#rebuilt`);
      await guest.page.locator("h1", { hasText: "VOC!" }).waitFor();
      await assertNoSideways(guest, `rules, ${locale}`);
      await guest.page.locator("article section").first().waitFor();
      const text = await guest.page.locator("article").textContent();
      for (const word of words) assert.ok(text.includes(word), word);
      await shot(guest, `voc-rules-${locale.slice(0, 2)}`);
      assert.deepEqual(guest.faults, []);
      await guest.context.close();
    }
});

test("the list of contents keeps the chapter one reads in sight, and the picture fills its frame", async () => {
  const guest = await invite(browser, { viewport: { width: 1280, height: 800 } });
  const { page } = guest;
  await page.goto(`${server.url}/rules/voc#rebuilt`);
  await page.waitForFunction(() => {
    const list = document.querySelector("aside nav");
    const line = list?.querySelector(".on:last-child")?.getBoundingClientRect();
    const frame = list?.getBoundingClientRect();
    return line && line.top >= frame.top && line.bottom <= frame.bottom;
  });
  for (const game of GAMES) {
    await page.goto(`${server.url}/rules/${game}`);
    const gap = await page.locator("header.neat .in").evaluate((frame) => {
      const picture = frame.querySelector(".poster svg").getBoundingClientRect();
      return frame.getBoundingClientRect().bottom - picture.bottom;
    });
    assert.ok(Math.abs(gap) <= 2, `${game}: ${gap}`);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("on a phone no figure of the rules has a part one must scroll to", async () => {
  const guest = await invite(browser, { viewport: PHONE });
  for (const game of GAMES) {
    await guest.page.goto(`${server.url}/rules/${game}`);
    const figures = guest.page.locator("article figure");
    await figures.last().waitFor();
    const cut = await figures.evaluateAll((all) =>
      all.flatMap((figure) => [figure, ...figure.querySelectorAll("*")])
        .filter((e) => ["auto", "scroll"].includes(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth)
        .map((e) => e.textContent),
    );
    assert.deepEqual(cut, [], game);
  }
  await guest.context.close();
});

test("a first game begun from the rules is against the first level people choose from", async () => {
  const guest = await invite(browser, { motion: true });
  await begin(guest, "byzanz");
  assert.deepEqual(last(guest).summary.seats.map(({ bot }) => bot).slice(1), ["novice", "novice", "novice"]);
  await guest.context.close();
});

test("the rules of a game without a lesson offer none", async () => {
  const guest = await invite(browser, { viewport: DESKTOP });
  const { page } = guest;
  /* the page as it is built where Byzanz has no lesson */
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll("games/byzanz/lesson.json", "games/nothing/lesson.json");
    await route.fulfill({ response, body });
  });
  const learn = page.getByRole("link", { name: "Apprendre à jouer" });
  for (const [game, lessons] of [["batavia", 1], ["byzanz", 0]]) {
    await page.goto(`${server.url}/rules/${game}`);
    await page.locator("article section").first().waitFor();
    assert.equal(await learn.count(), lessons, game);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("from the rules of a game one comes to those of another and to its lesson, on a phone too", async () => {
  for (const viewport of [PHONE, { width: 768, height: 1024 }]) {
    const guest = await invite(browser, { motion: true, viewport });
    const { page } = guest;
    await page.goto(`${server.url}/rules`);
    await page.getByRole("link", { name: "Byzanz" }).click();
    await page.locator("h1", { hasText: "Byzanz" }).waitFor();
    await assertNoSideways(guest, "rules");
    assert.deepEqual(await hearingFaults(page), []);
    await page.getByRole("link", { name: "Apprendre à jouer" }).click();
    await page.getByRole("button", { name: /Commencer la leçon.*Byzanz/ }).waitFor();
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("the contracts and ports the rules of VOC! show are those of the game", async () => {
  const guest = await invite(browser, { motion: true, locale: "en-GB" });
  const { page } = guest;
  await begin(guest, "voc");
  const { picture } = last(guest).window;
  await page.goto(`${server.url}/rules/voc`);
  await page.locator(".cards [data-card]").first().waitFor();
  const shown = await page.locator(".cards [data-card]").evaluateAll((all) =>
    all.map((e) => ({
      card: Number(e.dataset.card),
      said: e.getAttribute("aria-label"),
      goods: [...e.querySelectorAll(".plate")].map((plate) => plate.classList[1]),
    })),
  );
  const real = [...picture.contracts, ...picture.unseen, ...picture.amsterdam.cards].sort((a, b) => a.card - b.card);
  assert.equal(real.length, 18);
  assert.deepEqual(
    shown.map(({ card, goods }) => ({ card, goods })),
    real.map(({ card, needs }) => ({ card, goods: needs.flat() })),
  );
  real.forEach(({ value, penalty }, i) => assert.match(shown[i].said, new RegExp(`worth ${value}, penalty ${penalty}\\b`)));
  const ports = await page.locator(".ports span:has(.plate)").evaluateAll((all) =>
    all.filter((e) => e.querySelector("small")).map((e) => e.textContent.trim().replace(/\s+/g, " ")),
  );
  assert.deepEqual(ports.sort(), picture.ports.map(({ name, most }) => `${name} ×${most}`).sort());
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

for (const game of GAMES)
  test(`${game}: every step of the help beside the table leads to a chapter of the rules`, async () => {
    const guest = await invite(browser, { motion: true });
    const { page } = guest;
    await begin(guest, game);
    await page.getByRole("tab", { name: "Aide" }).click();
    const ways = await page
      .locator(".help ol a")
      .evaluateAll((all) => all.map((e) => new URL(e.href).pathname + new URL(e.href).hash));
    assert.ok(ways.length >= 5, "steps with a way to the rules");
    await page.goto(`${server.url}/rules/${game}`);
    await page.locator("article section").first().waitFor();
    for (const way of ways) {
      const [path, chapter] = way.split("#");
      assert.equal(path, `/rules/${game}`);
      assert.equal(await page.locator(`article section[id="${chapter}"]`).count(), 1, `chapter ${chapter}`);
    }
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });
