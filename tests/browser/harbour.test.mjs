/* The practice harbour of VOC!: found from the lessons, a voyage drawn blind with machines that call, judged
   afterwards, then another; the server hears nothing of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, assertNoSideways, hearingFaults, invite, lodge, shot, sleep } from "./harness.mjs";

const { server, browser } = await lodge();

/* Draws a line from the ship with closed eyes, so many units east and south, and lifts the hand. */
async function draw(page, dx, dy) {
  const ship = await page.locator(".ship.own.bold").boundingBox();
  const scale = Number(await page.locator(".world").evaluate((world) => world.style.getPropertyValue("--k")));
  const [x, y] = [ship.x + ship.width / 2, ship.y + ship.height / 2];
  const steps = 30;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) await page.mouse.move(x + (dx * scale * i) / steps, y + (dy * scale * i) / steps);
  await page.locator(".blind").first().waitFor();
  await page.mouse.up();
}

test("whoever comes near a coast with closed eyes hears a word of a machine", async () => {
  const guest = await invite(browser, { viewport: DESKTOP });
  const { page } = guest;
  await page.goto(`${server.url}/harbour`);
  await page.getByText("vos compagnons crient un mot devant une côte").waitFor();
  let word = "";
  for (let voyage = 0; voyage < 4 && !word; voyage++) {
    await page.locator(".ship.own.bold").waitFor();
    const ship = await page.locator(".ship.own.bold").boundingBox();
    const scale = Number(await page.locator(".world").evaluate((world) => world.style.getPropertyValue("--k")));
    const [x, y] = [ship.x + ship.width / 2, ship.y + ship.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    /* north, where a coast lies, as long as nobody says so; a hand trembles */
    for (let i = 1; i <= 220 && !word && (await page.locator(".verdict").count()) === 0; i++) {
      await page.mouse.move(x + 4 * Math.sin(i) * scale, y - 3.5 * i * scale);
      if (i > 4) await page.locator(".blind, .verdict").first().waitFor(); // before that it has hardly stirred
      await sleep(40); // a hand is no faster, and machines think
      word = (await page.locator(".heard .big:not(.still)").allTextContents()).join("");
    }
    await page.mouse.up();
    if (!word) {
      await page.locator(".verdict").waitFor();
      await page.getByRole("button", { name: "Un autre vœu" }).click();
      await page.locator(".verdict").waitFor({ state: "detached" });
    }
  }
  assert.match(word, /Nord|Sud|Est|Ouest|Stop|Halte/i);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

for (const [viewport, dark] of [[DESKTOP, false], [PHONE, true]])
  test(`a voyage is practised on a window ${viewport.width} wide`, async () => {
    const guest = await invite(browser, { viewport, colorScheme: dark ? "dark" : "light" });
    const { page } = guest;
    await page.goto(`${server.url}/learn/voc`);
    await page.getByRole("link", { name: "Le port d’essai" }).click();
    await page.locator(".wish", { hasText: "Le vœu" }).waitFor();
    await page.locator(".ship.own.bold").waitFor();
    const sent = guest.sent.length;
    assert.deepEqual(await hearingFaults(page), []);
    await assertNoSideways(guest, "harbour");
    const road = await page.locator(".board .neat").evaluate((e) => e.getBoundingClientRect().bottom);
    assert.ok(road <= viewport.height, `the chart ends at ${road} in a window of ${viewport.height}`);
    await shot(guest, "harbour");
    await draw(page, 20, -260);
    const verdict = page.locator(".verdict");
    await verdict.waitFor();
    assert.ok((await page.locator(".track path.line").first().getAttribute("d")).length > 20, "the line is shown");
    const whole = Number(await verdict.locator(".sum b").textContent());
    assert.ok(whole > 0 && whole <= 100, `${whole} of 100`);
    assert.deepEqual(await hearingFaults(page), []);
    await shot(guest, "harbour-judged");
    await verdict.getByRole("button", { name: "Un autre vœu" }).click();
    await verdict.waitFor({ state: "detached" });
    await page.locator(".ship.own.bold").waitFor();
    await page.reload();
    await page.locator(".ship.own.bold").waitFor();
    assert.equal(guest.sent.slice(sent).filter((one) => ["move", "open", "hint", "pace"].includes(one.type)).length, 0);
    assert.equal(await page.evaluate(() => localStorage.getItem("negoce.harbour")), String(whole));
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });
