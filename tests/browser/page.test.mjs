/* The page around the tables: home, languages, light, keyboard, rules, addresses that lead nowhere. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  assertNoSideways,
  chooseRadio,
  DESKTOP,
  hearingFaults,
  invite,
  last,
  lodge,
  PHONE,
  play,
  rest,
  shot,
  SMALL,
  smallTargets,
  waitFor,
} from "./harness.mjs";

const text = fileURLToPath(new URL("../../LICENSE", import.meta.url)); // what who runs a house may show
const { server, browser } = await lodge(0, ["--terms", text, "--contact", text]);

const PAGES = {
  home: "/",
  new: "/new",
  rules: "/rules/byzanz",
  voc: "/rules/voc",
  lost: "/nowhere/at/all",
  gone: "/t/nosuchtable",
};
/* Those that other tests see in one language alone, or with something in them. */
const MORE = {
  batavia: "/rules/batavia",
  comptoir: "/rules/comptoir",
  lobby: "/lobby",
  games: "/games",
  learn: "/learn",
  harbour: "/harbour",
  replays: "/replay",
  replay: "/replay/nosuchtable",
  fair: "/t/nosuchtable/fair",
  ranking: "/ranking",
  person: "/people/nobody",
  account: "/account",
  signin: "/sign-in",
  terms: "/terms",
  contact: "/contact",
};

/* Every page is heard by day and by night, in French at a desk and in English on a phone; in the other sizes
   it is looked at whether it fits. */
for (const [viewport, locale] of [
  [DESKTOP, "fr-FR"],
  [PHONE, "en-GB"],
  [SMALL],
  [{ width: 768, height: 1024 }],
  [{ width: 1920, height: 1080 }],
]) {
  const size = `${viewport.width}x${viewport.height}`;
  test(`at ${size} every page fits, every control has a name and room for a finger`, async () => {
    const guest = await invite(browser, { viewport, ...(locale && { locale }) });
    for (const [name, path] of Object.entries(locale ? { ...PAGES, ...MORE } : PAGES)) {
      await guest.page.goto(server.url + path);
      await guest.page.locator("h1").first().waitFor();
      await rest(guest);
      await assertNoSideways(guest, `${name} at ${size}`);
      if (locale) assert.deepEqual(await hearingFaults(guest.page), [], name);
      if (viewport.width < 700) assert.deepEqual(await smallTargets(guest.page), [], name);
      await shot(guest, `page-${name}`);
    }
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });
}

test("the page comes with a policy that forbids foreign and inline code, and obeys it", async () => {
  const answer = await fetch(server.url);
  const policy = answer.headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src '(none|self)'/);
  assert.doesNotMatch(policy, /script-src[^;]*'unsafe/);
  const html = await answer.text();
  assert.doesNotMatch(html, /<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=/);
  const guest = await invite(browser);
  const asked = [];
  guest.page.on("request", (request) => asked.push(request.url()));
  await guest.page.goto(server.url);
  await guest.page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await guest.page.locator("[data-phase]").waitFor();
  await rest(guest);
  await guest.page.waitForLoadState("networkidle");
  assert.ok(asked.length > 3);
  for (const url of asked) assert.ok(url.startsWith(server.url) || url.startsWith("ws://127.0.0.1"), url);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("French first, English on request, at once and for good", async () => {
  const guest = await invite(browser, { locale: "de-DE" });
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("heading", { name: "Jeux de commerce au temps de la voile" }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "fr");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Trading games of the age of sail" }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await page.reload();
  await page.getByRole("heading", { name: "Trading games of the age of sail" }).waitFor();

  // In the middle of a game, without losing it.
  await page.getByRole("button", { name: "Start a game of Byzanz" }).click();
  await page.locator(".ask.turn").waitFor();
  const english = await page.locator(".log li").allTextContents();
  assert.match(english.join("\n"), /You are dealt/);
  await page.getByRole("button", { name: "Menu" }).click();
  await chooseRadio(page, "Français");
  await page.keyboard.press("Escape");
  await page.locator(".log").getByText("Vous recevez").first().waitFor();
  const french = await page.locator(".log li").allTextContents();
  assert.equal(french.length, english.length);
  assert.match(french.join("\n"), /Vous recevez/);
  assert.match(await page.title(), /^À vous/);
  // No English is left on the French table.
  const words = await page.locator("body").innerText();
  assert.doesNotMatch(words, /(?<!\p{L})(bid|pass|lot of|market|round|deck|your|hand)(?!\p{L})/iu);
  await shot(guest, "french");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("an English browser is spoken to in English", async () => {
  const guest = await invite(browser, { locale: "en-US" });
  await guest.page.goto(server.url);
  await guest.page.getByRole("heading", { name: "Trading games of the age of sail" }).waitFor();
  await guest.context.close();
});

test("by keyboard alone: from the home page to a bid, and sideways through every control", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).waitFor();
  await tabTo(page, (e) => e.textContent.includes("Commencer une partie"));
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, "none", "focus is visible");
  await page.keyboard.press("Enter");
  await page.locator(".ask.turn").waitFor();

  // A card is chosen by its number or by Space, and let go by Escape.
  await page.keyboard.press("1");
  await page.locator(".hand .card.up").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".hand .card.up").waitFor({ state: "detached" });
  await tabTo(page, (e) => e.matches(".hand button.card:not([aria-disabled=true])"));
  await page.keyboard.press("Space");
  await page.locator(".hand .card.up").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")), "true");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /choisie?$/);

  // Whatever can be done is done by its button.
  const at = last(guest).at;
  const name = (await page.locator("[data-act=bid]").isEnabled()) ? "bid" : "pass";
  await tabTo(page, (e, wanted) => e.dataset.act === wanted, name);
  await page.keyboard.press("Enter");
  await waitFor(() => last(guest).at !== at);
  assert.notEqual(last(guest).at, at);
  const move = guest.sent.filter((message) => message.type === "move").at(-1);
  assert.match(move.move, new RegExp(`^${name}`));

  // The menu takes the focus, keeps it, and gives it back.
  await tabTo(page, (e) => e.getAttribute("aria-label") === "Menu");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    const inside = await page.evaluate(
      () => document.activeElement === document.body || !!document.activeElement.closest("dialog"),
    );
    assert.ok(inside, "the focus stays in the dialog");
  }
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Menu");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* Presses Tab until `wanted` is true of what has the focus. */
async function tabTo(page, wanted, more) {
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("Tab");
    const there = await page.evaluate(
      ([source, argument]) => new Function(`return (${source})`)()(document.activeElement, argument),
      [wanted.toString(), more],
    );
    if (there) return;
  }
  assert.fail(`Tab never reaches ${wanted}`);
}

test("what is asked and what happens is said to a screen reader", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await page.locator(".ask.turn").waitFor();
  const [asked, effect] = (await page.locator(".ask [aria-live=polite]").innerText()).split("\n");
  assert.match(asked, /passez\.$/); // opens or beats a bid, or has too little for either
  assert.match(effect, /^(Choisissez|Votre main)/);
  assert.ok((await page.getByRole("log").count()) > 0, "the journal is a log");
  await page.getByRole("main").waitFor();
  await page.getByRole("banner").waitFor();
  const spoken = await page.locator(".hand button.card").evaluateAll((all) => all.map((e) => e.getAttribute("aria-label")));
  for (const name of spoken) assert.match(name, /dans votre main/);
  await guest.context.close();
});

test("a refusal is told in one sentence that says that nothing was played, and goes away", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  // A server that has another opinion: the page's move arrives with a version of the past.
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const message = JSON.parse(text);
      server.send(JSON.stringify(message.type === "move" ? { ...message, at: message.at - 1 } : message));
    });
  });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await page.locator(".ask.turn").waitFor();
  const before = await page.locator("[data-at]").getAttribute("data-at");
  await page.locator("[data-act=pass]").click();
  const alert = page.getByRole("alert").filter({ hasText: "Rien n’a été joué." });
  await alert.waitFor();
  await shot(guest, "refused");
  assert.equal(await page.locator("[data-at]").getAttribute("data-at"), before);
  await alert.getByRole("button", { name: "Continuer" }).click();
  await page.getByText("Rien n’a été joué.").waitFor({ state: "detached" });
  await guest.context.close();
});

test("an answer lost on the way: the move stands once, whether or not it had arrived", async () => {
  for (const arrives of [true, false]) {
    const guest = await invite(browser);
    const { page } = guest;
    let cut = false; // the next move is the one whose connection breaks
    const moves = [];
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const server = socket.connectToServer();
      let deaf = false;
      socket.onMessage((text) => {
        const message = JSON.parse(text);
        if (message.type === "move") moves.push(message);
        if (message.type === "move" && cut) {
          cut = false;
          deaf = true;
          if (!arrives) return void socket.close({ code: 1001 });
        }
        server.send(text);
      });
      server.onMessage((text) => {
        if (!deaf) socket.send(text);
        else if (arrives) void socket.close({ code: 1001 }); // the move stands, and nobody was told
      });
    });
    await page.goto(server.url);
    await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
    await page.locator(".ask.turn").waitFor();
    const before = Number(await page.locator("[data-at]").getAttribute("data-at"));
    cut = true;
    await page.locator("[data-act=pass]").click();
    await page.waitForFunction((at) => Number(document.querySelector("[data-at]")?.dataset.at) > at, before);
    await page.locator(".ask.turn").waitFor(); // the game has gone on without another
    // Sent once where it had arrived; once more, with the same version, where it had not.
    assert.equal(moves.length, arrives ? 1 : 2, `arrives: ${arrives}`);
    for (const move of moves) assert.deepEqual([move.at, move.move], [before, "pass"]);
    const passed = await page.locator(".log li").filter({ hasText: /^\s*Vous passez/ }).count();
    assert.equal(passed, 1, "it stands once in the journal");
    assert.equal(await page.getByRole("alert").textContent().then((text) => text.trim()), "");
    await guest.context.close();
  }
});

test("a reason that was lost on the way is asked for again, and the broken connection is none", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  let asked = 0;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (JSON.parse(text).type !== "why" || asked++ > 0) server.send(text);
      else void socket.close({ code: 1001 });
    });
  });
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  /* a card that beats what is bid with others alone */
  const low = () => {
    const { picture, seat, moves } = last(guest).window;
    return picture.seats[seat].total === 0 && picture.seats[seat].hand.find((id) => Number(id.at(-1)) <= picture.high && moves.some((move) => move.includes(id)));
  };
  await play(guest, { roll: () => 0.9, until: (phase) => phase === "auction" && low() });
  const said = page.locator(".ask.turn small");
  await page.locator(`.hand [data-card="${low()}"]`).first().click();
  assert.ok(await waitFor(() => asked > 1), "it is asked for again");
  await rest(guest);
  assert.doesNotMatch(await said.textContent(), /connexion/);
  assert.match(await said.textContent(), /miser plus que/);
  await guest.context.close();
});

test("a card raised from the lot leaves its heading free, at a desk and on a phone", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await play(guest, { roll: () => 0, until: (phase) => phase === "give" });
  await page.locator(".lot button.card").first().click();
  for (const [width, height] of [[1440, 900], [1280, 800], [1000, 700], [768, 1024], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await rest(guest);
    const heading = await page.locator(".lot h2").boundingBox();
    const card = await page.locator(".lot button.card.up").boundingBox();
    assert.ok(card.y >= heading.y + heading.height + 3, `at ${width}x${height} the card begins at ${card.y}, the heading ends at ${heading.y + heading.height}`);
  }
  await guest.context.close();
});

test("day and night: the choice is kept, objects keep their light", async () => {
  const guest = await invite(browser, { colorScheme: "dark" });
  const { page } = guest;
  let begin;
  const begun = new Promise((go) => (begin = go));
  await page.route("**/assets/*.js", (route) => begun.then(() => route.continue()));
  await page.goto(server.url, { waitUntil: "commit" });
  await page.locator("#app").waitFor({ state: "attached" });
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor !== "rgba(0, 0, 0, 0)");
  const first = await ground();
  begin();
  await page.locator("html[data-theme=dark]").waitFor();
  assert.equal(await ground(), first, "no white page before the night");
  await shot(guest, "home-night");
  await page.getByRole("button", { name: "Passer au jour" }).click();
  assert.equal(await page.getAttribute("html", "data-theme"), "light");
  await page.reload();
  await page.locator("html[data-theme=light]").waitFor();
  await page.getByRole("button", { name: "Passer à la nuit" }).click();
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await page.locator(".ask.turn").waitFor();
  await shot(guest, "byzanz-night");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("who chose night by day sees no light before it, nor the other way round", async () => {
  for (const [colorScheme, wish, ground] of [["light", "Passer à la nuit", "rgb(13, 23, 32)"], ["dark", "Passer au jour", "rgb(230, 229, 219)"]]) {
    const guest = await invite(browser, { colorScheme });
    const { page } = guest;
    await page.goto(server.url);
    await page.getByRole("button", { name: wish }).click();
    let begin;
    const begun = new Promise((go) => (begin = go));
    await page.route("**/assets/*.js", (route) => begun.then(() => route.continue()));
    await page.goto(`${server.url}/rules/byzanz`, { waitUntil: "commit" });
    await page.locator("#app").waitFor({ state: "attached" });
    const seen = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.waitForFunction(() => getComputedStyle(document.documentElement).backgroundColor !== "rgba(0, 0, 0, 0)");
    assert.equal(await seen(), ground, "before any script");
    begin();
    await page.locator("main h1").waitFor();
    assert.equal(await seen(), ground);
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("text stands out from its ground, by day and by night", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const guest = await invite(browser, { colorScheme });
    const { page } = guest;
    for (const path of ["/", "/new", "/rules/byzanz", "/rules/voc"]) {
      await page.goto(server.url + path);
      await page.locator("main h1").waitFor();
      await rest(guest);
      assert.deepEqual(await faint(page), [], `${path}, ${colorScheme}`);
    }
    await page.goto(server.url);
    await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
    await page.locator(".ask.turn").waitFor();
    await rest(guest);
    assert.deepEqual(await faint(page), [], `table, ${colorScheme}`);
    await guest.context.close();
  }
});

/* Texts whose contrast with the plain colour behind them is below 4.5, or 3 where they are large.
   Texts over drawings are left out, for their ground is not one colour; so is the foot of a card, whose
   mark says the same. */
function faint(page) {
  return page.evaluate(() => {
    const parse = (colour) => {
      const [r = 0, g = 0, b = 0, a = 1] = (colour.match(/[\d.]+/g) ?? []).map(Number);
      return { r, g, b, a };
    };
    const light = ({ r, g, b }) => {
      const part = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const ground = (e) => {
      for (let at = e; at; at = at.parentElement) {
        const style = getComputedStyle(at);
        if (style.backgroundImage !== "none") return null;
        const colour = parse(style.backgroundColor);
        if (colour.a === 1) return colour;
        if (colour.a > 0) return null;
      }
      return null;
    };
    const faults = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const e = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent.trim();
      if (!text || !e.checkVisibility() || e.closest(".away-from-eyes, .skip, svg, [disabled], [aria-disabled=true], .off, .seat.out, .hull, .card .foot"))
        continue;
      const style = getComputedStyle(e);
      if (parseFloat(style.fontSize) === 0) continue;
      const back = ground(e);
      if (!back) continue;
      const [a, b] = [light(parse(style.color)), light(back)].sort((x, y) => y - x);
      const ratio = (a + 0.05) / (b + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) faults.push(`${ratio.toFixed(1)} “${text.slice(0, 30)}” ${e.className}`);
      if (size < 14) faults.push(`${size} px “${text.slice(0, 30)}”`);
    }
    return faults;
  });
}

test("the back button leaves the table and comes back to it", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await page.locator(".ask.turn").waitFor();
  const address = page.url();
  await page.goBack();
  await page.getByRole("region", { name: "Vos parties" }).waitFor();
  await page.goForward();
  await page.locator(".ask.turn").waitFor();
  assert.equal(page.url(), address);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

const VARIANT = 'label.no:not(:has(input[value="yes"]))'; // a rated game is not for guests, whatever is played

test("numbers and variants a game does not have are struck through as the game changes", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(`${server.url}/new`);
  const struck = () => page.locator(VARIANT).allTextContents().then((all) => all.map((one) => one.trim()));
  const choose = (value) => page.locator(`input[type=radio][value="${value}"]:enabled`).first().check({ force: true });
  for (const [game, gone] of [["comptoir", ["5", "6"]], ["byzanz", []], ["voc", ["6"]]]) {
    await choose(game);
    await page.waitForFunction(([what, n]) => document.querySelectorAll(what).length === n, [VARIANT, gone.length]);
    assert.deepEqual(await struck(), gone, game);
  }
  await choose(3); // three play the advanced game of VOC!
  await page.waitForFunction((what) => document.querySelectorAll(what).length === 2, VARIANT);
  assert.match((await struck())[1], /^De base/);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
