/* Comptoir des Antilles through the page and nothing but the page: whole games against bots, and what
   the page may never be told. */
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
  PHONE,
  playedOut,
  rest,
  sleep,
  SMALL,
  tables,
  waitFor,
} from "./harness.mjs";

const { server, browser } = await lodge();

/* Relations of the hand of which something is cut, leaves its card or lies on something else of it, in words. */
const brokenCards = (page) =>
  page.evaluate(() => {
    const box = (e) => e.getBoundingClientRect();
    const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    /* words are as large as they are drawn, not as their box */
    const drawn = (e) => {
      const range = document.createRange();
      range.selectNodeContents(e);
      return box(range);
    };
    const faults = [...document.querySelectorAll(".hand")].filter((e) => e.scrollWidth > e.clientWidth + 1).map(() => "the hand is cut");
    for (const card of document.querySelectorAll(".hand .rel")) {
      const parts = [...card.querySelectorAll(".coin, .name, .pic, .text")]
        .filter((e) => getComputedStyle(e).clipPath === "none" && getComputedStyle(e).display !== "none")
        .map((e) => [e.className.split(" ")[0], e.matches(".name, .text") ? drawn(e) : box(e)]);
      for (const hull of card.querySelectorAll(".pic > *")) if (!within(box(hull), box(card)) && box(hull).width > 0) faults.push(`${card.textContent}: a hull`);
      for (const [i, [what, one]] of parts.entries()) {
        if (!within(one, box(card))) faults.push(`${card.textContent}: ${what} leaves it`);
        for (const [other, two] of parts.slice(i + 1)) if (meet(one, two)) faults.push(`${card.textContent}: ${what} on ${other}`);
      }
    }
    return faults;
  });

for (const locale of ["fr-FR", "en-GB"])
  test(`all eight relations are in sight and whole, on a tablet and at a desk (${locale})`, async () => {
    const guest = await invite(browser, { locale });
    const { page } = guest;
    const { id } = await playedOut(server, { game: "comptoir", players: 3, bot: "novice" });
    await page.goto(`${server.url}/replay/${id}?at=2&eyes=0`);
    await page.locator(".hand .rel").nth(7).waitFor();
    for (const [width, height] of [[768, 1024], [1010, 768], [1024, 768], [1120, 800], [1160, 800], [1175, 800], [1200, 800], [1280, 800], [1280, 720], [1340, 850], [1440, 900], [1920, 1080]]) {
      await page.setViewportSize({ width, height });
      await rest(guest);
      assert.deepEqual(await brokenCards(page), [], `at ${width}x${height}`);
    }
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("on a phone on its side the porters of a relation stand within its card, beside its coin", async () => {
  const guest = await invite(browser, { motion: true, viewport: { width: 720, height: 450 } });
  await sitDown(guest, 3, true);
  await guest.page.locator("button.rel").nth(7).waitFor();
  const out = await guest.page.locator("button.rel").evaluateAll((all) =>
    all.filter((e) => {
      const card = e.getBoundingClientRect();
      const coin = e.querySelector(".coin").getBoundingClientRect();
      return [...e.querySelectorAll(".pic > *")].map((one) => one.getBoundingClientRect()).some(({ left, right }) => left < coin.right + 1 || right > card.right - 2);
    }).map((e) => e.dataset.card),
  );
  assert.deepEqual(out, []);
  await guest.context.close();
});

test("a replay on a phone on its side shows the port down to the primes, and before the first ship that all are to come", async () => {
  const { id } = await playedOut(server, { game: "comptoir", players: 4, bot: "novice" });
  const guest = await invite(browser, { viewport: { width: 844, height: 390 } });
  const { page } = guest;
  await page.goto(`${server.url}/replay/${id}?at=0&eyes=0`);
  await page.getByText("encore 20 navires").waitFor();
  for (const at of [0, 30]) {
    await page.goto(`${server.url}/replay/${id}?at=${at}&eyes=0`);
    await page.locator(".strip .track").waitFor();
    await rest(guest);
    const [primes, dock] = await page.evaluate(() => [document.querySelector(".strip .track"), document.querySelector(".dock")].map((e) => e.getBoundingClientRect()));
    assert.ok(primes.bottom <= dock.top, `at ${at} the primes end at ${primes.bottom}, the dock begins at ${dock.top}`);
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a seat with many events still has its name and its relations, at a desk and on a tablet", async () => {
  const games = await Promise.all([3, 4].map((players) => playedOut(server, { game: "comptoir", players, bot: "novice" })));
  const guest = await invite(browser, { reducedMotion: "reduce" });
  const { page } = guest;
  let most = 0;
  for (const game of games)
    for (let at = 40; at < game.window.position; at += 40) {
      await page.goto(`${server.url}/replay/${game.id}?at=${at}&eyes=0`);
      await page.locator(".seat .name").nth(2).waitFor();
      most = Math.max(most, await page.evaluate(() => Math.max(0, ...[...document.querySelectorAll(".seat .events")].map((e) => e.childElementCount))));
      for (const [width, height] of [[1440, 900], [1280, 720], [768, 1024]]) {
        await page.setViewportSize({ width, height });
        await rest(guest);
        const cut = await page.locator(".seat .name, .seat .facts").evaluateAll((all) =>
          all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.innerHTML.slice(-200)),
        );
        assert.deepEqual(cut, [], `cut at ${width}x${height}, position ${at}`);
        assert.deepEqual(await brokenCards(page), [], `at ${width}x${height}, position ${at}`);
      }
    }
  assert.ok(most >= 2, `at most ${most} events at a seat`);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* --- playing ------------------------------------------------------------------------------- */

const act = (page, name) => page.locator(`[data-act="${name}"]`);
const pickOne = async (found, roll) => found.nth(Math.floor(roll() * (await found.count())));
/* A quay is touched at its corner: porters aboard may be buttons of their own. */
const touchQuay = async (found, roll) =>
  (await pickOne(found, roll)).click({ position: { x: 12, y: 12 } });
const ready = async (page, name) =>
  (await act(page, name).count()) > 0 && (await act(page, name).isEnabled());

/* Opens a table with bots through the page. */
async function sitDown(guest, players, events) {
  const { page } = guest;
  await page.goto(`${server.url}/new`);
  await chooseRadio(page, /Comptoir des Antilles/);
  await chooseRadio(page, String(players));
  if (!events) await chooseRadio(page, "Sans événements");
  for (let seat = 2; seat <= players; seat++)
    await page.getByLabel(`Place ${seat}`).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Commencer la partie" }).click();
}

/* Chooses a relation and whatever it asks for: sometimes its favour, always its quays. */
async function playCard(page, roll, seen) {
  await (await pickOne(page.locator("button.rel"), roll)).click();
  if (roll() < 0.6) {
    for (let i = 0; i < 3; i++) {
      const porters = page.locator("button.touch[aria-pressed=false]");
      if ((await porters.count()) === 0) break;
      await (await pickOne(porters, roll)).click();
    }
    await seen?.("favour");
  }
  for (let i = 0; i < 8 && !(await ready(page, "play")); i++) {
    const quays = page.locator("button.whole[aria-pressed=false]");
    const porters = page.locator("button.touch[aria-pressed=false]");
    if ((await quays.count()) > 0) await touchQuay(quays, roll);
    else if ((await porters.count()) > 0) await (await pickOne(porters, roll)).click();
  }
  if (!(await ready(page, "play"))) {
    // A favour begun can be let go of: without it a card can always be played.
    await page.keyboard.press("Escape");
    await page.locator("button.rel").first().click();
    for (let i = 0; i < 4 && !(await ready(page, "play")); i++)
      await touchQuay(page.locator("button.whole[aria-pressed=false]"), roll);
  }
  const payers = page.locator("[data-payer]");
  if ((await payers.count()) > 0) await (await pickOne(payers, roll)).click();
  await seen?.((await page.locator(".note.leave").count()) > 0 ? "sails" : "chosen");
  const out = await page.locator(".seat .prime").evaluateAll((all) =>
    all.filter((e) => e.getBoundingClientRect().right > e.closest(".seat").getBoundingClientRect().right).map((e) => e.textContent),
  );
  assert.deepEqual(out, [], "primes that leave their seat");
  return act(page, "play").click();
}

/* The primes the page promises, by seat, while a choice is in hand. */
const promised = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-anchor^='seat:']")].flatMap((seat) => {
      const shown = /→ (\d+)/.exec(seat.querySelector(".prime em")?.textContent ?? "");
      return shown ? [[Number(seat.dataset.anchor.slice(5)), Number(shown[1])]] : [];
    }),
  );

async function decide(page, phase, roll, seen) {
  if (phase === "turn") {
    if (roll() < 0.5 && (await ready(page, "auction"))) return act(page, "auction").click();
    const tiles = page.locator("button.tile");
    if ((await tiles.count()) > 0 && roll() < 0.8) {
      await (await pickOne(tiles, roll)).click();
      await touchQuay(page.locator("button.whole[aria-pressed]"), roll);
      await seen?.("put");
      return act(page, "put").click();
    }
    if ((await act(page, "end").count()) > 0) return act(page, "end").click();
    return playCard(page, roll, seen);
  }
  if (phase === "auction") {
    const must = (await act(page, "pass").count()) === 0;
    if (!must && roll() < 0.5) return act(page, "pass").click();
    const more = page.getByRole("button", { name: "Plus", exact: true });
    if (roll() < 0.3 && (await more.isEnabled())) await more.click();
    return act(page, "bid").click();
  }
  if (phase === "sail") {
    await touchQuay(page.locator("button.whole[aria-pressed]"), roll);
    return act(page, "sail").click();
  }
  if (phase === "slate") {
    // Who pays may have been told with the card: then it is on its way.
    if ((await page.locator("[data-payer][aria-checked=true]").count()) > 0) return;
    await (await pickOne(page.locator("[data-payer]"), roll)).click();
    return act(page, "bill").click();
  }
  if (phase === "load") {
    for (let i = 0; i < 6 && !(await ready(page, "load")); i++)
      await (await pickOne(page.locator("button.good[aria-pressed=false]"), roll)).click();
    await seen?.("loaded");
    return act(page, "load").click();
  }
  return assert.fail(`nothing can be decided in the phase ${phase}`);
}

/* Waits until the page shows the newest table it was told: the phase where something is asked of us,
   "over" where the result is shown. */
async function awaited(guest) {
  for (let i = 0; i < 6000; i++) {
    const state = await guest.page.evaluate((at) => {
      if (document.querySelector("main.result")) return "over";
      if (document.getAnimations().some((one) => one.playState === "running")) return null;
      const shown = document.querySelector("[data-at]");
      if (!shown || Number(shown.dataset.at) !== at) return null;
      if (!shown.querySelector(".ask.turn .btn.go")) return null;
      return shown.querySelector("[data-phase]")?.dataset.phase ?? null;
    }, last(guest)?.at);
    if (state) return state;
    await sleep(20);
  }
  return assert.fail("neither a question nor a result is shown");
}

/* What was shown before a card was played is what then happened: with the card itself, or once the
   payer chosen with it has paid. Several ships at once are settled one after the other. */
async function kept(guest, before, promise) {
  if (promise.length === 0) return;
  const told = () =>
    tables(guest)
      .filter((frame) => frame.at > before)
      .map((frame) => frame.window.picture.seats.map((seat) => seat.primes));
  const met = () => told().some((primes) => promise.every(([seat, n]) => primes[seat] === n));
  const several = () => tables(guest).some((frame) => frame.at > before && frame.window.picture.phase === "sail");
  const goal = () => tables(guest).some((frame) => frame.window.over);
  const said = await waitFor(() => met() || several() || goal());
  promises += 1;
  assert.ok(said, `promised ${JSON.stringify(promise)}, came ${JSON.stringify(told())}`);
}
let promises = 0;

/* The journal of a French page names cards in French. */
async function assertFrenchJournal(page) {
  const english =
    /labourer|Foreman|Wharf|Shipowner|Harbour|Smuggler|Union man|Customs|quality|Exclusivity|Mutiny|Shortage|Damage|Fire|Storm|Claim/;
  const lines = await page.locator(".log li").allTextContents();
  for (const line of lines) assert.doesNotMatch(line, english);
  journal += lines.length;
}
let journal = 0;

async function play(guest, { roll, seen, until }) {
  for (let made = 0; made < 300; made++) {
    const phase = await awaited(guest);
    if (phase === "over") return made;
    await assertFrenchJournal(guest.page);
    await seen?.(phase);
    if (until?.(phase, made)) return made;
    const before = last(guest).at;
    let promise = [];
    await decide(guest.page, phase, roll, async (what) => {
      if (what === "sails") promise = await promised(guest.page);
      await seen?.(what);
    });
    await waitFor(() => last(guest).at !== before);
    assert.notEqual(last(guest).at, before, `the decision in the phase ${phase} changed nothing`);
    await kept(guest, before, promise);
  }
  return assert.fail("the game does not end");
}

/* --- what the page was told ---------------------------------------------------------------- */

const GOOD = /\b(?:madras|rum|spices|vanilla)\b/;

/* What of a frame may name goods: what lies open, my own tiles, my moves with their preview, and what
   everyone was told. Everything else is returned, to be searched. */
function remainder(frame, me) {
  const rest = structuredClone(frame);
  const { picture } = rest.window;
  for (const place of ["quays", "pile", "effects"]) delete picture[place];
  picture.seats.forEach((seat, i) => {
    delete seat.known;
    if (i === me) delete seat.goods;
  });
  delete rest.window.moves;
  delete rest.window.scores; // the parts of a score are named by goods
  rest.events = rest.events.filter((event) => event.kind === "draw" && event.seat !== me);
  return rest;
}

/* Every frame of a page, held against what its seat may know. Returns how many tiles of others were
   hidden in them, so that this cannot pass by looking at nothing. */
function assertNothingLeaks(guest, me) {
  let hidden = 0;
  for (const frame of tables(guest)) {
    if (!frame.summary.begun) continue;
    const { picture } = frame.window;
    const rest = remainder(frame, me);
    for (const event of rest.events)
      assert.match(event.say, /as everyone knows/, "another's draw is told only where all know it");
    rest.events = [];
    assert.doesNotMatch(JSON.stringify(rest), GOOD);
    picture.seats.forEach((seat, i) => {
      if (i === me) return;
      assert.equal(seat.goods, null, "another's tiles are never sent");
      hidden += seat.hidden;
    });
    // The unseen tiles are a sum over pile and hands: whose they are cannot be read from it.
    const others = picture.seats.reduce((sum, seat, i) => sum + (i === me ? 0 : seat.hidden), 0);
    assert.equal(picture.pile.unseen.length, picture.pile.hidden + others);
    if (frame.window.turn.length && !frame.window.turn.includes(me))
      assert.deepEqual(picture.effects, {}, "previews are for whose turn it is");
  }
  return hidden;
}

/* --- whole games --------------------------------------------------------------------------- */

async function wholeGame(viewport, players, events, seed, more = {}) {
  const guest = await invite(browser, { viewport, ...more });
  const { page } = guest;
  await sitDown(guest, players, events);
  const { met, seen } = gallery(guest, "comptoir");
  const made = await play(guest, { roll: dice(seed), seen });
  assert.ok(made > 8, `${made} decisions`);

  await assertResult(guest, "comptoir-result");
  assert.ok(assertNothingLeaks(guest, last(guest).summary.seat) > 50);
  assert.deepEqual(guest.faults, []);
  return { guest, met };
}

test("a whole game of Comptoir des Antilles against three bots, with events", async () => {
  const { guest, met } = await wholeGame(DESKTOP, 4, true, 5, { motion: true });
  for (const phase of ["turn", "auction", "load", "sails"]) assert.ok(met.has(phase), phase);
  assert.ok(promises > 0, "a departure was shown before it was played");
  assert.ok(journal > 50, "the journal was read");
  await guest.context.close();
});

test("the same on a phone, three players", async () => {
  const { guest } = await wholeGame(PHONE, 3, true, 11, { hasTouch: true });
  await guest.context.close();
});

test("on the smallest phone, at night, without events", async () => {
  const { guest, met } = await wholeGame(SMALL, 4, false, 23, {
    colorScheme: "dark",
  });
  assert.ok(!met.has("auction"), "no event is auctioned");
  await guest.context.close();
});

test("a turn by keyboard alone", async () => {
  const guest = await invite(browser, { motion: true });
  const { page } = guest;
  await sitDown(guest, 3, false);
  assert.equal(await awaited(guest), "turn");
  const before = last(guest);
  const me = before.summary.seat;
  const ashore = before.window.picture.seats[me].porters;
  await page.keyboard.press("2"); // the Foreman: two porters on one ship
  await page.locator('[data-card="foreman"][aria-pressed=true]').waitFor();
  await page.keyboard.press("3");
  await page.locator('[data-quay="3"] button[aria-pressed=true]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator('[data-card="foreman"][aria-pressed=false]').waitFor();
  assert.equal(last(guest).at, before.at, "nothing was played");
  await page.keyboard.press("2");
  await page.keyboard.press("3");
  await page.keyboard.press("Enter");
  await waitFor(() => last(guest).at !== before.at);
  const sent = guest.sent.filter((message) => message.type === "move");
  assert.deepEqual(sent.map((message) => message.move), ["play foreman 3"]);
  const first = tables(guest).find((frame) => frame.at > before.at);
  assert.ok(first.window.picture.seats[me].played.includes("foreman"));
  assert.ok(first.window.picture.seats[me].porters >= ashore - 2);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the rules tell what is reconstructed, in French and English", async () => {
  for (const [locale, words] of [["fr-FR", /sont reconstitués/], ["en-GB", /are reconstructed/]]) {
    const guest = await invite(browser, { motion: true, locale, viewport: PHONE });
    await guest.page.goto(`${server.url}/rules/comptoir`);
    await guest.page.locator("#relations .apart", { hasText: words }).waitFor();
    await assertNoSideways(guest, "rules");
    assert.deepEqual(await hearingFaults(guest.page), []);
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});
