/* A person alone with the machine, through the page and nothing but the page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoSideways,
  assertResult,
  chooseRadio,
  DESKTOP,
  dice,
  gallery,
  invite,
  last,
  lodge,
  openServer,
  PHONE,
  play,
  shot,
  SMALL,
  tables,
  waitFor,
} from "./harness.mjs";

const { server, browser } = await lodge();

/* A whole game at one size of window, with a picture of each phase. */
async function wholeGame(viewport, players, seed, more = {}) {
  const guest = await invite(browser, { viewport, ...more });
  const { page } = guest;
  await page.goto(server.url);
  await chooseRadio(page, String(players));
  await assertNoSideways(guest, "home");
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();

  const { met, seen } = gallery(guest, "byzanz", async () => assert.match(await page.title(), /^À vous/));
  let heralded = 0;
  const made = await play(guest, {
    roll: dice(seed),
    seen: async (phase) => {
      await seen(phase);
      if (viewport === DESKTOP) return;
      const [news, board] = await Promise.all([".herald", "main.board"].map((one) => page.locator(one).evaluateAll((all) => all[0]?.getBoundingClientRect().toJSON())));
      if (!news) return;
      assert.ok(news.bottom <= board.top, "news stand above the board of a phone");
      heralded++;
    },
  });
  assert.ok(viewport === DESKTOP || heralded > 0, "nothing was told over a whole game");
  assert.ok(made > 10, `${made} decisions`);

  await assertResult(guest, "result");
  assert.deepEqual(guest.faults, []);
  return { guest, met };
}

test("what a game has to say of a level is said where it is chosen, alone or at a table", async () => {
  const guest = await invite(browser, { viewport: PHONE });
  const { page } = guest;
  const word = page.getByText("Avec des mousses, Amsterdam gagne souvent");
  await page.goto(server.url);
  const machine = page.getByRole("region", { name: "Contre la machine" });
  const choose = (name) => machine.getByRole("radio", { name }).and(page.locator(":enabled")).check({ force: true });
  await choose("Mousse");
  assert.equal(await word.count(), 0, "of another game nothing is said");
  await choose("VOC!");
  await word.waitFor();
  await assertNoSideways(guest, "the word on a level");
  await choose("Marchand");
  await word.waitFor({ state: "detached" });
  await page.goto(`${server.url}/new`);
  await page.getByRole("radio", { name: /^VOC!/ }).and(page.locator(":enabled")).check({ force: true });
  await page.getByRole("combobox").first().selectOption("novice");
  await word.waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a person opens the page, clicks once, and plays a whole game against three bots", async () => {
  const { guest, met } = await wholeGame(DESKTOP, 4, 7, { motion: true });
  for (const phase of ["auction", "give", "market", "final"]) assert.ok(met.has(phase), phase);
  const { page } = guest;

  // The game can be looked back at, and the result comes back.
  await page.getByRole("link", { name: "Revoir la partie" }).click();
  await page.getByRole("button", { name: "À la fin" }).click();
  await page.locator("[data-phase=over]").waitFor();
  await shot(guest, "byzanz-over");
  for (const [eyes, place] of [["Bart", "La place de Bart"], ["Tout ouvert", "Votre place"]]) {
    await page.getByRole("radio", { name: eyes }).check({ force: true });
    await page.locator(`.mine[aria-label="${place}"]`).waitFor({ state: "attached" });
  }
  await page.getByRole("link", { name: "Résultat" }).click();
  await page.locator("main.result").waitFor();

  // Once more with the same bots: another table, begun at once.
  const old = last(guest).summary;
  await page.getByRole("button", { name: "Revanche" }).click();
  await page.locator("[data-phase]").waitFor();
  const now = last(guest).summary;
  assert.notEqual(now.id, old.id);
  assert.equal(now.begun, true);
  assert.deepEqual(now.seats.map((seat) => seat.bot), old.seats.map((seat) => seat.bot));

  // Home shows the one that waits for me, and my games both.
  await page.goto(server.url);
  await page.getByRole("region", { name: "Vos parties" }).waitFor();
  assert.equal(await page.locator(".turn1").count(), 1);
  await shot(guest, "home-again");
  await page.goto(server.url + "/games");
  await page.locator("article").nth(1).waitFor();
  assert.equal(await page.locator("article").count(), 2);
  const played = page.locator("article:has(.rk) p");
  for (const [days, told] of [[0, /^aujourd’hui, \d\d:\d\d\b/], [1, /^hier\b/], [2, /^\d+ \p{L}{3}/u]]) {
    await page.clock.setFixedTime((old.created + days * 86_400) * 1000);
    await page.reload();
    await played.waitFor();
    assert.match((await played.innerText()).trim(), told);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the same on a phone, with three players", async () => {
  const { guest } = await wholeGame(PHONE, 3, 11, { hasTouch: true });
  await guest.context.close();
});

test("and on the smallest phone, with five", async () => {
  const { guest } = await wholeGame(SMALL, 5, 23, { colorScheme: "dark" });
  await guest.context.close();
});

test("on a tablet, however it is held, the lot can be read and touched, with any number of players", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  for (const players of [3, 6]) {
    await page.goto(server.url);
    await chooseRadio(page, String(players));
    await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
    await page.locator(".lot [data-card]").first().waitFor();
    for (const [width, height] of [[768, 1024], [1000, 700], [900, 620], [1024, 768]]) {
      await page.setViewportSize({ width, height });
      const narrowest = await page.locator(".lot [data-card]").evaluateAll((all) => Math.min(...all.map((e) => e.getBoundingClientRect().width)));
      assert.ok(narrowest >= 44, `${players} players, ${width}x${height}: a card of the lot is ${Math.round(narrowest)} px wide`);
      await assertNoSideways(guest, `${width}x${height}`);
      const [lowest, market] = await page.evaluate(() => [
        document.querySelector(".offer:last-child").getBoundingClientRect().bottom,
        document.querySelector(".market").getBoundingClientRect().top,
      ]);
      assert.ok(lowest <= market, `${players} players, ${width}x${height}: the last offer card is cut by ${lowest - market} px`);
    }
    await page.setViewportSize({ width: 1000, height: 700 });
    await shot({ ...guest, viewport: { width: 1000, height: 700 } }, `byzanz-tablet-${players}`);
  }
  await guest.context.close();
});

test("a reload in the middle loses nothing and repeats nothing", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await play(guest, { roll: dice(3), until: (phase, made) => made >= 6 });
  const before = last(guest);
  const mine = before.summary.seat;
  const journal = await page.locator(".log li").allTextContents();
  const moves = guest.sent.filter((message) => message.type === "move").length;

  await page.reload();
  await page.locator("[data-phase]").waitFor();
  const now = last(guest);
  assert.equal(now.at, before.at);
  assert.equal(now.window.position, before.window.position);
  assert.deepEqual(now.window.picture.seats[mine].hand, before.window.picture.seats[mine].hand);
  assert.deepEqual(now.window.moves, before.window.moves);
  // The newest of the journal is there at once, the older comes as it is scrolled up to.
  await page.waitForFunction((lines) => {
    document.querySelector(".log").scrollTop = 0;
    return document.querySelectorAll(".log li").length >= lines;
  }, journal.length);
  assert.deepEqual(await page.locator(".log li").allTextContents(), journal);
  assert.equal(guest.sent.filter((message) => message.type === "move").length, moves);

  // And the game goes on from there.
  const after = await play(guest, { roll: dice(4), until: (phase, made) => made >= 3 });
  assert.equal(after, 3);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a server that dies and comes back: the page waits, renews the connection and plays on", async () => {
  const other = await openServer();
  const guest = await invite(browser);
  const { page } = guest;
  try {
    await page.goto(other.url);
    await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
    await play(guest, { roll: dice(5), until: (phase, made) => made >= 4 && phase === "auction" });
    const before = last(guest);
    await other.kill();
    await page.getByText("On renoue la liaison…").waitFor();
    await shot(guest, "reconnecting");
    // The board stays readable, commands rest: nothing is sent, and it is said.
    assert.equal(await page.locator(".hand .card").count(), before.window.picture.seats[before.summary.seat].hand.length);
    const sent = guest.sent.length;
    await page.keyboard.press("p");
    const refusal = page.getByText("Il n’y a pas de liaison avec le serveur en ce moment.");
    await refusal.waitFor();
    assert.equal(guest.sent.length, sent);

    await other.start();
    await refusal.waitFor({ state: "detached", timeout: 60000 }); // it is true no more
    await page.getByText("On renoue la liaison…").waitFor({ state: "detached", timeout: 60000 });
    assert.ok(await waitFor(() => last(guest) !== before), "the table was told again");
    const now = last(guest);
    assert.equal(now.window.position, before.window.position);
    assert.deepEqual(now.window.picture, before.window.picture);
    assert.equal(await play(guest, { roll: dice(6), until: (phase, made) => made >= 4 }), 4);
    assert.deepEqual(guest.faults, []);
  } finally {
    await guest.context.close();
    await other.close();
  }
});

test("a player who leaves is replaced by a bot and can take the seat back", async () => {
  const slow = await openServer(400);
  const guest = await invite(browser);
  const { page } = guest;
  try {
    await page.goto(slow.url);
    await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
    await page.locator(".ask.turn").waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Quitter la table" }).click();
    await shot(guest, "leaving");
    await page.getByRole("dialog").getByRole("button", { name: "Quitter la table" }).click();
    await page.waitForURL(slow.url + "/");
    await page.locator(".wait1 a").first().click();
    await page.getByText("Une machine tient votre place.", { exact: true }).waitFor();
    await shot(guest, "away");
    await page.getByRole("button", { name: "Reprendre ma place" }).click();
    await page.getByText("Une machine tient votre place.", { exact: true }).waitFor({ state: "detached" });
    await page.locator(".ask.turn").waitFor({ timeout: 60000 });
    assert.equal(last(guest).summary.seats[0].away, false);
    assert.deepEqual(guest.faults, []);
  } finally {
    await guest.context.close();
    await slow.close();
  }
});
