/* How every phase of every game looks at six sizes of window, and the pages around the tables on a phone held
   sideways. One person has two windows at the table, one in each language, and plays over the page's own
   socket, so that chance and the rules alone decide what comes; where a phase is new, both windows are taken
   through the sizes. In each the board is in sight, the question, the hand and the buttons lie inside the
   window with nothing upon them, names can be read, and axe-core finds nothing by day or by night. The
   pictures taken on the way, by night, are in tests/browser/shots. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertNoSideways,
  chooseRadio,
  dice,
  hearingFaults,
  invite,
  last,
  lodge,
  PHONE,
  playedOut,
  rest,
  shot,
  sleep,
  smallTargets,
  waitFor,
} from "./harness.mjs";

const { server, browser } = await lodge();

/* The sizes, and the part of the window in which the board must be seen while something is asked: a desk,
   the same at 200 %, a phone on its side, a phone, the smallest phone. */
const SIZES = [
  { width: 1440, height: 900, board: 0.35 },
  { width: 1280, height: 800, board: 0.35 },
  { width: 640, height: 400, board: 0.36 },
  { width: 844, height: 390, board: 0.4 },
  { width: 390, height: 844, board: 0.22 },
  { width: 360, height: 640, board: 0.16 },
];
const SIDEWAYS = { width: 844, height: 390 };
const upright = ({ width, height }) => height > width;

/* What is wrong with how the table lies in its window, in words. */
function sightFaults(page, size) {
  return page.evaluate(
    ({ board, tall }) => {
      const faults = [];
      const [w, h] = [innerWidth, innerHeight];
      const name = (e) => `${e.tagName.toLowerCase()}.${[...e.classList].filter((one) => !one.startsWith("svelte-")).join(".")} “${e.textContent.trim().slice(0, 24)}”`;
      const seen = (e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".away-from-eyes");
      const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= w + 1 && bottom <= h + 1;
      const at = (x, y) => document.elementFromPoint(x, y);

      // The board, by what lies on top at the points of a grid.
      let on = 0;
      const steps = 24;
      for (let i = 0; i < steps; i++)
        for (let j = 0; j < steps; j++)
          if (at(((i + 0.5) * w) / steps, ((j + 0.5) * h) / steps)?.closest("main.board")) on++;
      const share = on / steps ** 2;
      if (share < board) faults.push(`the board has ${Math.round(share * 100)} % of the window`);

      // What is asked, the buttons and the hand: whole, inside, nothing upon them.
      const cloth = document.querySelector(".blind"); // over everything, before a captain's eyes
      const place = cloth ? [cloth] : [...document.querySelectorAll(".mine, .side .calls, .side .tall")];
      const mine = place.flatMap((one) => [...one.querySelectorAll("p, button, input")]).filter(seen);
      for (const e of mine) {
        const box = e.getBoundingClientRect();
        if (box.width === 0) continue;
        const row = e.closest(".years, .sets, .opts"); // may be moved sideways
        if (row && (row.scrollWidth > row.clientWidth || row.scrollHeight > row.clientHeight) && inside(row.getBoundingClientRect())) continue;
        if (!inside(box)) faults.push(`outside the window: ${name(e)} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
        else if (!e.matches(".card, .rel")) {
          const top = at(box.left + box.width / 2, box.top + box.height / 2);
          if (!e.contains(top)) faults.push(`${name(top)} lies upon ${name(e)}`);
        } else if (!e.contains(at(box.left + 5, box.top + Math.min(14, box.height / 4)))) faults.push(`no room to touch ${name(e)}`);
      }
      if (mine.every((e) => !e.matches("p"))) faults.push("no question");

      // A sum that would be is told whole: a cut one tells another.
      for (const e of document.querySelectorAll(".top .seat em"))
        if (seen(e) && e.getBoundingClientRect().right > e.closest(".seat").getBoundingClientRect().right)
          faults.push(`a sum is cut: ${name(e)}`);

      // Ports have the names of the language.
      if (document.documentElement.lang === "fr" && /Mocha/.test(document.querySelector(".asking")?.textContent ?? "")) faults.push("Mocha, in French");

      // What is told names a contract as the cards show it: they have no number.
      for (const e of document.querySelectorAll(".herald, .hint, .log"))
        if (/contra(c)?t\s\d/i.test(e.textContent)) faults.push(`a number that no card shows: ${e.textContent.match(/.{0,40}contra(c)?t\s\d/i)[0]}`);

      // Parts of the table do not overlap, and nothing has to be scrolled but a phone held upright.
      const parts = [...document.querySelectorAll(".top > .seats, main.board, .asking, .desk, aside.side, nav.phone, header.bar")].filter(seen);
      const rect = (e) => e.getBoundingClientRect();
      for (const [i, a] of parts.entries())
        for (const b of parts.slice(i + 1)) {
          if (tall && (a.matches("main") || b.matches("main"))) continue; // it goes on below
          const [p, q] = [rect(a), rect(b)];
          const x = Math.min(p.right, q.right) - Math.max(p.left, q.left);
          const y = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
          if (x > 2 && y > 2 && !a.contains(b) && !b.contains(a)) faults.push(`${name(a)} overlaps ${name(b)} by ${Math.round(x)}x${Math.round(y)}`);
        }
      for (const e of document.querySelectorAll(".tool"))
        if (seen(e) && !e.closest(".top, header.bar")) faults.push(`${name(e)} lies on the table`);
      const root = document.documentElement;
      if (!tall && root.scrollHeight > h + 1) faults.push(`${root.scrollHeight} px of table in a window of ${h}`);
      if (root.scrollWidth > w) faults.push(`${root.scrollWidth} px of table in a window ${w} wide`);

      // At a desk a name of ten letters can be read on every seat, whatever stands beside it.
      for (const e of w >= 1280 ? document.querySelectorAll(".top .seats .name") : []) {
        const [text, was] = [e.firstChild, e.textContent];
        text.data = "Marguerite";
        if (e.clientWidth < 0.6 * e.scrollWidth) faults.push(`${e.clientWidth} of ${e.scrollWidth} px of a name, for ${was}`);
        text.data = was;
      }

      // Names: whole up to eight letters, at least six of a longer one.
      for (const e of document.querySelectorAll("main .name, .top .name, .side .name, .mine .name")) {
        if (!seen(e) || e.clientWidth === 0) continue;
        const letters = e.textContent.trim().length;
        const shown = Math.floor((letters * e.clientWidth) / e.scrollWidth);
        if (shown < Math.min(letters, letters > 8 ? 6 : 8)) faults.push(`${shown} letters of ${e.textContent.trim()}`);
      }
      return faults;
    },
    { board: size.board, tall: upright(size) },
  );
}

/* A second window of the same person, in English. */
async function inEnglish(guest) {
  const page = await guest.context.newPage();
  page.setDefaultTimeout(120_000);
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { get: () => ["en-GB"] }));
  return { ...guest, page };
}

/* A person at a new table of this game with machines on the other seats. The page's own socket can be
   spoken into. */
async function sitDown(game, players, options = {}, name = "Marguerite") {
  const guest = await invite(browser, { name });
  await guest.page.addInitScript(() => {
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
      constructor(...args) {
        super(...args);
        window.spoken = this;
      }
    };
  });
  await guest.page.goto(server.url);
  const id = await guest.page.evaluate(
    ({ name: me, ...opening }) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          const say = (what) => socket.send(JSON.stringify(what));
          if (message.type === "welcome" && message.person.name !== me) say({ type: "name", name: me });
          else if (message.type === "welcome") say({ type: "open", ...opening });
          else if (message.type === "opened") resolve(message.table);
          else if (message.type === "error") reject(new Error(message.why));
        };
      }),
    { name, game, players, options, seats: ["me", ...Array(players - 1).fill("greedy")] },
  );
  await guest.page.goto(`${server.url}/t/${id}`);
  const english = await inEnglish(guest);
  await english.page.goto(`${server.url}/t/${id}`);
  return [guest, english];
}

const picture = (guest) => last(guest).window.picture;

/* Waits until both windows show the newest table: the phase where something is asked of us, "over". */
async function awaited(windows) {
  const [guest] = windows;
  for (let i = 0; i < 1500; i++) {
    const frame = last(guest);
    if (frame?.window.over) return "over";
    if (frame?.summary.begun && frame.window.turn.includes(frame.summary.seat)) {
      const shown = await Promise.all(
        windows.map(({ page }) => page.evaluate(() => Number(document.querySelector("[data-at]")?.dataset.at))),
      );
      if (shown.every((at) => at === frame.at) && last(guest) === frame) return frame.window.picture.phase;
    }
    await sleep(20);
  }
  return assert.fail("neither a question nor the end is shown");
}

async function speak(guest, move) {
  const { summary, at } = last(guest);
  await guest.page.evaluate(
    (message) => window.spoken.send(JSON.stringify(message)),
    { type: "move", table: summary.id, at, move },
  );
  await waitFor(() => last(guest).at !== at);
  assert.notEqual(last(guest).at, at, `${move} changed nothing`);
}

/* Faults of this window in every size, as it stands. */
async function faultsInSight({ page }, name) {
  const faults = [];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go))));
    faults.push(...(await sightFaults(page, size)).map((fault) => `${name} at ${size.width}x${size.height}: ${fault}`));
  }
  return faults;
}

/* Pictures of a phone by night, held sideways and upright. */
async function atNight({ page }, name) {
  await page.emulateMedia({ colorScheme: "dark" });
  for (const viewport of [PHONE, SIDEWAYS]) {
    await page.setViewportSize(viewport);
    await shot({ page, viewport }, `look-${name}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
}

/* Looks at the phase in every size, in French as it comes and in English with a piece touched, and hears it
   out in the two forms that no other test plays in: French on a phone held sideways, English at a desk. */
async function look([french, english], name) {
  const faults = [];
  await french.page.bringToFront();
  faults.push(...(await faultsInSight(french, `${name}, fr`)));
  await atNight(french, name); // and is now held sideways
  faults.push(...(await hearingFaults(french.page)).map((fault) => `${name}, fr: ${fault}`));

  await english.page.bringToFront();
  await english.page.setViewportSize({ width: 1280, height: 800 });
  faults.push(...(await hearingFaults(english.page)).map((fault) => `${name}, en: ${fault}`));
  await english.page.keyboard.press("1");
  faults.push(...(await faultsInSight(english, `${name}, en, touched`)));
  await english.page.keyboard.press("Escape");
  return faults;
}

/* Plays until every phase of `wanted` was looked at or the game is over; phases of `rare` are looked at if
   chance brings them before. `choose` makes the moves. */
async function visit(windows, name, { wanted, rare = [], choose, phaseOf = (phase) => phase }) {
  const [guest] = windows;
  const missing = new Set(wanted);
  const hoped = new Set(rare);
  const faults = [];
  for (let made = 0; made < 400 && missing.size > 0; made++) {
    const phase = await awaited(windows);
    if (phase === "over") break;
    const what = phaseOf(phase);
    if (missing.delete(what) || hoped.delete(what)) faults.push(...(await look(windows, `${name}-${what}`)));
    await speak(guest, choose(phase));
  }
  assert.deepEqual(faults, []);
  assert.deepEqual([...missing], [], "phases that never came");
  await guest.context.close();
}

/* Any move, more often one that begins with a word of `prefer`. */
function anything(guest, seed, prefer = []) {
  const roll = dice(seed);
  return () => {
    const { moves } = last(guest).window;
    const liked = moves.filter((move) => prefer.some((word) => move.startsWith(word)));
    const from = liked.length > 0 && roll() < 0.7 ? liked : moves;
    return from[Math.floor(roll() * from.length)];
  };
}

test("Byzanz with six players", async () => {
  const windows = await sitDown("byzanz", 6);
  const choose = anything(windows[0], 4, ["bid"]);
  await visit(windows, "byzanz", { wanted: ["auction", "give", "market", "final"], rare: ["overflow"], choose });
});

test("Batavia with five players", async () => {
  const windows = await sitDown("batavia", 5);
  const choose = anything(windows[0], 4, ["lay", "sail", "bid"]);
  await visit(windows, "batavia", { wanted: ["auction", "actions"], rare: ["exchange"], choose });
});

test("Comptoir des Antilles with four players", async () => {
  const windows = await sitDown("comptoir", 4);
  const choose = anything(windows[0], 4, ["auction", "bid"]);
  await visit(windows, "comptoir", { wanted: ["turn", "auction", "load"], rare: ["sail"], choose });
});

const GALLE = [783, 395];
const HOME = 759;
const FAR = 90; // units an order may go

/* VOC!: ships of the near east fetch cinnamon from Galle and go home, so that there is something to sell;
   on other charts nobody does anything. Ashore anything is done. */
function captain(guest, seed) {
  const ashore = anything(guest, seed, ["deliver", "sign", "outfit", "offer", "tender", "accept"]);
  let orders = [];
  return (phase) => {
    const { moves } = last(guest).window;
    const { ships, voyage } = picture(guest);
    if (phase === "trade") return "take";
    if (phase === "sail") {
      const ship = ships.find((one) => one.id === voyage.ship);
      if (ship.chart !== 0) return "stay";
      const [heading, way] = ship.sea ? [180, HOME - ship.at[1] + 40] : [0, HOME - GALLE[1]];
      orders = Array.from({ length: Math.ceil(way / FAR) }, (_, i) => [heading, Math.min(FAR, way - i * FAR)]);
      return ship.sea ? "sail" : `sail ${GALLE[0]}`;
    }
    if (phase !== "voyage") return ashore(phase);
    if (voyage.captain !== last(guest).summary.seat) return moves.includes("mute") ? "mute" : "quiet";
    const order = orders.shift();
    return order ? `order ${order.join(" ")}` : "stop";
  };
}

for (const [rules, players, wanted, rare] of [
  ["advanced", 5, ["invest", "deals"], ["deliver", "store"]],
  ["basic", 4, ["sail", "captain", "adviser"], ["contract", "store", "trade"]],
])
  test(`VOC!, ${rules}, with ${players} players`, async () => {
    const windows = await sitDown("voc", players, { rules });
    const me = () => last(windows[0]).summary.seat;
    const phaseOf = (phase) => (phase !== "voyage" ? phase : picture(windows[0]).voyage.captain === me() ? "captain" : "adviser");
    await visit(windows, `voc-${rules}`, { wanted, rare, choose: captain(windows[0], 5), phaseOf });
  });

/* What is looked at most on a tablet held upright, and the least px it has there. */
const ROOM = {
  byzanz: [".lot [data-card]", 70, 98],
  voc: [".ashore .world, main.board > .neat", 680, 140],
};

for (const [game, ...counts] of [["byzanz", 4, 6], ["batavia", 4, 5], ["comptoir", 4], ["voc", 4, 5]])
  test(`${game} on a tablet held upright: names can be read, and what is played with has room`, async () => {
    const viewport = { width: 768, height: 1024 };
    for (const players of counts) {
      const [guest, english] = await sitDown(game, players, game === "voc" ? { rules: players < 5 ? "basic" : "advanced" } : {});
      await english.page.close();
      await guest.page.setViewportSize(viewport);
      await guest.page.locator(".mine .ask").waitFor();
      const cut = await guest.page.evaluate(() =>
        [...document.querySelectorAll(".top .seats .name")].flatMap((e) => {
          e.firstChild.data = "Marguerite";
          return e.clientWidth < e.scrollWidth ? [`${e.clientWidth} of ${e.scrollWidth} px`] : [];
        }),
      );
      assert.deepEqual(cut, [], `${players} players`);
      await assertNoSideways(guest, `${players} players`);
      const [most, width, height] = ROOM[game] ?? ["main.board", 700, 400];
      await guest.page.locator(most).first().waitFor();
      await rest(guest);
      for (const box of await guest.page.locator(most).evaluateAll((all) => all.map((e) => e.getBoundingClientRect().toJSON())))
        assert.ok(box.width >= width && box.height >= height, `${players} players: ${most} has ${Math.round(box.width)}x${Math.round(box.height)} px`);
      const squeezed = await guest.page.locator(".mine button:not(.card, .count)").evaluateAll((all) => all.flatMap((e) => (e.scrollWidth > e.clientWidth ? [e.innerText] : [])));
      assert.deepEqual(squeezed, [], `${players} players: words that stick out of their buttons`);
      await shot({ ...guest, viewport }, `look-${game}-${players}`);
      await guest.context.close();
    }
  });

/* The pages around the tables, each with what one comes there to press. */
for (const viewport of [SIDEWAYS, { width: 640, height: 400 }])
  test(`at ${viewport.width}x${viewport.height} every page fits and what is to be pressed can be`, async () => {
    const { id } = await playedOut(server, { game: "batavia", players: 5 });
    const guest = await invite(browser, { viewport, name: "Marguerite" });
    const { page } = guest;
    const fits = async (name, press) => {
      await page.locator(press).first().click({ trial: true }); // in sight once it is scrolled to, nothing upon it
      await page.evaluate(() => document.fonts.ready);
      await assertNoSideways(guest, name);
      const cut = await page.locator("header.bar nav").evaluateAll((all) => all.map((nav) => nav.scrollWidth - nav.clientWidth));
      assert.ok(cut.every((px) => px <= 0), `${name}: ${cut} px of the pages named above are out of sight`);
      assert.deepEqual(await hearingFaults(page), [], name);
      assert.deepEqual(await smallTargets(page), [], name);
      await shot(guest, `look-${name}`);
    };
    await page.goto(server.url);
    await fits("home", ".solo .btn:enabled");
    await page.goto(`${server.url}/rules/voc`);
    await fits("rules", ".end .btn.ink:enabled");
    await page.goto(`${server.url}/t/${id}`);
    await fits("result", "main.result .acts .btn");
    await page.goto(`${server.url}/new/comptoir`);
    await fits("new", ".btn.go:enabled");
    await page.getByLabel("Place 2").selectOption({ index: 0 });
    await page.locator(".btn.go:enabled").click();
    await fits("waiting", ".go-box .btn.go:enabled");
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });
