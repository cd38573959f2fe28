/* A game looked back at in a real browser: stepped to both ends through two seats' eyes, with what each
   may not know kept from it while a game is played; records sent and refused; analysed; shared. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, assertNoSideways, hearingFaults, invite, lodge, playedOut, shot } from "./harness.mjs";

const { server, browser } = await lodge();
const game = await playedOut(server, { game: "byzanz", players: 3, bot: "trader", title: "Corne d’Or" });
let sailed = null; // a long game, played once
const voyages = () => (sailed ??= playedOut(server, { game: "voc", players: 4, bot: "trader" }));

const at = (page) => page.locator("[data-at][data-eyes]").getAttribute("data-at").then(Number);
const reaches = (page, position) => page.locator(`[data-at="${position}"][data-eyes]`).waitFor({ state: "attached" });

test("a finished game is stepped to both ends through two seats' eyes", async () => {
  const guest = await invite(browser, { viewport: DESKTOP, name: "Anna" });
  const { page } = guest;
  const last = game.window.position;
  await page.goto(`${server.url}/replay/${game.id}?at=0&eyes=0`);
  await reaches(page, 0);
  assert.equal(await page.locator(".seats .absent").count(), 0, "nobody is absent from the past");
  for (let step = 0; step < 6; step++) {
    const before = await at(page);
    await page.getByRole("button", { name: "Coup suivant" }).click();
    await page.waitForFunction((n) => Number(document.querySelector("[data-at][data-eyes]").dataset.at) > n, before);
  }
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  await reaches(page, last);
  await page.locator("[data-phase=over]").waitFor();
  assert.equal(await page.getByRole("button", { name: "Coup suivant" }).isDisabled(), true);
  await page.waitForURL(new RegExp(`at=${last}&eyes=0$`)); // it follows a moment later

  await page.getByRole("radio", { name: /Surcouf/ }).check({ force: true });
  await page.locator("[data-eyes='2']").waitFor({ state: "attached" });
  await page.locator(".frame").getByText("Gains de Surcouf").waitFor();
  assert.doesNotMatch(await page.locator(".frame").innerText(), /\b(vous|votre|vos)\b/i);
  await page.keyboard.press("Home");
  await reaches(page, 0);
  await page.getByRole("combobox", { name: "Aller à" }).selectOption({ index: 2 });
  await page.waitForFunction(() => Number(document.querySelector("[data-at][data-eyes]").dataset.at) > 0);
  const seen = guest.frames.filter((frame) => frame.type === "replay").at(-1);
  assert.equal(seen.window.seat, 2);
  for (const [seat, { hand }] of seen.window.picture.seats.entries()) assert.equal(hand === null, seat !== 2);
  await page.getByRole("tab", { name: "Journal" }).click();
  await page.locator(".log").getByText(/^Surcouf (passe|mise)/).first().waitFor();
  assert.doesNotMatch(await page.locator("body").innerText(), /\b(vous|votre|vos)\b/i);
  assert.deepEqual(await hearingFaults(page), []);
  await assertNoSideways(guest, "replay");
  await shot(guest, "replay-byzanz");

  await page.getByRole("radio", { name: "Tout ouvert" }).check({ force: true });
  await page.locator("[data-eyes=open]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Lecture" }).click();
  const before = await at(page);
  await page.waitForFunction((n) => Number(document.querySelector("[data-at][data-eyes]").dataset.at) > n, before);
  await page.getByRole("button", { name: "Pause" }).click();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a hand looked back at holds what it held then, whichever way one came, and nothing in it can be touched", async () => {
  const { id, window: end } = await playedOut(server, { game: "batavia", players: 3 });
  const guest = await invite(browser, { viewport: DESKTOP, name: "Anna" });
  const { page } = guest;
  await page.goto(`${server.url}/replay/${id}?at=30&eyes=0`); // the first auctions are behind
  await reaches(page, 30);
  const held = () => page.locator(".hand .card.up").count();
  const step = async (key, way) => {
    const before = await at(page);
    await page.keyboard.press(key);
    await page.waitForFunction(
      ([n, sign]) => (Number(document.querySelector("[data-at][data-eyes]").dataset.at) - n) * sign > 0,
      [before, way],
    );
    return at(page);
  };
  /* up to where cards are held, and a little further */
  const there = [];
  for (let position = 0, more = 8; position < end.position && more > 0; more -= there.some(({ cards }) => cards > 0) ? 1 : 0) {
    position = await step("ArrowRight", 1);
    there.push({ position, cards: await held() });
  }
  assert.ok(there.some(({ cards }) => cards > 0), "nobody held a card in this game");
  for (const { position, cards } of there.slice(-12, -1).reverse()) {
    assert.equal(await step("ArrowLeft", -1), position);
    assert.equal(await held(), cards, `cards held at ${position}, coming back`);
  }
  assert.equal(await page.getByText("Vous pouvez déjà choisir les cartes de votre prochain tour.").count(), 0);
  assert.equal(await page.locator(".hand button:enabled").count(), 0);
  const cards = await held();
  await page.keyboard.press("1");
  assert.equal(await held(), cards);
  assert.deepEqual(await hearingFaults(page), []);
  await shot(guest, "replay-batavia");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a step tells and draws only what changed, however long the game is", async () => {
  const long = await voyages();
  const guest = await invite(browser, { viewport: DESKTOP, name: "Anna" });
  const { page } = guest;
  const middle = Math.floor(long.window.position / 2);
  await page.goto(`${server.url}/replay/${long.id}?at=${middle}&eyes=open`);
  await reaches(page, middle);
  await page.getByRole("tab", { name: "Journal" }).click();
  await page.locator(".log li").first().waitFor();
  /* what is known already is not told again: a second way over the same moves brings no event */
  const told = () => guest.frames.filter((frame) => frame.type === "replay");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowRight"]) {
    const before = await at(page);
    await page.keyboard.press(key);
    await page.waitForFunction((n) => Number(document.querySelector("[data-at][data-eyes]").dataset.at) !== n, before);
  }
  for (const { from, events } of told().slice(1)) {
    assert.ok(from >= middle, `events from ${from} on are told again`);
    assert.ok(events.every((event) => event.at > from));
  }
  assert.deepEqual(told().slice(-3).map(({ events }) => events.length), [0, 0, 0]);
  /* the journal of the whole game is read through a sheet of it */
  await page.keyboard.press("End");
  await reaches(page, long.window.position);
  assert.ok((await page.locator(".log li").count()) <= 130, "the journal is not written whole");
  await page.waitForURL(new RegExp(`at=${long.window.position}&`)); // the address follows once it stands
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("on a phone the whole chart of a voyage stands above the controls", async () => {
  const sea = await voyages();
  const guest = await invite(browser, { viewport: PHONE, name: "Anna" });
  const { page } = guest;
  const drawn = sea.events.filter((event) => event.kind === "line")[5].at;
  await page.goto(`${server.url}/replay/${sea.id}?at=${drawn}`);
  await reaches(page, drawn);
  await page.locator(".world .line").waitFor();
  const edge = (found) => page.locator(found).evaluate((e) => e.getBoundingClientRect()).then(({ top, bottom }) => ({ top, bottom }));
  const chart = await edge("main.board .neat");
  assert.ok(chart.bottom <= (await edge("nav.phone")).top, "the chart ends above the parts of the table");
  assert.ok(chart.top - (await edge("header.bar")).bottom < 40, "and begins below the bar");
  await shot(guest, "replay-voc");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("through the closed eyes of a captain one hears what he heard, and steps on", async () => {
  const sea = await voyages();
  const heard = sea.events.find((event) => event.kind === "word" && event.say);
  const sail = sea.events.findLast((event) => event.kind === "sail" && event.at < heard.at);
  for (const viewport of [DESKTOP, PHONE, { width: PHONE.height, height: PHONE.width }]) {
    const guest = await invite(browser, { viewport, name: "Anna" });
    const { page } = guest;
    await page.goto(`${server.url}/replay/${sea.id}?at=${heard.at}&eyes=${sail.seat}`);
    await page.getByText(`${sea.summary.seats[sail.seat].name} entend`).waitFor();
    await shot(guest, "replay-blind");
    await page.getByRole("button", { name: "Coup suivant" }).click({ timeout: 20_000 });
    await page.waitForFunction((n) => Number(document.querySelector("[data-at][data-eyes]").dataset.at) > n, heard.at);
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("a game is analysed beside the table, and a turning point is gone to", async () => {
  const guest = await invite(browser, { viewport: DESKTOP, name: "Anna" });
  const { page } = guest;
  await page.goto(`${server.url}/replay/${game.id}?at=20&eyes=0`);
  await page.getByRole("button", { name: "Analyser la partie" }).click();
  await page.getByRole("heading", { name: "Le compte du hasard" }).waitFor();
  await page.getByRole("heading", { name: "Les tournants par rapport au meilleur coup possible" }).waitFor(); // not the measure of the account
  await page.getByText("Le compte suit les chances réelles").waitFor();
  const see = page.getByRole("button", { name: /^Voir le coup \d+$/ }).first();
  const position = Number((await see.textContent()).match(/\d+/)[0]);
  await see.click();
  await reaches(page, position);
  assert.deepEqual(await hearingFaults(page), []);
  await shot(guest, "replay-analysis");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* What the analysis calls a move, in both languages. */
const CALLED = {
  byzanz: {
    "bid wood3 wood2": ["Miser le bois 3 et le bois 2", "Bid wood 3 and wood 2"],
    pass: ["Passer", "Pass"],
    "give cloth1": ["Donner le tissu 1", "Give cloth 1"],
    "take olives": ["Prendre les olives", "Take the olives"],
    "sell spices3 spices1 trader": ["Vendre l’épice 3, l’épice 1 et un commerçant", "Sell spices 3, spices 1 and a trader"],
    "sell grain2 grain2 grain1": ["Vendre la céréale 2 ×2 et la céréale 1", "Sell grain 2 ×2 and grain 1"],
    "discard wine2": ["Se défausser du vin 2", "Discard wine 2"],
    done: ["Terminer", "Finish"],
  },
  batavia: {
    "bid 4": ["Miser 4 lettres", "Bid 4 bills"],
    pass: ["Passer", "Pass"],
    draw: ["Piocher deux cartes", "Draw two cards"],
    "lay sweden 2": ["Poser 2 Suède", "Lay 2 Sweden"],
    "sail netherlands": ["Aller à l’échoppe néerlandaise", "Sail to the Dutch stall"],
    "sail batavia": ["Aller à Batavia", "Sail to Batavia"],
    exchange: ["Échanger les tuiles contre de l’or", "Exchange the tiles for gold"],
    keep: ["Garder les tuiles", "Keep the tiles"],
  },
  comptoir: {
    "play harbour 1 2 4": ["Jouer le Maître de port aux quais 1, 2 et 4", "Play the Harbour master at quays 1, 2 and 4"],
    "play labourer": ["Jouer le Journalier", "Play the Day labourer"],
    "play smuggler 1>2 1>2 3": ["Jouer le Contrebandier au quai 3, en déplaçant 2 porteurs du quai 1 au quai 2", "Play the Smuggler at quay 3, moving 2 porters from quay 1 to quay 2"],
    "play union 1>2 @0 3": ["Jouer le Syndicaliste au quai 3, en échangeant un porteur du quai 1 contre un de Ruyter au quai 2", "Play the Union man at quay 3, exchanging a porter at quay 1 with one of Ruyter’s at quay 2"],
    "play customs 2 @1": ["Jouer le Douanier au quai 2, en renvoyant un porteur de Bart", "Play the Customs officer at quay 2, sending a porter of Bart’s home"],
    auction: ["Mettre un événement aux enchères", "Put an event to auction"],
    "bid 3": ["Miser 3 primes", "Bid 3 primes"],
    pass: ["Passer", "Pass"],
    "put fire 1": ["Poser « Au feu ! » au quai 1", "Put “Fire!” at quay 1"],
    "sail 1": ["Faire partir d’abord le navire du quai 1", "Let the ship at quay 1 sail first"],
    "slate @2": ["Laisser l’ardoise à Surcouf", "Leave the slate to Surcouf"],
    pay: ["Payer la commission", "Pay the commission"],
    "load 2 vanilla 3 rum": ["Charger de la vanille au quai 2 et du rhum au quai 3", "Load vanilla at quay 2 and rum at quay 3"],
    end: ["Finir le tour", "End the turn"],
  },
  voc: {
    "outfit C 2 1": ["Armer le navire C avec 2 marins et 1 marchand", "Outfit ship C with 2 sailors and 1 merchant"],
    "sign 7 1591": ["Signer le contrat de 2 thés pour 1591", "Sign the contract for 2 tea, due in 1591"],
    "sign 7 none": ["Signer le contrat de 2 thés", "Sign the contract for 2 tea"],
    "takeover 6 1587": ["Souffler le contrat de 2 muscades pour 1587", "Take over the contract for 2 nutmeg, due in 1587"],
    "tighten 6 1589": ["Avancer à 1589 le contrat de 2 muscades", "Tighten the contract for 2 nutmeg to 1589"],
    "recall A": ["Rappeler les hommes du navire A", "Recall the men from ship A"],
    "sail 400": ["Appareiller au point 400 de la route de Middelbourg", "Set sail from point 400 of the road to Middelburg"],
    sail: ["Appareiller", "Set sail"],
    skip: ["Attendre", "Wait"],
    "offer 2 textile 5 for tea Jambi": ["Proposer un échange à Surcouf : 1 textile + 5 daalders contre 1 thé et 1 poivre de Jambi", "Offer Surcouf a deal: 1 textile + 5 daalders for 1 tea and 1 pepper of Jambi"],
    "accept 1": ["Accepter l’offre de Bart", "Accept the offer of Bart"],
    "refuse 0": ["Refuser l’offre de Ruyter", "Refuse the offer of Ruyter"],
    done: ["Terminer", "Finish"],
    "tender 17": ["Réclamer le contrat pour 17 daalders", "Claim the contract for 17 daalders"],
    "tender 17 right": ["Réclamer le contrat pour 17 daalders, en livrant le côté droit", "Claim the contract for 17 daalders, delivering its right side"],
    "tender 17 right Jambi": [
      "Réclamer le contrat pour 17 daalders, en livrant le côté droit et 1 poivre de Jambi",
      "Claim the contract for 17 daalders, delivering its right side and 1 pepper of Jambi",
    ],
    "hush 2 3": ["Promettre 3 daalders à Surcouf", "Promise 3 daalders to Surcouf"],
    wait: ["Ne rien promettre", "Promise nothing"],
    "deliver 18 right Jambi": ["Livrer 1 textile et 1 poivre de Jambi", "Deliver 1 textile and 1 pepper of Jambi"],
    "keep tea textile": ["Garder 1 textile et 1 thé", "Keep 1 textile and 1 tea"],
    "keep nothing": ["Ne rien garder", "Keep nothing"],
  },
};

/* Instead of what the house would find, an analysis of one decision among these moves. */
async function findsMoves(page, moves) {
  const judged = moves.map((move, i) => ({ move, chance: 900 - i }));
  const decision = { position: 20, seat: 0, ...judged[0], loss: 100, mark: "costly", others: judged.slice(1) };
  const analysis = { level: "shipowner", iterations: 1, open: false, accounts: [], curve: [], decisions: [decision] };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const line = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, re, table } = JSON.parse(text);
      if (type !== "analyse") return line.send(text);
      socket.send(JSON.stringify({ re, type: "analysis", table, open: false, done: 1, total: 1, analysis }));
    });
  });
}

test("an analysis calls every kind of move of every game as its button does, in both languages", async () => {
  for (const [name, called] of Object.entries(CALLED)) {
    const { id } = await playedOut(server, { game: name, players: 4, options: { length: "short" } });
    for (const [language, locale] of ["fr-FR", "en-GB"].entries()) {
      const guest = await invite(browser, { viewport: DESKTOP, name: "Anna", locale });
      const { page } = guest;
      await findsMoves(page, Object.keys(called));
      await page.goto(`${server.url}/replay/${id}?at=20`);
      await page.getByRole("button", { name: /^Analyse/ }).click();
      await page.locator(".now .what").first().waitFor();
      const told = (await page.locator(".now .what").allInnerTexts()).map((text) => text.replace(/ (joué|the move played)$/, "").replace(/[\u00a0\u202f]/g, " "));
      assert.deepEqual(told, Object.values(called).map((both) => both[language]));
      assert.deepEqual(guest.faults, []);
      await guest.context.close();
    }
  }
});

test("a riddle hides what came of it, and the game goes on from there, however a phone is held", async () => {
  for (const viewport of [PHONE, { width: PHONE.height, height: PHONE.width }]) {
    const guest = await invite(browser, { viewport, name: "Anna", hasTouch: true });
    const { page } = guest;
    await page.goto(`${server.url}/replay/${game.id}?at=60&eyes=1&puzzle`);
    await page.getByText("Que joueriez-vous").waitFor();
    assert.equal(await page.getByRole("button", { name: "Coup suivant" }).count(), 0);
    assert.deepEqual(await hearingFaults(page), []);
    assert.ok(await page.getByRole("link", { name: "Voir ce qui fut joué" }).isVisible());
    await page.getByRole("button", { name: "Jouer la suite" }).click();
    await page.waitForURL(/\/t\//);
    await page.locator("[data-phase]").waitFor();
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("what can be done with a position is in the menu of a phone, however it is held", async () => {
  const asked = game.events.find(({ kind, at, seat }) => kind === "pass" && at > 40 && seat !== 1);
  const before = asked.at - 1;
  for (const viewport of [PHONE, { width: PHONE.height, height: PHONE.width }]) {
    const guest = await invite(browser, { viewport, name: "Anna", hasTouch: true, permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = guest;
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.goto(`${server.url}/replay/${game.id}?at=${before}&eyes=1`);
    await reaches(page, before);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog");
    await menu.getByRole("button", { name: "Copier le lien" }).click();
    await menu.getByText("Le lien est copié.").waitFor();
    assert.match(await copied(), new RegExp(`at=${before}&eyes=1$`));
    await menu.getByRole("button", { name: "Poser en énigme" }).click();
    await menu.getByText("Le lien de l’énigme est copié.").waitFor();
    assert.match(await copied(), new RegExp(`at=${before}&eyes=${asked.seat}&puzzle$`), "for who must decide there");
    assert.deepEqual(await hearingFaults(page), []);
    await shot(guest, "replay-menu");
    assert.ok(await menu.getByRole("button", { name: "Continuer d’ici" }).isVisible());
    if (viewport !== PHONE) {
      await menu.getByRole("radio", { name: "4×" }).check({ force: true });
      await menu.getByRole("combobox", { name: "Aller à" }).selectOption({ index: 0 });
      await page.waitForFunction((n) => Number(document.querySelector("[data-at][data-eyes]").dataset.at) < n, before);
    }
    await menu.getByRole("link", { name: "Résultat" }).click();
    await page.locator("main.result").waitFor();
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  }
});

test("a record that is none is refused with its line; a good one is looked back at", async () => {
  const guest = await invite(browser, { viewport: PHONE, name: "Anna" });
  const { page } = guest;
  await page.goto(`${server.url}/replay`);
  const field = page.locator("input[type=file]");
  const send = (text) => field.setInputFiles({ name: "x.negoce", mimeType: "text/plain", buffer: Buffer.from(text) });
  await send("negoce: 1\ngame: chess\n");
  await page.getByText("Ligne 2").waitFor();
  assert.deepEqual(await hearingFaults(page), []);
  await assertNoSideways(guest, "replays");
  await page.goto(`${server.url}/t/${game.id}`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Télécharger la partie" }).click(),
  ]);
  await page.getByRole("button", { name: "Partager en image" }).click();
  const drawn = decodeURIComponent(await page.locator("dialog img").getAttribute("src"));
  assert.doesNotMatch(drawn, /#8A5F37/i, "wood is the good, not what ships are made of");
  await shot(guest, "share");
  const [png] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Image (PNG)" }).click(),
  ]);
  assert.match(png.suggestedFilename(), /^negoce-byzanz-.*\.png$/);
  await page.goto(`${server.url}/replay`);
  await field.setInputFiles(await file.path());
  await page.locator("[data-eyes=open]").waitFor({ state: "attached" });
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("in the picture of a result a source looks as it does beside the result", async () => {
  const { id } = await voyages();
  const guest = await invite(browser, { viewport: DESKTOP });
  const { page } = guest;
  await page.goto(`${server.url}/t/${id}`);
  await page.locator("main.result .sb").first().waitFor();
  const beside = await page.locator("main.result .sb .k0").count();
  await page.getByRole("button", { name: "Partager en image" }).click();
  const drawn = decodeURIComponent(await page.locator("dialog img").getAttribute("src"));
  assert.equal(drawn.match(/fill="#D9B560"/g)?.length ?? 0, beside);
  await shot(guest, "share-voc");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("on a phone a ship that comes home stands on the chart with its letter", async () => {
  const game = await voyages();
  const guest = await invite(browser, { viewport: PHONE, motion: true });
  const { page } = guest;
  await page.goto(`${server.url}/replay/${game.id}`);
  const mark = page.locator(".ship.rests b");
  let home = 0;
  for (const { at } of game.events.filter(({ kind }) => kind === "year")) {
    await page.getByLabel("Aller à").selectOption(String(at)); // the chart shows where the last ship came to rest
    await reaches(page, at);
    if (!(await mark.waitFor({ timeout: 3000 }).then(() => true, () => false))) continue;
    const [letter, ship, chart] = await page.evaluate(() =>
      [".ship.rests b", ".ship.rests", ".pans"].map((one) => document.querySelector(one)?.getBoundingClientRect().bottom ?? 0),
    );
    if (ship > chart - 30) home++;
    assert.ok(letter <= chart, `the letter ends at ${letter}, the chart at ${chart}`);
  }
  assert.ok(home > 0, "no ship came home");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
