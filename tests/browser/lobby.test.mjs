/* What surrounds a game between people, with two real pages: an open table found in the list, a search that
   two people end together, and my games. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoSideways, company, hearingFaults, invite, lodge, paged, PHONE } from "./harness.mjs";

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
    for (const bar of await guest.page.getByRole("radiogroup").all()) {
      const over = await bar.evaluate((e) => e.previousElementSibling?.innerText);
      assert.equal(over, await bar.getAttribute("aria-label"), "what a choice is about stands above it");
    }
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

test("a turn that comes while my lists are on their way is told", async () => {
  const guests = await company(server, ["Anna", "Bert", "Clara"]);
  const mover = guests[guests[0].table.window.turn[0]];
  const next = guests[(guests.indexOf(mover) + 1) % 3];
  const one = await paged(browser, server, next);
  let reach, tell, end, mark;
  const asked = new Promise((go) => (reach = go));
  const told = new Promise((go) => (tell = go));
  const listed = new Promise((go) => (end = go));
  await one.page.routeWebSocket(/\/ws$/, (socket) => {
    const line = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, state, re } = JSON.parse(text);
      if (type !== "mine" || state !== "waiting") return line.send(text);
      mark = re;
      reach(); // between the two lists
      void told.then(() => line.send(text));
    });
    line.onMessage((text) => {
      const { type, re } = JSON.parse(text);
      socket.send(text);
      if (type === "yours") tell();
      if (mark && re === mark) end();
    });
  });
  await one.page.goto(server.url);
  await asked;
  assert.equal((await mover.move(mover.table.window.moves.find((move) => move === "pass") ?? mover.table.window.moves[0])).type, "ok");
  assert.deepEqual(mover.table.window.turn, [guests.indexOf(next)]);
  await listed;
  await one.page.waitForFunction(() => document.title.startsWith("(1)"));
  await one.context.close();
});
