/* What surrounds a game between people, with two real pages: an open table found in the list, a search that
   two people end together, and my games. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoSideways, hearingFaults, invite, lodge, PHONE } from "./harness.mjs";

const { server, browser } = await lodge();

test("two who search meet at one table, and each finds it among his games", async () => {
  const anna = await invite(browser, { name: "Anna" });
  const bert = await invite(browser, { name: "Bert", viewport: PHONE });
  await anna.page.goto(`${server.url}/lobby`);
  await bert.page.goto(`${server.url}/lobby`);
  await anna.page.getByRole("button", { name: "Trouver une partie" }).click();
  await anna.page.getByText(/On cherche.*1 sur/).waitFor();
  await bert.page.locator("article.r").first().waitFor();
  await bert.page.getByRole("button", { name: "Trouver une partie" }).click();
  await anna.page.getByText(/On cherche.*2 sur/).waitFor();
  for (const guest of [anna, bert]) {
    assert.deepEqual(await hearingFaults(guest.page), []);
    await assertNoSideways(guest, "the list of open tables");
  }
  await anna.page.getByRole("button", { name: /Jouer avec \d machine/ }).click();
  for (const guest of [anna, bert]) await guest.page.waitForURL(/\/t\//);
  assert.equal(new URL(anna.page.url()).pathname, new URL(bert.page.url()).pathname);
  await anna.page.goto(`${server.url}/games`);
  await anna.page.locator("article.g").first().waitFor();
  assert.deepEqual(await hearingFaults(anna.page), []);
  await assertNoSideways(anna, "my games");
  for (const guest of [anna, bert]) {
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});
