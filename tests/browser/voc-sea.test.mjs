/* VOC! at sea: a captain draws with closed eyes while another page watches and calls. What must never
   happen is looked for in the page and in every byte its socket was told: a chart, a line or a place in
   front of a captain before landfall. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoSideways,
  DESKTOP,
  hearingFaults,
  invite,
  last,
  lodge,
  openServer,
  PHONE,
  shot,
  sleep,
  SMALL,
  smallTargets,
  tables,
} from "./harness.mjs";

const { server, browser } = await lodge(60);

/* Everything a page says aloud is written down instead. */
const silence = () => {
  window.spoken = [];
  speechSynthesis.speak = (spoken) => window.spoken.push([spoken.text, spoken.lang]);
};

/* A socket of the same person beside the page's own: opens tables, and plays what this file is not
   about. */
function say(guest, ...messages) {
  return guest.page.evaluate(
    (all) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const answers = [];
        socket.onerror = () => reject(new Error("no socket"));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "welcome") {
            all.forEach((one, re) => socket.send(JSON.stringify({ ...one, re })));
            return;
          }
          if (message.re === undefined) return;
          answers.push(message);
          if (answers.length < all.length) return;
          socket.close();
          resolve(answers);
        };
      }),
    messages,
  );
}

/* What `act` brings onto the screen, looked for from before it on: some of it goes by. */
async function brings(act, ...things) {
  const seen = Promise.all(things.map((thing) => thing.waitFor()));
  await act();
  await seen;
}

/* Milliseconds from a ping to the frame drawn after its answer. */
function roundTrip(guest) {
  return guest.page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let sent = 0;
        socket.onerror = () => reject(new Error("no socket"));
        socket.onmessage = ({ data }) => {
          const { type } = JSON.parse(data);
          if (type === "welcome") {
            sent = performance.now();
            socket.send(JSON.stringify({ type: "ping" }));
          } else if (type === "pong")
            requestAnimationFrame(() => {
              socket.close();
              resolve(performance.now() - sent);
            });
        };
      }),
  );
}

/* A table of the basic game for four, with these guests on the first seats and bots on the others. */
async function gather(guests, { url } = server) {
  const [host, ...others] = guests;
  const seats = ["me", "open", "open", "open"].map((one, i) => (i < guests.length ? one : "greedy"));
  await host.page.goto(url);
  const open = { type: "open", game: "voc", players: 4, options: { rules: "basic" }, seats };
  const [, { table }] = await say(host, { type: "name", name: host.name }, open);
  for (const [i, guest] of others.entries()) {
    await guest.page.goto(url);
    const [answer] = await say(guest, { type: "sit", table, seat: i + 1, name: guest.name });
    assert.equal(answer.type, "ok");
  }
  for (const { page } of guests) {
    await page.goto(`${url}/t/${table}`);
    await page.locator("[data-phase]").waitFor();
  }
  return table;
}

const picture = (guest) => last(guest)?.window.picture;
const phase = (guest) => picture(guest)?.phase;
const position = (guest) => last(guest)?.window.position;

/* Waits for a thing as long as a busy machine may take. */
async function until(what, ready) {
  for (const end = Date.now() + 60000; Date.now() < end; await sleep(15)) if (await ready()) return;
  assert.fail(`waited in vain: ${what}`);
}

/* A hand on the ship: where it lies on the screen, px a unit of the chart, the place of the chart it points
   at, and ways to draw. */
async function handOn(guest) {
  await guest.page.locator(".ship.own.bold").waitFor();
  const box = await guest.page.locator(".ship.own.bold").boundingBox();
  const scale = Number(
    await guest.page.locator(".world").evaluate((e) => e.style.getPropertyValue("--k")),
  );
  const touch = guest.touch ? await guest.context.newCDPSession(guest.page) : null;
  const finger = (type, points) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.flatMap((one, id) => (one ? [{ x: one[0], y: one[1], id }] : [])) });
  const hand = { x: box.x + box.width / 2, y: box.y + box.height / 2, scale, finger };
  hand.home = { x: hand.x, y: hand.y };
  const world = await guest.page.locator(".world").boundingBox();
  hand.place = [(hand.x - world.x) / scale, (hand.y - world.y) / scale];
  hand.down = async () => {
    if (touch) return finger("touchStart", [[hand.x, hand.y]]);
    await guest.page.mouse.move(hand.x, hand.y);
    await guest.page.mouse.down();
  };
  hand.move = async (dx, dy) => {
    hand.x += dx * scale;
    hand.y += dy * scale;
    hand.place = [hand.place[0] + dx, hand.place[1] + dy];
    if (touch) return finger("touchMove", [[hand.x, hand.y]]);
    return guest.page.mouse.move(hand.x, hand.y);
  };
  hand.draw = async (dx, dy, steps = 20, pause = 15) => {
    for (let i = 0; i < steps; i++) {
      await hand.move(dx / steps, dy / steps);
      await sleep(pause);
    }
  };
  hand.up = () => (touch ? finger("touchEnd", []) : guest.page.mouse.up());
  return hand;
}

/* The ship lies where the hand pointed last. */
function assertPointed(ship, place) {
  const off = Math.hypot(ship[0] - place[0], ship[1] - place[1]);
  assert.ok(off <= 5, `the ship lies at ${ship}, the hand pointed at ${place.map(Math.round)}`);
}

/* Nothing a captain sees with closed eyes tells him where he is. */
async function assertBlind(guest, { x, y }) {
  const seen = await guest.page.evaluate(
    ([px, py]) => ({
      pictures: document.querySelectorAll(".world, .ink, path.line, .tip, circle.ring, .port, .ship, .word").length,
      cloth: document.querySelector(".blind") !== null,
      cursor: getComputedStyle(document.elementFromPoint(px, py)).cursor,
      deck: getComputedStyle(document.querySelector("main.board")).cursor,
    }),
    [x, y],
  );
  assert.deepEqual({ ...seen, deck: undefined }, { pictures: 0, cloth: true, cursor: "none", deck: undefined });
}

/* No byte of a captain's socket, from `from` on, holds his line before landfall. */
function assertNothingTold(guest, from, least = 5) {
  let blind = 0;
  for (const frame of guest.frames.slice(from)) {
    if (frame.type !== "table") continue;
    if (frame.window.picture.phase !== "voyage" && frame.window.picture.phase !== "landfall") continue;
    const { voyage } = frame.window.picture;
    if (voyage.captain !== frame.window.seat) continue;
    blind++;
    assert.equal(voyage.blind, true);
    for (const secret of ["at", "met", "ended", "call", "merchant"]) assert.equal(secret in voyage, false, secret);
    assert.doesNotMatch(JSON.stringify(frame.events), /"kind":"(line|land|drift)"/);
    assert.equal(frame.window.picture.ships.find((ship) => ship.id === voyage.ship).sea, false);
  }
  assert.ok(blind >= least, `${blind} windows of a blind captain were looked at`);
}

const middle = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

test("a captain draws with closed eyes while another page watches and calls", async (t) => {
  const anna = await invite(browser, { name: "Anna", motion: true });
  const louis = await invite(browser, { name: "Louis", motion: true });
  await anna.context.addInitScript(silence);
  await gather([anna, louis]);
  assert.equal(phase(anna), "sail");
  await louis.page.getByText("Anna, capitaine du navire A, étudie la carte.").waitFor();
  assert.deepEqual(await hearingFaults(anna.page), []);
  assert.deepEqual(await hearingFaults(louis.page), []);
  await shot(anna, "voc-study");

  // A click that draws nothing is no voyage.
  const hand = await handOn(anna);
  await hand.down();
  await hand.move(2, -2);
  await hand.up();
  await anna.page.locator(".world").waitFor();
  // Nor is a press beside the ship; he is told where to press.
  await anna.page.mouse.click(hand.x, hand.y - 300);
  await anna.page.getByText("Appuyez sur votre navire et dessinez à partir de là.").waitFor();
  assert.equal(anna.sent.filter((message) => message.type === "move").length, 0);

  // He moves his ship along the home line: the ship itself with open eyes, by touching the line, with the keyboard.
  const place = anna.page.getByLabel("Où vous quittez la route de Middelbourg, d’ouest en est");
  const before = Number(await place.inputValue());
  const slide = await handOn(anna);
  await slide.down();
  await slide.draw(120, -4);
  await anna.page.locator(".world").waitFor();
  await slide.up();
  await until("it has slid", async () => Math.abs(Number(await place.inputValue()) - before - 120) <= 5);
  assert.equal(anna.sent.filter((message) => message.type === "move").length, 0);
  assert.equal(phase(anna), "sail");
  const world = await anna.page.locator(".world").boundingBox();
  await anna.page.mouse.click(world.x + 500 * hand.scale, world.y + 765 * hand.scale);
  assert.ok(Math.abs(Number(await place.inputValue()) - 500) <= 5);
  await place.focus();
  await anna.page.keyboard.press("ArrowRight");
  const start = Number(await place.inputValue());
  assert.ok(start > 500 && start < 511);

  // Pen-down to pen-up.
  const pen = await handOn(anna);
  const from = anna.frames.length;
  await louis.page.evaluate(() => {
    window.grown = [];
    const eye = new MutationObserver(() =>
      window.grown.push(performance.timeOrigin + performance.now()),
    );
    eye.observe(document.querySelector("main.board"), { subtree: true, attributes: true, attributeFilter: ["d"] });
  });
  await anna.page.evaluate(() => {
    window.moved = [];
    addEventListener("pointermove", (event) => window.moved.push(performance.timeOrigin + event.timeStamp), true);
  });
  await pen.down();
  await pen.draw(60, -100);
  await assertBlind(anna, pen);
  assert.equal(phase(louis), "voyage");
  const told = () => picture(louis).voyage.at[1];
  await until("all of it is told", () => told() <= pen.place[1] + 2);

  // How long after the hand moved the line grows on the other page: single movements, far apart. A
  // machine that is busy elsewhere is slow in everything: then it is held against a round trip to the
  // server and a frame drawn, measured beside.
  const late = [];
  const trips = [];
  for (let i = 0; i < 12; i++) {
    trips.push(await roundTrip(louis));
    await anna.page.evaluate(() => (window.moved = []));
    await louis.page.evaluate(() => (window.grown = []));
    await pen.move(4, -8);
    await until("the line grows", () => louis.page.evaluate(() => window.grown.length > 0));
    await until("the movement is told", () => told() <= pen.place[1] + 2);
    const [moved] = await anna.page.evaluate(() => window.moved);
    const [grown] = await louis.page.evaluate(() => window.grown);
    late.push(grown - moved);
  }
  const most = Math.max(100, 6 * middle(trips));
  t.diagnostic(
    `the line follows the pen after ${middle(late).toFixed(0)} ms (at most ${Math.max(...late).toFixed(0)}); a round trip and a frame take ${middle(trips).toFixed(0)}`,
  );
  assert.ok(middle(late) < most, `the line follows after ${middle(late)} ms, allowed ${most}`);

  // A call: large on the captain's cloth, spoken aloud, pinned for everyone else.
  await brings(
    () => louis.page.keyboard.press("ArrowUp"),
    anna.page.locator(".big", { hasText: "Nord" }),
    anna.page.locator(".by", { hasText: "Louis" }),
  );
  const tall = await anna.page.locator(".big").evaluate((e) => parseFloat(getComputedStyle(e).fontSize));
  assert.ok(tall > 100, `${tall} px`);
  assert.deepEqual(
    (await anna.page.evaluate(() => window.spoken)).filter(([text]) => text !== ""),
    [["nord", "fr-FR"]],
  );
  await louis.page.locator(".word", { hasText: "Nord" }).waitFor();
  await louis.page.getByText("Il vous reste 1 mot. Au-delà : 5 daalders.").waitFor();
  await louis.page.setViewportSize(PHONE);
  await louis.page.locator("nav.phone").waitFor();
  assert.equal(await louis.page.locator("[data-order]").count(), 0, "nothing takes room from the chart while one calls");
  await louis.page.setViewportSize(louis.viewport);
  await pen.draw(0, -20, 5);
  await brings(
    () => louis.page.locator("[data-call=stop]").click(),
    anna.page.locator(".big", { hasText: "Stop" }),
    anna.page.locator(".past", { hasText: "Nord" }),
  );
  await louis.page.getByText("Plus de mot, et un autre coûterait 5 daalders.").waitFor();
  await louis.page.locator(".says", { hasText: /«\s*stop\s*»/ }).waitFor(); // the word that was called
  assert.ok(await louis.page.locator("[data-call=east]").isDisabled());
  await assertBlind(anna, pen);
  assert.deepEqual(await hearingFaults(anna.page), []);
  assert.deepEqual(await hearingFaults(louis.page), []);
  await shot(anna, "voc-blind");
  await shot(louis, "voc-adviser");

  // Pen-up: the ship lies where the hand was, and both see it.
  const strokes = picture(louis).voyage.strokes;
  await brings(
    () => pen.up(),
    anna.page.locator(".world .line"),
    anna.page.getByText("Voilà où vous avez navigué."),
    anna.page.locator(".ship.rests"),
  );
  assertNothingTold(anna, from);
  const [x, y] = picture(anna).ships[0].at;
  assert.ok(Math.abs(x - (start + 60 + 48)) <= 2, `east: ${x}, drawn ${start + 108}`);
  assertPointed([x, y], pen.place);
  assert.ok(strokes > 20 && strokes < 200, `${strokes} strokes`);
  for (const guest of [anna, louis]) {
    await until("the landfall is told", () => tables(guest).some((one) => one.events.some((e) => e.kind === "landfall")));
    assert.deepEqual(guest.faults, []);
    assert.deepEqual(guest.frames.filter((frame) => frame.type === "error"), []);
  }
  await Promise.all([anna, louis].map(({ context }) => context.close()));
});

test("a stroke survives the connection, and each part of it is played once", async () => {
  const anna = await invite(browser, { name: "Anna", motion: true });
  const louis = await invite(browser, { name: "Louis", motion: true });
  await gather([anna, louis]);
  const pen = await handOn(anna);
  await pen.down();
  await pen.draw(40, -80);
  await server.kill();
  await anna.page.getByText("Dessinez toujours : rien n’est perdu.").waitFor();
  await pen.draw(60, -60, 30, 20); // into the void
  await assertBlind(anna, pen);
  await server.start();
  await pen.draw(20, -60);
  await until("the stroke comes through", () => picture(louis)?.voyage?.at?.[1] < pen.place[1] + 10);
  await louis.page.locator("[data-call=west]").click();
  await anna.page.locator(".big", { hasText: "Ouest" }).waitFor();
  await pen.draw(-20, -20, 10);
  await pen.up();
  await anna.page.locator(".world .line").waitFor();
  await until("landfall", () => phase(anna) !== "voyage");
  const [x, y] = picture(anna).ships[0].at;
  assertPointed([x, y], pen.place);
  assert.deepEqual(anna.faults, []);
  await Promise.all([anna, louis].map(({ context }) => context.close()));
});

for (const [viewport, name] of [
  [PHONE, "phone"],
  [SMALL, "small phone"],
])
  test(`a finger on a ${name}: other fingers and a gesture of the system do not end the stroke`, async () => {
    const anna = await invite(browser, { viewport, name: "Anna", motion: true, hasTouch: true, isMobile: true });
    const louis = await invite(browser, { viewport, name: "Louis", motion: true, hasTouch: true, isMobile: true });
    anna.touch = true;
    await gather([anna, louis]);
    const from = anna.frames.length;
    const pen = await handOn(anna);
    await assertNoSideways(anna, "study");
    await pen.down();
    await pen.draw(50, -100);
    await assertBlind(anna, { x: 180, y: 300 });
    await anna.page.getByText("Gardez le doigt posé et dessinez.").waitFor();
    assert.equal(await anna.page.evaluate(() => scrollY), 0);
    // a second finger
    await pen.finger("touchStart", [
      [pen.x, pen.y],
      [60, 500],
    ]);
    await pen.finger("touchMove", [
      [pen.x, pen.y],
      [200, 520],
    ]);
    await pen.finger("touchEnd", [null, [200, 520]]); // only the second is lifted
    await pen.draw(20, -20, 8);
    assert.equal(phase(louis), "voyage");
    await louis.page.locator("[data-call=west]").tap();
    await anna.page.locator(".big", { hasText: "Ouest" }).waitFor();
    await assertNoSideways(louis, "adviser");
    // a word called near an edge of what is seen is whole
    for (const far of [12, -12]) {
      await louis.page.locator(".leader").waitFor({ state: "attached" });
      const put = () =>
        louis.page.evaluate((px) => {
          const chart = document.querySelector(".neat .in");
          const called = document.querySelector(".leader").getPointAtLength(0).x * Number(document.querySelector(".world").style.getPropertyValue("--k"));
          chart.scrollTo({ left: px > 0 ? called - px : called - chart.clientWidth - px, behavior: "instant" });
        }, far);
      const over = () =>
        louis.page.evaluate(() => {
          const [word, seen] = [".word", ".neat .in"].map((found) => document.querySelector(found).getBoundingClientRect());
          return Math.max(seen.left - word.left, word.right - seen.right);
        });
      await put();
      await until("the word is whole", async () => (await over()) <= 0);
    }
    assert.deepEqual(await smallTargets(louis.page), []);
    await shot(anna, "voc-blind");
    await shot(louis, "voc-adviser");

    // the system takes the finger away: the ship waits
    await pen.finger("touchCancel", []);
    await anna.page.getByText("Appuyez n’importe où pour continuer.").waitFor();
    await assertBlind(anna, { x: 180, y: 300 });
    await sleep(300);
    assert.equal(phase(louis), "voyage");
    // a tap changes nothing, then the stroke goes on from anywhere
    pen.x = 150;
    pen.y = 420;
    await pen.down();
    await pen.up();
    await sleep(200);
    assert.equal(phase(louis), "voyage");
    await pen.down();
    await pen.draw(30, -30, 10);
    await until("the line goes on", () => picture(louis).voyage?.at?.[1] < pen.place[1] + 10);
    await pen.up();
    await anna.page.locator(".world .line").waitFor();
    assertNothingTold(anna, from);
    assertPointed(picture(anna).ships[0].at, pen.place);
    for (const guest of [anna, louis]) assert.deepEqual(guest.faults, []);
    await Promise.all([anna, louis].map(({ context }) => context.close()));
  });

test("a captain who loads the page again is still blind, and may draw on or cast anchor", async () => {
  const anna = await invite(browser, { name: "Anna", motion: true });
  const louis = await invite(browser, { name: "Louis", motion: true });
  await gather([anna, louis]);
  const pen = await handOn(anna);
  await pen.down();
  await pen.draw(40, -90);
  await until("the line is there", () => (picture(louis).voyage?.strokes ?? 0) > 10);
  const from = anna.frames.length;
  await anna.page.reload();
  await anna.page.locator(".blind").waitFor();
  await assertBlind(anna, { x: 700, y: 400 });
  await anna.page.mouse.up();
  await anna.page.mouse.move(700, 400);
  await anna.page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await anna.page.mouse.move(700 + i * 2 * pen.scale, 400 - i * 2 * pen.scale);
    await sleep(15);
  }
  await until("the line goes on", () => picture(louis).voyage?.at?.[0] > 556 + 60);
  await anna.page.reload();
  await anna.page.locator("[data-act=stop]").click();
  await anna.page.locator(".world").waitFor();
  await until("landfall", () => phase(louis) !== "voyage");
  assertNothingTold(anna, from);
  const [x, y] = picture(louis).ships[0].at;
  assertPointed([x, y], [pen.place[0] + 40, pen.place[1] - 40]);
  await Promise.all([anna, louis].map(({ context }) => context.close()));
});

test("orders by keyboard alone: no chart before landfall, and the words are heard", async () => {
  const anna = await invite(browser, { name: "Anna", motion: true });
  const louis = await invite(browser, { name: "Louis", motion: true });
  await anna.context.addInitScript(silence);
  await gather([anna, louis]);
  const { page } = anna;
  const tab = async (what) => {
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((one) => document.activeElement?.matches(one), what)) return;
    }
    assert.fail(`Tab does not reach ${what}`);
  };
  const held = (what) => page.waitForFunction((one) => document.activeElement?.matches(one) && document.activeElement.checkVisibility(), what);
  const from = anna.frames.length;
  await tab("[data-act=orders]");
  await page.keyboard.press("Enter");
  await page.locator(".blind").waitFor();
  await held("[name=heading]");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("[name=heading]").inputValue(), "5");
  await tab("[name=distance]");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("80");
  await tab("[data-act=order]");
  await page.keyboard.press("Enter");
  await page.getByText("On attend un mot de Louis.").waitFor();
  assert.ok(await page.locator("[data-act=order]").isDisabled());
  await held("[data-act=order]");
  assert.equal(await page.locator(".world, .line, .ink").count(), 0);
  assert.deepEqual(await hearingFaults(page), []);

  await louis.page.getByText("Anna attend un mot de vous.").waitFor();
  await shot(louis, "voc-asked");
  await louis.page.locator("[data-act=quiet]").click();
  await page.locator("[data-act=order][aria-disabled=false]").waitFor();
  await held("[data-act=order]");
  await page.keyboard.press("Enter");
  await louis.page.getByText("Anna attend un mot de vous.").waitFor();
  await louis.page.keyboard.press("ArrowLeft");
  await page.locator(".big", { hasText: "Ouest" }).waitFor();
  assert.deepEqual((await page.evaluate(() => window.spoken)).at(-1), ["ouest", "fr-FR"]);
  assert.deepEqual(await page.locator(".given li").allTextContents(), ["5°, 80", "5°, 80"]);
  await shot(anna, "voc-orders");
  await tab("[data-act=stop]");
  await page.keyboard.press("Enter");
  await page.locator(".world .line").waitFor();
  await held("[data-refuge]");
  assertNothingTold(anna, from, 3);
  const [, y] = picture(anna).ships[0].at ?? [0, 0];
  assert.ok(y < 759 - 100 && y > 759 - 230, `two orders of 80 units north: ${y}`);
  for (const guest of [anna, louis]) assert.deepEqual(guest.faults, []);
  await Promise.all([anna, louis].map(({ context }) => context.close()));
});

test("by keyboard alone the focus is never lost, from the waiting room to sea", async () => {
  const guest = await invite(browser, { name: "Anna" });
  const { page } = guest;
  const held = (what) => page.waitForFunction((one) => document.activeElement?.matches(one) && document.activeElement.checkVisibility(), what);
  const press = async (button) => {
    await button.focus();
    await page.keyboard.press("Enter");
  };
  await page.goto(`${server.url}/new/voc`);
  await press(page.getByRole("button", { name: "Ouvrir la table" }).and(page.locator(":enabled")));
  const by = page.getByLabel("Quelqu’un qui a un compte, par son nom");
  await by.fill("Personne");
  await press(page.getByRole("button", { name: "Inviter", exact: true }));
  await page.locator(".byname [role=status]:not(:empty)").waitFor();
  await held(".byname .btn");
  await press(page.getByRole("button", { name: "Compléter et commencer" }));
  await page.locator("[data-act=stay]").waitFor();
  await held("[data-refuge]");
  await press(page.locator("[data-act=stay]"));
  await page.locator("[data-act=stay]").waitFor({ state: "detached" });
  await held("[data-refuge]");
  assert.deepEqual(await hearingFaults(page), []);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* Ashore the first plain move is made beside the page: this file is about the sea. */
async function ashore(guest, table) {
  const { at, window } = last(guest);
  const plain = ["done", "pass", "wait", "keep nothing", "mute"].find((one) => window.moves.includes(one));
  const move = plain ?? window.moves.find((one) => !one.startsWith("offer")) ?? window.moves[0];
  await say(guest, { type: "move", table, at, move });
}

test("alone with bots, a whole basic game is sailed by pen and by orders", { timeout: 480000 }, async () => {
  const brisk = await openServer(0);
  const anna = await invite(browser, { name: "Anna" });
  const table = await gather([anna], brisk);
  const { page } = anna;
  const voyages = { pen: 0, orders: 0 };
  for (let turns = 0; !last(anna).window.over; turns++) {
    assert.ok(turns < 900, "the game does not end");
    const { window } = last(anna);
    const asked = window.seat !== null && window.turn.includes(window.seat);
    const now = position(anna);
    if (!asked) {
      await until("something happens", () => position(anna) !== now || last(anna).window.over);
      continue;
    }
    const kind = phase(anna);
    if (kind === "sail" && voyages.pen <= voyages.orders) {
      voyages.pen++;
      const pen = await handOn(anna);
      await pen.down();
      await pen.draw(30, -120, 12, 8);
      await pen.draw(120, -60, 12, 8);
      await pen.up();
      await until("the voyage is over", () => !["sail", "voyage"].includes(phase(anna)) || picture(anna).voyage?.blind === false);
    } else if (kind === "sail") {
      voyages.orders++;
      await page.locator("[data-act=orders]").click();
      await page.locator("[data-act=order]:not([disabled])").click();
      await until("the order is heard", () => (picture(anna).voyage?.orders?.length ?? 0) > 0);
      await page.locator("[data-act=stop]:not([disabled])").click();
      await until("the voyage is over", () => picture(anna).voyage?.blind !== true);
    } else if (kind === "trade") {
      await page.locator("[data-act=take]").click();
      await until("the good is aboard", () => position(anna) !== now);
    } else if (kind === "voyage" && picture(anna).voyage.captain !== window.seat) {
      await page.locator("[data-act=quiet], [data-act=mute]").first().click();
      await until("the table goes on", () => position(anna) !== now);
    } else {
      await ashore(anna, table);
      await until("the table goes on", () => position(anna) !== now);
    }
  }
  assert.ok(voyages.pen > 1 && voyages.orders > 1, JSON.stringify(voyages));
  assert.deepEqual(anna.faults, []);
  assert.deepEqual(anna.frames.filter((frame) => frame.type === "error" && frame.code !== "stale"), []);
  await anna.context.close();
  await brisk.close();
});

test("a captain has the contracts before his eyes while he chooses a course, also where no side shows them", async () => {
  const captain = await invite(browser, { name: "Eve" });
  await gather([captain]);
  await until("her voyage", () => phase(captain) === "sail");
  for (const [width, height] of [[390, 844], [844, 390], [768, 1024], [1000, 700], [1440, 900]]) {
    await captain.page.setViewportSize({ width, height });
    await captain.page.locator(".asked").first().waitFor();
    const hidden = () =>
      captain.page.locator(".asked [data-card]").evaluateAll((cards) =>
        cards.filter((card) => {
          const { left, top, right, bottom } = card.getBoundingClientRect();
          const corners = [[left + 3, top + 3], [right - 3, bottom - 3]];
          return !corners.every(([x, y]) => card.contains(document.elementFromPoint(x, y)));
        }).length,
      );
    assert.equal(await captain.page.locator(".asked [data-card]").count(), picture(captain).contracts.length);
    await until(`${width}x${height}: no contract is cut or covered`, async () => (await hidden()) === 0);
    await assertNoSideways(captain, `${width}x${height}`);
  }
  assert.deepEqual(captain.faults, []);
  await captain.context.close();
});
