/* People talk at their table: in the waiting room, beside the game, behind a tab on a phone, and with
   the result; what is written stays, is text, and during a voyage of VOC! is paid for knowingly. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { dice, gather, Guest, Server, play } from "../server/harness.mjs";
import {
  assertNoSideways,
  DESKTOP,
  hearingFaults,
  invite,
  openBrowser,
  PHONE,
  shot,
  SMALL,
  smallTargets,
} from "./harness.mjs";

let server, browser;
const ended = [];
before(async () => {
  server = await Server.open({ after: (f) => ended.push(f) });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  for (const f of ended) await f();
});

const field = (page) => page.getByRole("textbox", { name: "Écrire à la table" });
const lines = (page) => page.locator(".chat li");
const tab = (page) => page.locator("nav.phone").getByRole("button", { name: /^Discuter/ });
const say = (guest, table, text) => guest.get({ type: "chat", table, text });

/* A browser of this guest's own person, at this table. */
async function sitDown(guest, table, options = {}) {
  const seat = await invite(browser, { ...options });
  const [name, value] = guest.cookie.split("=");
  await seat.context.addCookies([{ name, value, url: server.url }]);
  await seat.page.goto(`${server.url}/t/${table}`);
  return seat;
}

async function arrive(names) {
  const guests = [];
  for (const name of names) guests.push(await Guest.arrive(server, name));
  return guests;
}

/* Waits until the newest line is this one. */
async function heard(page, text) {
  await lines(page).last().getByText(text, { exact: true }).waitFor();
}

test("two people talk from the waiting room on, and a reload keeps what they said", async () => {
  const anna = await invite(browser, { name: "Anna" });
  const louis = await invite(browser, { name: "Louis", viewport: PHONE });
  await anna.page.goto(`${server.url}/new`);
  await anna.page.getByRole("combobox", { name: "Place 2" }).selectOption("trader");
  await anna.page.getByRole("combobox", { name: "Place 3" }).selectOption("trader");
  await anna.page.getByRole("button", { name: "Ouvrir la table" }).click();
  await field(anna.page).fill("  Qui vient ?  ");
  await field(anna.page).press("Enter");
  await heard(anna.page, "Qui vient ?");
  assert.equal(await field(anna.page).inputValue(), "", "the field is free again");
  assert.deepEqual(await hearingFaults(anna.page), []);

  // Louis reads it before he sits down, and writes once he has.
  await louis.page.goto(anna.page.url());
  await heard(louis.page, "Qui vient ?");
  assert.equal(await field(louis.page).count(), 0, "whoever has no seat reads");
  await louis.page.getByRole("button", { name: /S’asseoir ici/ }).click();

  // The game begins. On a phone the talk is behind a tab, which counts what is new.
  await tab(louis.page).waitFor();
  const odd = "<b>Bonjour</b> & m, z, 1 à 9 😀";
  await field(anna.page).click();
  await anna.page.keyboard.type(odd);
  assert.equal(await anna.page.locator("button.tool[aria-pressed=true]").count(), 0, "what is typed presses no key");
  await anna.page.getByRole("button", { name: "Envoyer" }).click();
  await heard(anna.page, odd);
  assert.equal(await anna.page.locator(".chat b").count(), 0, "text is text");
  await louis.page.locator("nav.phone .unread", { hasText: /^1$/ }).waitFor();
  assert.match(await tab(louis.page).textContent(), /1 nouveau message/);
  await tab(louis.page).click();
  await heard(louis.page, odd);
  assert.equal(await louis.page.locator(".unread").count(), 0, "what is seen is not new");
  await field(louis.page).fill("Bonjour, Anna.");
  for (const viewport of [SMALL, PHONE]) {
    await louis.page.setViewportSize(viewport);
    const box = await field(louis.page).boundingBox();
    const bar = await louis.page.locator(".mine").boundingBox();
    assert.ok(box.y + box.height < bar.y, "the field stands above what is asked");
    await shot({ ...louis, viewport }, "chat");
    await assertNoSideways(louis, "the chat of a phone");
    assert.deepEqual(await smallTargets(louis.page), []);
  }
  assert.deepEqual(await hearingFaults(louis.page), []);

  // A line half written survives a look at the journal.
  await louis.page.getByRole("button", { name: "Journal" }).click();
  await tab(louis.page).click();
  assert.equal(await field(louis.page).inputValue(), "Bonjour, Anna.");
  await field(louis.page).press("Enter");
  await heard(anna.page, "Bonjour, Anna.");
  assert.match(await anna.page.locator("[aria-live=polite]", { hasText: "Louis" }).first().textContent(), /Bonjour, Anna\./);
  await shot(anna, "chat");

  await anna.page.reload();
  await heard(anna.page, "Bonjour, Anna.");
  assert.deepEqual(await anna.page.locator(".chat li bdi").allTextContents(), ["Qui vient ?", odd, "Bonjour, Anna."]);

  // Who looks on reads and has no field.
  const eve = await invite(browser);
  await eve.page.goto(anna.page.url());
  await heard(eve.page, "Bonjour, Anna.");
  assert.equal(await field(eve.page).count(), 0);
  await eve.page.getByText("Seuls les joueurs écrivent ici.").waitFor();

  for (const guest of [anna, louis, eve]) {
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("a message arriving disturbs no choice; the drawer tells of it", async () => {
  const [anna, louis, eve] = await arrive(["Anna", "Louis", "Eve"]);
  const table = await gather([anna, louis, eve]);
  const page = await sitDown(anna, table, { viewport: { width: 1000, height: 800 } });
  const card = page.page.locator(".hand button.card").first();
  await card.click();
  const chosen = await card.getAttribute("aria-pressed");
  await say(louis, table, "Passe ton tour.");
  await say(eve, table, "Non, reste !");
  const drawer = page.page.getByRole("button", { name: "Journal, 2 nouveaux messages" });
  await drawer.click();
  await heard(page.page, "Non, reste !");
  assert.equal(await page.page.locator(".unread").count(), 0);
  assert.equal(await card.getAttribute("aria-pressed"), chosen, "the card is still chosen");
  assert.equal(chosen, "true");
  assert.deepEqual(page.faults, []);
  await page.context.close();
});

test("what nobody has read stays new through a reload and an absence", async () => {
  const [anna, louis, eve] = await arrive(["Anna", "Louis", "Eve"]);
  const table = await gather([anna, louis, eve]);
  await say(louis, table, "Avant votre arrivée.");
  const seat = await sitDown(anna, table, { viewport: PHONE });
  const { page } = seat;
  await tab(page).waitFor();
  assert.equal(await page.locator(".unread").count(), 0, "what was said before the first visit is not new");
  await say(louis, table, "Vous êtes là ?");
  const badge = (n) => page.locator("nav.phone .unread", { hasText: new RegExp(`^${n}$`) });
  await badge(1).waitFor();
  await page.reload();
  await badge(1).waitFor();
  await page.goto(`${server.url}/games`);
  await say(eve, table, "Louis, patience.");
  await page.goto(`${server.url}/t/${table}`);
  await badge(2).waitFor();
  await tab(page).click();
  await heard(page, "Louis, patience.");
  await page.reload();
  await tab(page).waitFor();
  assert.equal(await page.locator(".unread").count(), 0, "what was read is not new");
  assert.deepEqual(seat.faults, []);
  await page.context().close();
});

test("alone with machines there is nobody to write to", async () => {
  const anna = await Guest.arrive(server, "Anna");
  const { table } = await anna.get({
    type: "open",
    game: "byzanz",
    players: 3,
    seats: ["me", "greedy", "greedy"],
  });
  for (const viewport of [DESKTOP, PHONE]) {
    const page = await sitDown(anna, table, { viewport });
    await page.page.locator(".hand button.card").first().waitFor();
    assert.equal(await page.page.locator(".chat").count(), 0);
    assert.equal(await tab(page.page).count(), 0);
    await page.context.close();
  }
});

test("the talk goes on with the result", async () => {
  const [anna, louis, eve] = await arrive(["Anna", "Louis", "Eve"]);
  const table = await gather([anna, louis, eve]);
  await Promise.all([anna, louis, eve].map((guest, i) => play(guest, dice(i))));
  await say(louis, table, "Bien joué.");
  const page = await sitDown(anna, table);
  await heard(page.page, "Bien joué.");
  await page.page.locator("main.result").waitFor();
  await field(page.page).fill("Merci !");
  await field(page.page).press("Enter");
  await heard(page.page, "Merci !");
  await louis.until(() => louis.chat.at(-1).text === "Merci !");
  assert.deepEqual(await hearingFaults(page.page), []);
  assert.deepEqual(page.faults, []);
  await page.context.close();
});

test("during a voyage the table warns, and only the button that names the price sends", async () => {
  const guests = await arrive(["Anna", "Louis", "Eve"]);
  const table = await gather(guests, { game: "voc", options: { rules: "advanced" } });
  for (let i = 0; guests[0].table.window.picture.phase !== "voyage"; i++) {
    assert.ok(i < 60, "no ship sailed");
    const acting = guests[guests[0].table.window.turn[0]];
    const { moves } = acting.table.window;
    const { at } = await acting.move(moves.find((m) => /^(outfit|sail)/.test(m)) ?? moves[0]);
    for (const guest of guests) await guest.until(() => guest.table.at >= at);
  }
  const captain = guests[guests[0].table.window.turn[0]];
  const adviser = guests.find((guest) => guest !== captain);
  const money = () => adviser.table.window.picture.seats[adviser.table.summary.seat].money;

  const blind = await sitDown(captain, table);
  await blind.page.getByText("Vous entendez").waitFor();
  const page = await sitDown(adviser, table);
  const warning = page.page.getByRole("button", { name: /^La table se tait pendant la traversée\./ });
  await warning.click();
  await page.page.keyboard.type("À tribord !");
  await page.page.keyboard.press("Enter");
  const pay = page.page.getByRole("button", { name: "Écrire et payer 5 daalders" });
  await page.page.waitForFunction(() => document.activeElement?.textContent === "Écrire et payer 5 daalders");
  assert.equal(money(), 10, "Enter alone pays nothing");
  assert.equal(await lines(page.page).count(), 0);
  await shot(page, "chat-voyage");
  await pay.press("Enter");
  await heard(page.page, "À tribord !");
  await adviser.until(() => money() === 5);

  // The captain reads it on his cloth, and has no field.
  await blind.page.locator(".blind").getByText("À tribord !").waitFor();
  assert.equal(await blind.page.locator(".blind input[type=text]").count(), 0);
  await shot(blind, "chat-captain");

  // A purse too small is told before anything is written.
  await field(page.page).fill("Stop !");
  await pay.click();
  await page.page.getByText("Vous n’avez pas les 5 daalders que coûte un message à présent.").waitFor();
  assert.equal(await field(page.page).count(), 0);
  assert.equal(money(), 0);

  // Landfall: the field is back, and writing is free.
  await captain.get({ type: "move", table, at: captain.table.at, move: "stop" });
  await field(page.page).fill("Enfin.");
  await field(page.page).press("Enter");
  await heard(page.page, "Enfin.");
  assert.equal(money(), 0);
  for (const guest of [page, blind]) {
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});
