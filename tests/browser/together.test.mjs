/* Two people at one table, each with a browser of his own: the invitation, the whole game, and what
   neither page may ever be told. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import {
  assertNoSideways,
  chooseRadio,
  company,
  dice,
  hearingFaults,
  invite,
  last,
  lodge,
  paged,
  PHONE,
  play,
  shot,
  tables,
} from "./harness.mjs";

const jsqr = createRequire(new URL("../../web/package.json", import.meta.url))("jsqr");
const { server, browser } = await lodge();

const CARD = /\b(?:(?:cloth|wood|grain|olives|spices|wine)[1-4]|trader)\b/;

/* What of a frame may name cards: the public places, my own hand and gains, my moves, and events that
   everybody sees or that are mine. Everything else is returned, to be searched. */
function remainder(frame, me) {
  const rest = structuredClone(frame);
  const { picture } = rest.window;
  for (const place of ["lot", "market", "box", "best"]) delete picture[place];
  picture.seats.forEach((seat, i) => {
    for (const place of ["bid", "known"]) delete seat[place];
    if (i === me) for (const place of ["hand", "earned"]) delete seat[place];
  });
  delete rest.window.moves;
  delete rest.window.orders?.wares; // what an order ahead may name: every kind there is
  if (rest.window.scores) {
    // The end shows everyone's gains; the parts of a score are named by goods.
    delete rest.window.scores;
    for (const seat of picture.seats) delete seat.earned;
  }
  rest.events = rest.events.filter((event) => event.kind === "deal" && event.seat !== me);
  return rest;
}

function count(cards) {
  const bag = new Map();
  for (const card of cards) bag.set(card, (bag.get(card) ?? 0) + 1);
  return bag;
}

/* Every frame of a page, held against what its seat may know. Returns how many cards of others were
   hidden in them, so that a test cannot pass by looking at nothing. */
function assertNothingLeaks(guest, me) {
  let hidden = 0;
  for (const frame of tables(guest)) {
    if (!frame.summary.begun) continue;
    assert.doesNotMatch(JSON.stringify(remainder(frame, me)), CARD);
    frame.window.picture.seats.forEach((seat, i) => {
      if (i === me) return;
      assert.equal(seat.hand, null, "another's hand is never sent");
      if (!frame.window.over) assert.equal(seat.points, null, "nor the sum of his gains");
      if (!frame.window.over) assert.equal(seat.earned, null, "nor the gains themselves");
      assert.equal(seat.known.length + seat.hidden, seat.cards);
      hidden += seat.hidden;
    });
    for (const event of frame.events)
      if (event.kind === "deal" && event.seat !== me) assert.deepEqual(event.items, []);
  }
  return hidden;
}

/* Where both pages saw the same position: what one is told of the other's hand is true, and is not
   all of it as long as something is hidden. */
function assertTruth(one, other, seat) {
  const truth = new Map(tables(other).map((frame) => [frame.window.position, frame.window.picture]));
  let compared = 0;
  for (const frame of tables(one)) {
    const real = truth.get(frame.window.position)?.seats[seat];
    if (!real?.hand) continue;
    const told = frame.window.picture.seats[seat];
    const hand = count(real.hand);
    for (const [card, n] of count(told.known)) assert.ok((hand.get(card) ?? 0) >= n, `${card} is not there`);
    assert.equal(real.hand.length, told.known.length + told.hidden);
    compared++;
  }
  return compared;
}

test("one opens a table, the other comes by the link, a third watches, and nothing leaks", async () => {
  const anna = await invite(browser, { name: "Anna" });
  const louis = await invite(browser, { viewport: PHONE });
  const eve = await invite(browser, { locale: "en-GB" });

  // Anna opens a table for herself, two bots and whoever comes. (No trader: that is a card of Byzanz too.)
  await anna.page.goto(`${server.url}/new`);
  await anna.page.getByLabel("Nom de la table").fill("Corne d’Or");
  await anna.page.getByRole("combobox", { name: "Place 2" }).selectOption("novice");
  await anna.page.getByRole("combobox", { name: "Place 3" }).selectOption("novice");
  assert.deepEqual(await hearingFaults(anna.page), []);
  await shot(anna, "new-table");
  await anna.page.getByRole("button", { name: "Ouvrir la table" }).click();
  const link = anna.page.getByLabel("Lien d’invitation");
  await link.waitFor();
  const address = await link.inputValue();
  assert.match(address, new RegExp(`^${server.url}/t/[\\w-]+$`));
  assert.deepEqual(await hearingFaults(anna.page), []);
  await shot(anna, "waiting-room");
  assert.equal(last(anna).summary.begun, false);

  // Louis follows the link, is asked for his name once, and sits down: the game begins by itself.
  await louis.page.goto(address);
  await louis.page.getByRole("button", { name: /S’asseoir ici/ }).waitFor();
  await assertNoSideways(louis, "waiting room");
  await shot(louis, "invited");
  await louis.page.getByRole("button", { name: /S’asseoir ici/ }).click();
  await louis.page.getByLabel("Votre nom à la table").fill("Louis");
  await shot(louis, "name");
  await louis.page.getByRole("button", { name: "Garder ce nom" }).click();
  await Promise.all([anna, louis].map(({ page }) => page.locator("[data-phase]").waitFor()));
  await anna.page.getByText("Louis").first().waitFor();

  // Eve watches: she sees no hand at all and is asked nothing.
  await eve.page.goto(address);
  await eve.page.locator("[data-phase]").waitFor();
  await eve.page.getByText("you are watching", { exact: true }).waitFor();
  await shot(eve, "watching");

  await Promise.all([play(anna, { roll: dice(31) }), play(louis, { roll: dice(32) })]);
  await eve.page.locator("main.result").waitFor();

  const seatOf = (guest) => last(guest).summary.seat;
  assert.notEqual(seatOf(anna), seatOf(louis));
  assert.equal(seatOf(eve), null);
  assert.equal(await eve.page.locator(".ask.turn").count(), 0);
  for (const guest of [anna, louis, eve]) {
    assert.ok(assertNothingLeaks(guest, seatOf(guest)) > 50, "cards were hidden");
    assert.deepEqual(guest.faults, []);
  }
  assert.ok(assertTruth(anna, louis, seatOf(louis)) > 10);
  assert.ok(assertTruth(louis, anna, seatOf(anna)) > 10);
  assert.deepEqual(last(anna).window.scores, last(louis).window.scores);

  // Both see their own place in the same result.
  const headline = await anna.page.locator("main.result h2").first().textContent();
  assert.match(headline ?? "", /gagne/);
  await shot(louis, "result-louis");
  await Promise.all([anna, louis, eve].map(({ context }) => context.close()));
});

test("a listed table is found on the home page; the host gives the last seat to a machine", async () => {
  const host = await invite(browser, { name: "Hôte" });
  const guest = await invite(browser, { viewport: PHONE, name: "Passante" });
  await host.page.goto(`${server.url}/new`);
  await chooseRadio(host.page, "3");
  await chooseRadio(host.page, "Tables ouvertes");
  await chooseRadio(host.page, "Ouverts");
  await host.page.getByRole("button", { name: "Ouvrir la table" }).click();
  await host.page.getByLabel("Lien d’invitation").waitFor();

  await guest.page.goto(server.url);
  await guest.page.getByRole("link", { name: /Rejoindre/ }).click();
  await guest.page.getByRole("button", { name: /S’asseoir ici/ }).first().click();
  await host.page.getByText("Passante").waitFor();
  await shot(host, "waiting-room-two");

  // Somebody else's refusal is told and changes nothing: the seat is taken.
  const taken = last(guest).summary.seats.findIndex((seat) => seat.kind === "empty");
  assert.ok(taken >= 0);
  await host.page.getByRole("button", { name: "Compléter et commencer" }).click();
  await Promise.all([host, guest].map(({ page }) => page.locator("[data-phase]").waitFor()));
  assert.equal(last(guest).summary.seats[taken].kind, "bot");
  assert.equal(last(guest).summary.options.gains, "open");
  assert.equal(typeof last(guest).window.picture.seats[0].points, "number", "gains are shown to all");
  assert.deepEqual(host.faults, []);
  assert.deepEqual(guest.faults, []);
  await Promise.all([host, guest].map(({ context }) => context.close()));
});

test("two windows of one person show one table and stay together", async () => {
  const guest = await invite(browser, { name: "Anna" });
  await guest.page.goto(server.url);
  await guest.page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await play(guest, { roll: dice(8), until: (phase, made) => made >= 2 });
  const second = await guest.context.newPage();
  await second.goto(guest.page.url());
  await second.locator(".ask.turn").waitFor();
  const hand = (page) => page.locator(".hand [data-card]").evaluateAll((all) => all.map((e) => e.dataset.card));
  assert.deepEqual(await hand(second), await hand(guest.page));
  await play(guest, { roll: dice(9), until: (phase, made) => made >= 2 });
  await second.locator(`[data-at="${last(guest).at}"]`).waitFor();
  await guest.page.locator(`[data-at="${last(guest).at}"]`).waitFor();
  assert.deepEqual(await hand(second), await hand(guest.page));
  await guest.context.close();
});

test("the code of an invitation, photographed, is its link", async () => {
  const guest = await invite(browser, { name: "Anna", viewport: PHONE });
  const { page } = guest;
  await page.goto(`${server.url}/new`);
  await page.getByRole("button", { name: "Ouvrir la table" }).click();
  const code = page.getByRole("img", { name: "Invitation en code QR" });
  const photo = await code.screenshot({ scale: "css" });
  const { data, width, height } = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data, width, height } = pen.getImageData(0, 0, image.width, image.height);
    return { data: [...data], width, height };
  }, photo.toString("base64"));
  const read = jsqr(Uint8ClampedArray.from(data), width, height);
  assert.equal(read?.data, page.url());
  assert.equal(read?.data, await page.getByLabel("Lien d’invitation").inputValue());
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("undo gives a bid back as long as nobody has answered it", async () => {
  const people = await company(server, ["Anna", "Bert", "Clara"]); // people take their time
  const { window, summary } = people[0].table;
  const mover = people[window.turn[0]];
  const guest = await paged(browser, server, mover, { motion: true });
  const { page } = guest;
  await page.goto(`${server.url}/t/${summary.id}`);
  await page.locator(".ask.turn").waitFor();
  const before = last(guest);
  await page.locator("[data-act=pass]").click();
  await page.locator(".ask:not(.turn)").waitFor();
  await page.getByRole("button", { name: "Reprendre votre dernier coup" }).click();
  await page.locator(".ask.turn").waitFor();
  assert.equal(last(guest).window.position, before.window.position);
  assert.deepEqual(last(guest).window.picture, before.window.picture);
  assert.ok(tables(guest).length >= 3);
  for (const one of people) if (one !== mover) await one.leave();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("from a phone a game is taken along and handed back, and a friend takes a machine's seat", async () => {
  const anna = await invite(browser, { name: "Anna", viewport: PHONE });
  const { page } = anna;
  const menu = async (name) => {
    await page.getByRole("button", { name: "Menu" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[data-handover]").waitFor();
    const [inside, seen] = await dialog.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    assert.ok(inside <= seen, `a menu of ${inside} px in ${seen}`);
    await dialog.getByRole("button", { name }).click();
  };
  await page.goto(`${server.url}/new/byzanz`);
  await chooseRadio(page, "3");
  await page.getByRole("button", { name: "Ouvrir la table" }).and(page.locator(":enabled")).click();
  await page.waitForURL(/\/t\//);
  const table = page.url();
  await page.getByRole("button", { name: /Compléter et commencer|machines/ }).click();
  await page.locator(".ask.turn").waitFor();
  await menu(/^Emporter la partie/);
  await page.waitForURL(/\/t\/~/);
  await page.locator("[data-act=pass]").click();
  await page.locator(".ask.turn").waitFor();
  await menu(/^Confier la partie/);
  await page.waitForURL(table);
  await page.locator(".ask.turn").waitFor();
  await page.goBack(); // not to a table that is no more on this device
  await page.locator(".ask.turn").waitFor();
  assert.equal(page.url(), table);
  assert.deepEqual(anna.faults, []);

  const bert = await invite(browser, { name: "Bert", viewport: PHONE });
  await bert.page.goto(table);
  const strip = bert.page.locator(".strip");
  await strip.waitFor();
  const [text, frame] = [await strip.locator("p").boundingBox(), await strip.boundingBox()];
  assert.ok(text.y >= frame.y && text.y + text.height <= frame.y + frame.height, "the sentence is told whole");
  await shot(bert, "together-vacant");
  await strip.getByRole("button", { name: "S’asseoir" }).click();
  await strip.waitFor({ state: "detached" });
  assert.deepEqual([...anna.faults, ...bert.faults], []);
  await Promise.all([anna.context.close(), bert.context.close()]);
});
