/* VOC! ashore through the page: games in which investing, deals, claims, deliveries and storage are clicked,
   each held against what the page showed before it was sent. At sea, which is another test's, the guest's
   moves go over the page's own socket: near-east captains fetch cinnamon from Galle, so that there is
   something to sell. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoSideways,
  chooseRadio,
  DESKTOP,
  dice,
  hearingFaults,
  invite,
  last,
  lodge,
  PHONE,
  shot,
  sleep,
  SMALL,
  smallTargets,
  tables,
  waitFor,
} from "./harness.mjs";

const { server, browser } = await lodge();

/* --- the table ----------------------------------------------------------------------------- */

const act = (page, name) => page.locator(`[data-act="${name}"]`);
const ready = async (found) => (await found.count()) > 0 && (await found.first().isEnabled());
const pickOne = async (found, roll) => found.nth(Math.floor(roll() * (await found.count())));

/* Opens a table with bots through the page. */
async function sitDown(guest, players, rules) {
  const { page } = guest;
  await page.goto(`${server.url}/new`);
  await chooseRadio(page, /^VOC/);
  await chooseRadio(page, String(players));
  const name = rules === "advanced" ? /^Avancé, de 3/ : /^De base, à 4/;
  await chooseRadio(page, name);
  for (let seat = 2; seat <= players; seat++)
    await page.getByLabel(`Place ${seat}`).selectOption({ index: 2 });
  await page.getByRole("button", { name: "Commencer la partie" }).click();
}

/* A guest whose socket can be spoken into. */
async function welcome(more = {}) {
  const guest = await invite(browser, { name: "Anna", ...more });
  await guest.page.addInitScript(() => {
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...args) {
        super(...args);
        window.spoken = this;
      }
    };
  });
  return guest;
}

const picture = (guest) => last(guest).window.picture;
const seatOf = (guest) => last(guest).summary.seat;

/* Waits until the newest table is shown: the phase where something is asked of us, "over" with the
   result. */
async function awaited(guest) {
  for (let i = 0; i < 6000; i++) {
    const frame = last(guest);
    if (frame?.window.over && (await guest.page.locator("main.result").count()) > 0) return "over";
    if (frame?.summary.begun && !frame.window.over && frame.window.turn.includes(frame.summary.seat)) {
      const shown = await guest.page.evaluate(() => document.querySelector("[data-at]")?.dataset.at);
      if (Number(shown) === frame.at && last(guest) === frame) return frame.window.picture.phase;
    }
    await sleep(20);
  }
  return assert.fail("neither a question nor a result is shown");
}

/* Text nobody could read: below 14 px as it stands on the screen. */
function smallText(page) {
  return page.evaluate(() => {
    const faults = [];
    for (const e of document.querySelectorAll("body *")) {
      const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
      if (!own || !e.checkVisibility() || e.closest(".away-from-eyes, title, .skip")) continue;
      const scale = e instanceof SVGElement ? (e.getScreenCTM?.()?.d ?? 1) : 1;
      const size = parseFloat(getComputedStyle(e).fontSize) * scale;
      if (size < 13.9) faults.push(`${size.toFixed(1)} px: ${e.textContent.trim().slice(0, 40)}`);
    }
    return faults;
  });
}

async function assertSound(guest, where) {
  await assertNoSideways(guest, where);
  assert.deepEqual(await hearingFaults(guest.page), [], where);
  assert.deepEqual(await smallTargets(guest.page), [], where);
  assert.deepEqual(await smallText(guest.page), [], where);
  const several = /[2-9]\u00a0(textile|cannelle|café|muscade|girofle|poivre|thé)(?!s)/;
  assert.doesNotMatch(await guest.page.locator("body").innerText(), several, where);
}

/* --- decisions ----------------------------------------------------------------------------- */

/* Clicks a button of the ask bar and returns the first table that shows what it did; null where the table
   had gone on meanwhile and refused it. Others may move at the same time: only the answer tells. */
async function commit(guest, name) {
  const before = guest.sent.length;
  const heard = guest.frames.length; // answers are numbered anew on each page
  await act(guest.page, name).click();
  const said = () => guest.sent.slice(before).find((message) => message.type === "move");
  const answer = () => guest.frames.slice(heard).find((frame) => frame.re !== undefined && frame.re === said()?.re);
  const shown = () => tables(guest).find((frame) => frame.at >= answer().at && frame.summary.id === said().table);
  await waitFor(() => answer()?.type === "error" || (answer() && shown()));
  assert.ok(answer(), `${name} was not answered`);
  if (answer().type === "ok") return shown();
  assert.equal(answer().code, "stale", `${said().move}: ${answer().why}`);
  return null;
}
const sentLast = (guest) => guest.sent.filter((message) => message.type === "move").at(-1).move;

/* Places of a ship with a wax outline, as "sailors 2" counted from the left. */
const ghosts = (page, ship) =>
  page.evaluate((id) => {
    const halves = document.querySelectorAll(`[data-ship="${id}"] .slots`);
    return ["sailors", "merchants"].flatMap((half, h) =>
      [...(halves[h]?.children ?? [])].flatMap((e, i) => (e.classList.contains("ghost") ? [[half, i]] : [])),
    );
  }, ship);

async function outfit(guest, roll, seen) {
  const { page } = guest;
  const ship = await pickOne(page.locator("button[data-ship]"), roll);
  const id = await ship.getAttribute("data-ship");
  await ship.click();
  const mixes = page.locator("[data-mix]");
  if ((await mixes.count()) > 1) await (await pickOne(mixes, roll)).click();
  const shown = await ghosts(page, id);
  assert.ok(shown.length > 0, "the men who would go aboard are shown");
  await seen("outfit");
  const me = seatOf(guest);
  const men = picture(guest).seats[me].men;
  const next = (await commit(guest, "invest")).window.picture;
  const there = next.ships.find((one) => one.id === id);
  for (const [half, i] of shown) assert.equal(there[half][i].seat, me, `${id} ${half} ${i}`);
  assert.equal(next.seats[me].men, men - shown.length);
}

async function recall(guest, roll, seen) {
  const { page } = guest;
  await page.locator('[data-verb="recall"]').click();
  const ship = await pickOne(page.locator("button[data-ship]"), roll);
  const id = await ship.getAttribute("data-ship");
  await ship.click();
  await seen("recall");
  const next = await commit(guest, "invest");
  const there = next.window.picture.ships.find((one) => one.id === id);
  const me = seatOf(guest);
  assert.ok([...there.sailors, ...there.merchants].every((slot) => slot.seat !== me), "all are home");
}

/* Signs a contract, takes one over or tightens it: touches the card, then a year. */
async function sign(guest, verb, roll, seen) {
  const { page } = guest;
  await page.locator(`[data-verb="${verb}"]`).click();
  const cards = guest.page.locator("button[data-card]");
  const me = seatOf(guest);
  const fits = (contract) =>
    verb === "sign" ? contract.signer === null : verb === "tighten" ? contract.signer === me : contract.signer !== null && contract.signer !== me;
  const open = [];
  for (let i = 0; i < (await cards.count()); i++) {
    const card = Number(await cards.nth(i).getAttribute("data-card"));
    if (fits(picture(guest).contracts.find((one) => one.card === card))) open.push([cards.nth(i), card]);
  }
  const [button, card] = open[Math.floor(roll() * open.length)];
  await button.click();
  await seen(verb);
  const phone = page.locator("[data-pick]");
  const years = (await phone.count()) > 0 ? phone : page.locator("button[data-year]");
  assert.ok((await years.count()) > 0, "years can be touched");
  const year = await pickOne(years, roll);
  const due = Number((await year.getAttribute("data-pick")) ?? (await year.getAttribute("data-year")));
  await year.click();
  await seen(`${verb}-year`);
  const next = (await commit(guest, "invest")).window.picture;
  const contract = next.contracts.find((one) => one.card === card);
  assert.deepEqual([contract.signer, contract.due], [me, due]);
}

/* What was never done comes first; then anything. */
async function invest(guest, roll, seen) {
  const { page } = guest;
  guest.done ??= new Set();
  const can = [];
  for (const verb of ["outfit", "sign", "tighten", "takeover", "recall"])
    if (await ready(page.locator(`[data-verb="${verb}"]`))) can.push(verb);
  const fresh = can.find((verb) => !guest.done.has(verb) && verb !== "recall");
  const rest = can.filter((verb) => verb !== "recall" || roll() < 0.1);
  const verb = fresh ?? (roll() < 0.7 ? rest[Math.floor(roll() * rest.length)] : undefined);
  if (verb === undefined) return commit(guest, "pass");
  guest.done.add(verb);
  if (verb === "outfit") return outfit(guest, roll, seen);
  if (verb === "recall") return recall(guest, roll, seen);
  return sign(guest, verb, roll, seen);
}

async function deal(guest, roll, seen) {
  const { page } = guest;
  const me = seatOf(guest);
  if ((await act(page, "accept").count()) > 0 || (await act(page, "refuse").count()) > 0) {
    await seen("answer");
    if (roll() < 0.7 && (await ready(act(page, "accept")))) {
      const money = await promised(page, me);
      const next = await commit(guest, "accept");
      if (next && money !== null) assert.equal(next.window.picture.seats[me].money, money);
      return;
    }
    return commit(guest, "refuse");
  }
  const mine = page.locator(`button[data-ware^="${me}:"]`);
  const theirs = page.locator(`button[data-ware]:not([data-ware^="${me}:"])`);
  if (roll() < 0.8 && (await theirs.count()) + (await mine.count()) > 0) {
    if ((await mine.count()) > 0) await (await pickOne(mine, roll)).click();
    if ((await theirs.count()) > 0) await (await pickOne(theirs, roll)).click();
    else await (await pickOne(page.locator("button[data-deal]"), roll)).click();
    const more = page.locator('[data-turn="more"]');
    for (let i = 0; i < 3 && (await mine.count()) === 0 && (await more.isEnabled()); i++) await more.click();
    await seen("offer");
    if (await ready(act(page, "offer"))) {
      const next = await commit(guest, "offer");
      assert.match(sentLast(guest), /^offer \d /);
      const offer = next?.window.picture.deals?.offers.find((one) => one.from === me);
      if (offer) {
        const words = [...offer.give, ...(offer.pays ? [offer.pays] : [])].join(" ") || "nothing";
        assert.ok(sentLast(guest).includes(` ${words} for `), "the offer that stands is the one I made");
      }
      return;
    }
    await page.keyboard.press("Escape");
  }
  // An offer to me may just have come: then there is something else to answer.
  for (const rest of ["done", "withdraw"]) if (await ready(act(page, rest))) return commit(guest, rest);
}

/* The daalders the page promises this seat, while a choice is in hand. */
const promised = (page, seat) =>
  page.evaluate((s) => {
    const shown = document.querySelector(`[data-anchor="seat:${s}"] .sum em`)?.textContent;
    return shown ? Number(shown.replace(/\D/g, "")) : null;
  }, seat);

async function claim(guest, roll, seen) {
  const { page } = guest;
  const me = seatOf(guest);
  if ((await act(page, "hush").count()) > 0) {
    await seen("hush");
    return commit(guest, roll() < 0.6 ? "hush" : "wait");
  }
  const most = Number(await page.locator(".dial output").textContent());
  const less = page.locator('[data-turn="less"]');
  if (await less.isEnabled()) {
    await less.click();
    assert.equal(Number(await page.locator(".dial output").textContent()), most - 1);
  }
  await seen("claim");
  if (roll() < 0.3 && (await ready(act(page, "accept")))) return commit(guest, "accept");
  if (roll() < 0.15) return commit(guest, "pass");
  const money = await promised(page, me);
  const alone = picture(guest).auction.able.length === 1;
  const next = await commit(guest, "tender");
  if (alone) assert.equal(next.window.picture.seats[me].money, money, "the price shown is the price paid");
}

async function deliver(guest, roll, seen) {
  const { page } = guest;
  const me = seatOf(guest);
  await (await pickOne(page.locator("button[data-card]"), roll)).click();
  await seen("deliver");
  const money = await promised(page, me);
  const next = await commit(guest, "deliver");
  assert.equal(next.window.picture.seats[me].money, money);
}

async function store(guest, roll, seen) {
  const { page } = guest;
  const me = seatOf(guest);
  const goods = page.locator("button.good");
  const all = await goods.count();
  if (all > 2)
    for (let i = 0; i < 3; i++) {
      const free = page.locator("button.good[aria-pressed=false]");
      await (await pickOne(free, roll)).click();
    }
  const kept = await page.locator("button.good[aria-pressed=true]").evaluateAll((list) => list.map((e) => e.dataset.good));
  assert.equal(kept.length, Math.min(2, all), "two stay, or all where there are fewer");
  await seen("store");
  const next = (await commit(guest, "keep")).window.picture;
  if (!next.seats[me].out) assert.deepEqual([...next.seats[me].stored].sort(), [...kept].sort());
}

/* --- at sea -------------------------------------------------------------------------------- */

async function speak(guest, move) {
  const { summary, at } = last(guest);
  await guest.page.evaluate(
    (message) => window.spoken.send(JSON.stringify(message)),
    { type: "move", table: summary.id, at, move },
  );
  await waitFor(() => last(guest).at !== at);
  assert.notEqual(last(guest).at, at, `${move} changed nothing`);
}

const GALLE = [783, 395];
const HOME = 759;
const FAR = 90; // units an order may go

/* North to Galle, or home again; other captains and advisers do nothing. */
async function atSea(guest, phase) {
  const { moves } = last(guest).window;
  const { ships, voyage } = picture(guest);
  const ship = ships.find((one) => one.id === voyage.ship);
  if (phase === "trade") return speak(guest, "take");
  if (phase === "sail") {
    if (ship.chart !== 0) return speak(guest, "stay");
    const [heading, way] = ship.sea ? [180, HOME - ship.at[1] + 40] : [0, HOME - GALLE[1]];
    guest.orders = Array.from({ length: Math.ceil(way / FAR) }, (_, i) => [heading, Math.min(FAR, way - i * FAR)]);
    return speak(guest, ship.sea ? "sail" : `sail ${GALLE[0]}`);
  }
  if (voyage.captain !== seatOf(guest)) return speak(guest, moves.includes("mute") ? "mute" : "quiet");
  const order = guest.orders?.shift();
  return speak(guest, order ? `order ${order.join(" ")}` : "stop");
}

/* One decision: ashore by clicking. */
async function decide(guest, phase, roll, seen) {
  if (phase === "invest") return invest(guest, roll, seen);
  if (phase === "deals") return deal(guest, roll, seen);
  if (phase === "contract") return claim(guest, roll, seen);
  if (phase === "deliver") return deliver(guest, roll, seen);
  if (phase === "store") return store(guest, roll, seen);
  return atSea(guest, phase);
}

/* Plays until the result is shown, or `enough` says so. */
async function play(guest, { roll, seen = async () => {}, enough }) {
  for (let made = 0; made < 900; made++) {
    const phase = await awaited(guest);
    if (phase === "over" || enough?.(phase)) return made;
    await seen(phase);
    await decide(guest, phase, roll, seen);
  }
  return assert.fail("the game does not end");
}

/* --- whole games --------------------------------------------------------------------------- */

const AT_SEA = ["sail", "voyage", "trade"];

/* Plays until everything of `wanted` has been seen: one game, or more where chance kept something from
   us. With `whole` the first game is played to its end. */
async function games(viewport, players, rules, { seed, wanted, whole = false, ...more }) {
  const guest = await welcome({ viewport, ...more });
  const pictured = new Map();
  const missing = () => wanted.filter((what) => !pictured.has(what));
  const seen = async (what) => {
    const times = pictured.get(what) ?? 0;
    pictured.set(what, times + 1);
    if (times > 1 || AT_SEA.includes(what)) return;
    await assertSound(guest, `${rules}: ${what}`);
    await shot(guest, `voc-${rules}-${what}${times ? "-2" : ""}`);
  };
  const roll = dice(seed);
  for (let game = 0; game < 4 && (game === 0 || missing().length > 0); game++) {
    await sitDown(guest, players, rules);
    const enough = () => !(whole && game === 0) && missing().length === 0;
    await play(guest, { roll, seen, enough });
  }
  assert.deepEqual(missing(), [], "seen");
  assert.deepEqual(guest.faults, []);
  // Nobody learns the order of the pile: the unseen contracts are told in the order of their numbers.
  for (const frame of tables(guest)) {
    const cards = frame.window.picture?.unseen?.map((one) => one.card) ?? [];
    assert.deepEqual(cards, [...cards].sort((a, b) => a - b));
  }
  await guest.context.close();
  return pictured;
}

test("a whole advanced game of VOC! with three bots, ashore by mouse", () =>
  games(DESKTOP, 4, "advanced", {
    seed: 5,
    whole: true,
    wanted: ["outfit", "sign-year", "tighten-year", "takeover-year", "deals", "offer", "store"],
  }));

test("the same on a phone, three players", () =>
  games(PHONE, 3, "advanced", { seed: 11, hasTouch: true, wanted: ["outfit", "sign-year", "offer", "store"] }));

test("the basic game: no investing, contracts by undercutting", async () => {
  const pictured = await games({ width: 1280, height: 720 }, 5, "basic", {
    seed: 23,
    wanted: ["deals", "claim", "store"],
  });
  assert.ok(!pictured.has("invest"), "nobody invests");
});

test("the basic game on the smallest phone, at night", () =>
  games(SMALL, 4, "basic", { seed: 31, colorScheme: "dark", wanted: ["deals", "claim", "store"] }));

/* --- by keyboard, and what cannot be done --------------------------------------------------- */

test("an investment by keyboard alone", async () => {
  const guest = await welcome();
  const { page } = guest;
  await sitDown(guest, 4, "advanced");
  assert.equal(await awaited(guest), "invest");
  const start = last(guest);
  await page.keyboard.press("1");
  await page.locator('[data-ship="A"][aria-pressed=true]').waitFor();
  await page.keyboard.press("Escape");
  await page.locator('[data-ship="A"][aria-pressed=false]').waitFor();
  await page.keyboard.press("s");
  await page.keyboard.press("1");
  const card = page.locator("button[data-card][aria-pressed=true]").first();
  await card.waitFor();
  const number = Number(await card.getAttribute("data-card"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(last(guest).at, start.at, "nothing was played yet");
  const years = start.window.moves.filter((move) => move.startsWith(`sign ${number} `));
  await page.keyboard.press("Enter");
  await waitFor(() => last(guest).at !== start.at);
  assert.equal(sentLast(guest), years[1]);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a ship that cannot be outfitted tells why", async () => {
  const guest = await welcome();
  const { page } = guest;
  await sitDown(guest, 3, "advanced");
  await play(guest, {
    roll: dice(3),
    enough: (phase) =>
      phase === "invest" && picture(guest).ships.some((ship) => ship.sea),
  });
  const away = picture(guest).ships.find((ship) => ship.sea);
  assert.ok(away, "a ship is at sea");
  await page.locator(`[data-ship="${away.id}"]`).click();
  await page.locator(".ask small", { hasText: "n’est pas à Middelbourg" }).waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
