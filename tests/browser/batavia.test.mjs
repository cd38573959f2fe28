/* Batavia through the page and nothing but the page: whole games against bots, what a laying would do
   before it is done, and that nothing hidden ever reaches the browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoSideways,
  assertResult,
  chooseRadio,
  DESKTOP,
  dice,
  gallery,
  hearingFaults,
  invite,
  last,
  lodge,
  openServer,
  PHONE,
  playedOut,
  rest,
  shot,
  sleep,
  SMALL,
  smallTargets,
  tables,
  waitFor,
} from "./harness.mjs";

const { server, browser } = await lodge();

const COMPANIES = ["england", "denmark", "france", "netherlands", "sweden"];
const act = (page, name) => page.locator(`[data-act="${name}"]`);
/* The left edge of a card is never covered by its neighbour. */
const touch = (page, company) =>
  page.locator(`.hand button.card.${company}:not(.up)`).last().click({ position: { x: 4, y: 24 } });
const picture = (guest) => last(guest).window.picture;

/* Waits until the page shows the newest table it was told and rests: the phase where something is
   asked of us, "over" where the count or the result is shown. */
async function awaited(guest) {
  for (let i = 0; i < 6000; i++) {
    const state = await guest.page.evaluate((at) => {
      if (document.querySelector("main.result")) return "over";
      const shown = document.querySelector("[data-at]");
      if (!shown || Number(shown.dataset.at) !== at) return null;
      const phase = shown.querySelector("[data-phase]")?.dataset.phase ?? null;
      if (phase === "over") return phase;
      if (document.getAnimations().some((one) => one.playState === "running")) return null;
      return shown.querySelector(".ask.turn .btn.act") ? phase : null;
    }, last(guest)?.at);
    if (state) return state;
    await sleep(20);
  }
  return assert.fail("neither a question nor a result is shown");
}

/* Touches cards, company by company, until the page says they can be laid. Returns whether they can. */
async function choose(guest, roll) {
  const { page } = guest;
  const hand = picture(guest).seats[last(guest).summary.seat].hand;
  const order = COMPANIES.filter((company) => hand[company] > 0).sort(() => roll() - 0.5);
  const most = order.length === 0 ? 0 : 1 + Math.floor(roll() * order.length);
  for (const company of order) {
    for (let i = 0; i < hand[company]; i++) {
      await touch(page, company);
      await rest(guest); // the table has told what it would do
      if ((await act(page, "lay").isEnabled()) && (roll() < 0.7 || order.indexOf(company) + 1 >= most)) return true;
    }
  }
  return page.locator('[data-act="lay"]:enabled').count().then((n) => n > 0);
}

const moves = (guest) => guest.sent.filter((message) => message.type === "move").map(({ move }) => move);

/* Lays what is chosen. Telling the table the last company and sailing are two messages: waits until
   the second one is answered. */
async function sail(guest, commit) {
  const before = moves(guest).length;
  await commit();
  const sailed = () => moves(guest).slice(before).find((move) => move.startsWith("sail"));
  await waitFor(sailed);
  assert.ok(sailed(), "the merchant sails");
  const message = guest.sent.findLast((one) => one.move === sailed());
  await waitFor(() => last(guest).at > message.at);
  return sailed();
}

/* Makes one decision by clicking. */
async function decide(guest, phase, roll, chosen) {
  const { page } = guest;
  if (phase === "auction") {
    const bid = act(page, "bid");
    if (roll() < 0.55 && (await bid.isEnabled())) {
      const more = page.getByRole("button", { name: "une lettre de plus" });
      if (roll() < 0.3 && (await more.isEnabled())) await more.click();
      return bid.click();
    }
    return act(page, "pass").click();
  }
  if (phase === "exchange") return act(page, roll() < 0.6 ? "exchange" : "keep").click();
  assert.equal(phase, "actions");
  const canLay = (await act(page, "lay").count()) > 0;
  if (canLay && (roll() < 0.85 || (await act(page, "draw").isDisabled())) && (await choose(guest, roll))) {
    await chosen?.();
    return sail(guest, () => act(page, "lay").click());
  }
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => {
    const draw = document.querySelector('[data-act="draw"]');
    return draw && !draw.disabled;
  });
  return act(page, "draw").click();
}

async function play(guest, { roll, seen, chosen, until }) {
  for (let made = 0; made < 500; made++) {
    const phase = await awaited(guest);
    if (phase === "over") return made;
    await seen?.(phase, made);
    if (until?.(phase, made)) return made;
    const before = last(guest).at;
    await decide(guest, phase, roll, chosen);
    await waitFor(() => last(guest).at !== before);
    assert.notEqual(last(guest).at, before, `the decision in the phase ${phase} changed nothing`);
  }
  return assert.fail("the game does not end");
}

/* Opens a table of Batavia with bots from the page where tables are opened. */
async function open(guest, players, setup, house = server) {
  const { page } = guest;
  await page.goto(`${house.url}/new/batavia`);
  await chooseRadio(page, String(players));
  if (setup) await chooseRadio(page, setup);
  for (const seat of await page.locator("select").all()) await seat.selectOption("trader");
  await page.getByRole("button", { name: /Ouvrir la table|Commencer/ }).click();
  await page.locator("[data-phase]").waitFor();
}

/* What is hidden is in none of the frames: others' hands, their bills, stalls face down. */
function assertNothingLeaks(guest) {
  const mine = last(guest).summary.seat;
  for (const { window } of tables(guest)) {
    const { seats, laid, layings, phase, route } = window.picture;
    seats.forEach((seat, s) => {
      if (s === mine) return;
      assert.equal(seat.hand, null, "a hand is its owner’s");
      if (phase !== "over") assert.equal(seat.bills, null, "bills are secret");
    });
    if (!window.turn.includes(mine)) {
      assert.equal(laid, null);
      assert.equal(layings, null);
    }
    assert.equal(route.length, 35);
  }
  for (const frame of tables(guest))
    for (const event of frame.events) {
      if (event.kind === "draw" && event.seat !== mine) assert.deepEqual(event.items, []);
      if (event.kind === "deal") assert.equal(event.seat, mine);
    }
}

/* The effect shown for what is chosen is the one the table told. */
async function assertPreview(guest) {
  const { page } = guest;
  const { seats, effect, layings, scale } = picture(guest);
  const me = last(guest).summary.seat;
  const up = await page.locator(".hand button.card.up").evaluateAll((cards) =>
    cards.map((one) => one.dataset.card),
  );
  const wanted = (company) => up.filter((one) => one === company).length;
  assert.ok(up.length > 0);
  const told = layings.find(
    (one) => one.cards === wanted(one.company) && one.cannon === scale.cannon + up.length,
  ) ?? effect;
  assert.ok(told, "the table has told what would happen");
  for (const company of COMPANIES) {
    if (wanted(company) === 0) continue;
    const cell = page.locator(`[data-anchor="row:${me}:${company}"]`).first();
    assert.match(
      (await cell.textContent()).replace(/\s/g, ""),
      new RegExp(`^${seats[me].open[company]}→${seats[me].open[company] + wanted(company)}`),
    );
  }
  const goals = told.batavia ? ["batavia"] : told.goals;
  assert.ok(goals.length > 0, "there is somewhere to sail to");
  const stalls = await page.locator("button.stall.pick").evaluateAll((all) => all.map((one) => one.dataset.goal));
  assert.deepEqual(stalls.sort(), goals.filter((goal) => goal !== "batavia").sort());
  return told;
}

async function wholeGame(viewport, players, seed, { setup, name, ...more } = {}) {
  const guest = await invite(browser, { viewport, name: "Anna", ...more });
  const { page } = guest;
  await open(guest, players, setup);
  const roll = dice(seed);
  const { met, seen } = gallery(guest, `batavia-${name}`, async (phase) => {
    assert.match(await page.title(), /^À vous/);
    if (viewport !== DESKTOP) assert.deepEqual(await smallTargets(page), [], `phase ${phase}`);
  });
  let layings = 0;
  const chosen = async () => {
    await assertPreview(guest);
    layings += 1;
    if (layings === 2 || layings === 5) {
      await rest(guest); // the card is lifted
      await assertNoSideways(guest, "laying");
      assert.deepEqual(await hearingFaults(page), [], "laying");
      await shot(guest, `batavia-${name}-lay${layings === 5 ? "-2" : ""}`);
    }
  };
  const made = await play(guest, { roll, seen, chosen });
  assert.ok(made > 12, `${made} decisions`);
  assert.ok(layings > 2, `${layings} layings`);

  // The count is told on the table, then the result is shown; both are the server's.
  const { picture: end } = last(guest).window;
  await page.locator("tfoot td").first().waitFor();
  await page.waitForFunction(
    (n) => document.querySelectorAll("main.result").length > 0 || document.querySelectorAll(".count tbody tr:not(.hidden)").length === n,
    end.count.length + 1,
    { timeout: 15000 },
  );
  await shot(guest, `batavia-${name}-count`);
  if ((await page.locator("main.result").count()) === 0)
    await page.getByRole("button", { name: "Résultat" }).click();
  await page.locator("main.result").waitFor();
  await assertResult(guest, `batavia-${name}-result`);
  assertNothingLeaks(guest);
  assert.deepEqual(guest.faults, []);
  return { guest, met };
}

test("a whole game of Batavia at a desk, with four players", async () => {
  const { guest, met } = await wholeGame(DESKTOP, 4, 7, { name: "four", motion: true });
  for (const phase of ["auction", "actions"]) assert.ok(met.has(phase), phase);
  await guest.context.close();
});

test("the same on a phone, with three players and the quick start", async () => {
  const { guest } = await wholeGame(PHONE, 3, 11, {
    name: "three",
    setup: /rapide/i,
    hasTouch: true,
  });
  assert.ok(tables(guest)[0].window.picture.route.every((stall) => stall !== null));
  await guest.context.close();
});

test("and on the smallest phone, with five, at night", async () => {
  const { guest } = await wholeGame(SMALL, 5, 23, {
    name: "five",
    colorScheme: "dark",
  });
  await guest.context.close();
});

test("the count tells beside the gold what everyone had there: crates, bills, open cards", async () => {
  const { id, window } = await playedOut(server, { game: "batavia", players: 5 });
  const { counters, seats, count } = window.picture;
  const had = (what, seat) =>
    what === "arrival" ? "" : what === "bills" ? seat.bills : (seat.open[what] ?? counters.find(({ good }) => good === what).counts[seats.indexOf(seat)]);
  for (const viewport of [DESKTOP, SMALL]) {
    const guest = await invite(browser, { viewport });
    const { page } = guest;
    await page.goto(`${server.url}/replay/${id}?at=${window.position}&eyes=open`);
    await page.locator(".count tfoot td").first().waitFor();
    const shown = await page.locator(".count tbody tr:not(:first-child)").evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll("td small")].map((one) => one.textContent)),
    );
    assert.deepEqual(shown, count.map(({ what }) => seats.map((seat) => String(had(what, seat)))));
    await assertNoSideways(guest, "count");
    const cut = await page.locator(".count").evaluate((box) => box.scrollWidth - box.clientWidth);
    assert.ok(cut <= 0, `${cut} px of the count are cut`);
    await shot(guest, "batavia-count");
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("a sale that is mine is told as mine", async () => {
  const slow = await openServer(60_000); // nobody bids before it is read
  const guest = await invite(browser, { name: "Anna" });
  do await open(guest, 3, undefined, slow);
  while (picture(guest).auctioneer !== last(guest).summary.seat);
  await guest.page.locator(".sale").getByText("Vous tenez la vente").waitFor({ timeout: 10_000 });
  await guest.context.close();
  await slow.close();
});

test("on a phone on its side the head of the seats is whole", async () => {
  const guest = await invite(browser, { viewport: { width: 720, height: 450 } });
  const { page } = guest;
  await open(guest, 4);
  const head = page.locator(".what");
  await head.waitFor();
  const [inside, room] = await head.evaluate((e) => [e.scrollWidth, e.clientWidth]);
  assert.ok(inside <= room, `${inside} px of words in ${room}`);
  assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 450);
  await guest.context.close();
});

test("while another exchanges my hand lies before me on a phone", async () => {
  const game = await playedOut(server, { game: "batavia", players: 3, bot: "trader" });
  const { at, seat } = game.events.find(({ kind }) => kind === "exchange");
  const guest = await invite(browser, { viewport: PHONE });
  const { page } = guest;
  await page.goto(`${server.url}/replay/${game.id}?at=${at - 1}&eyes=${(seat + 1) % 3}`);
  await page.locator("[data-phase=exchange]").waitFor();
  await page.locator(".mine .hand").waitFor();
  await shot(guest, "batavia-exchange-of-another");
  await guest.context.close();
});

test("what is for sale, however many cards, lies on no stall and its words stand in whole lines, at any desk", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("region", { name: "Contre la machine" }).getByRole("radio", { name: "Batavia" }).check({ force: true });
  await page.getByRole("button", { name: "Commencer une partie de Batavia" }).click();
  await page.locator(".sale.selling .packet").waitFor();
  const sizes = [[1440, 900], [1366, 768], [1280, 720], [768, 1024]];
  for (const [width, height, cards] of [0, 14].flatMap((more) => sizes.map((size) => [...size, more]))) {
    await page.setViewportSize({ width, height });
    await page.locator(".sale .packet").evaluate((packet, least) => {
      while (packet.children.length < least) packet.append(packet.children[0].cloneNode(true)); // unsold packets grow
    }, cards);
    await rest(guest);
    const { under, words } = await page.evaluate(() => {
      const a = document.querySelector(".quay .sale").getBoundingClientRect();
      const boxes = [...document.querySelectorAll(".board .stall, .board .down")].map((e) => e.getBoundingClientRect());
      const meets = (b) => a.left < b.right && b.left < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
      return { under: boxes.filter(meets).length, words: document.querySelector(".sale .words").clientWidth };
    });
    assert.equal(under, 0, `${width}x${height}, ${cards} cards: stalls below what is for sale`);
    assert.ok(words >= 90, `${width}x${height}, ${cards} cards: ${words} px for its words`);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("cards of several companies: the table is told in secret, and letting go takes it back", async () => {
  const guest = await invite(browser, { name: "Anna" });
  const { page } = guest;
  await open(guest, 3);
  /* Two companies, the second of which lets the merchant sail. */
  const pair = ({ layings }) => {
    const ones = (layings ?? []).filter((one) => one.cards === 1);
    const second = ones.find((one) => one.goals.length > 0);
    const first = ones.find((one) => one.company !== second?.company);
    return first && second ? [first.company, second.company] : null;
  };
  const roll = dice(5);
  await play(guest, { roll, until: (phase) => phase === "actions" && pair(picture(guest)) !== null });
  const before = picture(guest);
  const [first, second] = pair(before);
  await touch(page, first);
  await touch(page, second);
  await page.waitForFunction(() => document.querySelector('[data-act="lay"]:enabled'));
  assert.equal(picture(guest).laid[first], 1, "the first company is told, the last one is not");
  assert.equal(picture(guest).laid[second], 0);
  await assertPreview(guest);
  await shot(guest, "batavia-two-companies");

  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector('[data-act="draw"]:enabled'));
  assert.deepEqual(picture(guest), before);
  assert.equal(await page.locator(".hand button.card.up").count(), 0);

  // The keyboard alone: a number touches a card, Enter lays.
  await page.keyboard.press(String(COMPANIES.indexOf(second) + 1));
  await page.waitForFunction(() => document.querySelector('[data-act="lay"]:enabled'));
  await sail(guest, () => page.keyboard.press("Enter"));
  assert.equal(moves(guest).filter((move) => !move.startsWith("sail")).at(-1), `lay ${second} 1`);
  const laid = tables(guest)
    .flatMap((frame) => frame.events)
    .filter((event) => event.kind === "lay" && event.seat === last(guest).summary.seat);
  assert.deepEqual(laid.at(-1).items, [`1${second}`]);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the rules of Batavia can be read in both languages, and a table leads to a chapter", async () => {
  const guest = await invite(browser, { viewport: DESKTOP });
  const { page } = guest;
  await page.goto(`${server.url}/rules/batavia`);
  await page.getByRole("heading", { name: "Batavia", level: 1 }).waitFor();
  assert.deepEqual(await hearingFaults(page), []);
  await assertNoSideways(guest, "rules");
  await shot(guest, "batavia-rules");
  const chapter = await guest.context.newPage();
  await chapter.goto(`${server.url}/rules/batavia#pirates`);
  await chapter.waitForFunction(() => {
    const top = document.getElementById("pirates")?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < 400;
  });
  await guest.context.close();

  const english = await invite(browser, { viewport: PHONE, locale: "en-GB" });
  await english.page.goto(`${server.url}/rules/batavia`);
  await english.page.getByRole("heading", { name: "Laying cards, taking seals" }).waitFor();
  await assertNoSideways(english, "rules");
  assert.deepEqual(await smallTargets(english.page), []);
  await shot(english, "batavia-rules");
  assert.deepEqual(english.faults, []);
  await english.context.close();
});

test("on a phone the name of who holds a sale is not cut beside a long packet", async () => {
  const game = await playedOut(server, { game: "batavia", players: 4, bot: "novice" });
  const guest = await invite(browser, { viewport: PHONE });
  const { page } = guest;
  const sales = game.events.filter((event) => event.kind === "packet").sort((a, b) => b.items.length - a.items.length);
  for (const { at } of sales.slice(0, 3)) {
    await page.goto(`${server.url}/replay/${game.id}?at=${at}`);
    await page.locator(".sale.selling .words").waitFor();
    const [words, panel] = await page.evaluate(() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".sale .words"));
      return [text, document.querySelector(".sale")].map((one) => one.getBoundingClientRect().right);
    });
    assert.ok(words < panel, `the words end at ${words}, their panel at ${panel}`);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
