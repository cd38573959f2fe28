/* The coach at ordinary tables against machines: notes when something is new, what a good player would do, and
   a quiet mark at a decision that cost much, which can be opened and, where honest, taken back. And what
   happened since my last decision, one tap away. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { DESKTOP, PHONE, assertNoSideways, hearingFaults, invite, last, lodge, openServer, shot, waitFor } from "./harness.mjs";

const { server, browser } = await lodge();

/* A table with three machines, where the first question is asked. */
async function sat(game, viewport, { notes = false, dark = false, house = server, before = () => {} } = {}) {
  const guest = await invite(browser, { viewport, name: "Anna", coach: true, colorScheme: dark ? "dark" : "light" });
  if (!notes) await guest.context.addInitScript(silence);
  await guest.context.addInitScript(before);
  const { page } = guest;
  await page.goto(`${house.url}/`);
  const table = await page.evaluate(opens, game);
  await page.goto(`${house.url}/t/${table}`);
  await page.locator("[data-phase]").waitFor();
  await page.waitForFunction(() => document.querySelector("[data-coach]"));
  return guest;
}
/* All notes were read before. */
const silence = () => {
  const all = "aim lot bid trader give seven sell last market round final count sale pay hand seal stall exchange counter lost draw cannon arrival relation slate sail bill load favour auction put ending ship course landfall trade words home deals claim terms store row scurvy end invest deliver";
  for (const game of ["byzanz", "batavia", "comptoir", "voc"])
    localStorage.setItem(`negoce.notes.${game}`, JSON.stringify(all.split(" ")));
};
/* In the page: writes down where each note is seen, frame by frame. */
const watchNotes = () => {
  window.places = [];
  const look = () => {
    const note = document.querySelector(".lesson-note.ready");
    const place = note && `${note.dataset.note} ${note.style.left},${note.style.top}`;
    if (place && !window.places.includes(place)) window.places.push(place);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
};
/* In the page: opens a table of its own and tells its id. */
const opens = (game) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "welcome")
        socket.send(JSON.stringify({ type: "open", game, players: 4, seats: ["me", "trader", "trader", "trader"] }));
      if (message.type === "error") reject(new Error(message.why));
      if (message.type !== "opened") return;
      socket.close();
      resolve(message.table);
    };
  });

test("notes come at an ordinary table when something is new, each once, and none once the coach is sent away", async () => {
  const guest = await sat("byzanz", DESKTOP, { notes: true });
  const { page } = guest;
  const note = page.locator(".lesson-note.ready");
  await note.waitFor();
  assert.equal(await note.getAttribute("data-note"), "aim");
  assert.match(await note.textContent(), /Cherchez les paires/);
  assert.equal(await page.getByRole("tab", { name: "Leçon" }).count(), 0, "it is no lesson");
  await shot(guest, "coach-note");
  await note.getByRole("button", { name: "Compris" }).click();
  await page.locator(".lesson-note[data-note=lot]").waitFor();
  await page.reload();
  await page.locator(".lesson-note.ready[data-note=lot]").waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name: "Pas maintenant" }).check({ force: true });
  await page.keyboard.press("Escape");
  await page.locator(".lesson-note").waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-coach]").count(), 0);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the coach is there until three games of a kind are finished, then where he is called", async () => {
  const guest = await sat("byzanz", PHONE);
  const { page } = guest;
  const finished = (tables) => page.evaluate((kept) => localStorage.setItem("negoce.finished.byzanz", kept), tables);
  await finished("a b");
  await page.reload();
  await page.locator("[data-coach]").waitFor();
  await finished("a b c");
  await page.reload();
  await page.locator(".ask").first().waitFor();
  assert.equal(await page.locator("[data-coach]").count(), 0, "three are enough");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name: "À mes côtés" }).check({ force: true });
  await page.keyboard.press("Escape");
  await page.locator("[data-coach]").waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

for (const [game, viewport, dark] of [["byzanz", DESKTOP, false], ["batavia", PHONE, true], ["comptoir", { width: 844, height: 390 }, false], ["voc", DESKTOP, true]])
  test(`${game}: who asks is told up to three moves with their reasons, and the board stays in view`, async () => {
    const guest = await sat(game, viewport, { dark });
    const { page } = guest;
    await page.locator("[data-coach]").click();
    const panel = page.getByRole("region", { name: "Que feriez-vous" });
    await panel.waitFor();
    assert.ok((await panel.locator("li p").count()) > 0, "a reason in words");
    assert.doesNotMatch(await panel.textContent(), /\{|\b0\s%/);
    assert.match(await panel.locator(".n").first().textContent(), /% de chances$/);
    if (game === "voc") assert.doesNotMatch(await panel.locator("li b").first().textContent(), /appareillez/, "its port names it");
    const more = panel.getByRole("button", { name: /^Autres coups/ });
    for (const line of await panel.locator("li:has(.chance)").all()) {
      const told = parseInt(await line.locator(".n").textContent(), 10);
      const drawn = await line.locator(".chance").evaluate((e) => (100 * e.firstElementChild.clientWidth) / e.clientWidth);
      assert.ok([told, 2 * told].some((part) => Math.abs(part - drawn) < 3), `${told} % are drawn as ${drawn} of 100`);
    }
    if (game === "byzanz") assert.ok((await page.locator(".lot").first().boundingBox()).y < (await page.locator(".mine").boundingBox()).y);
    await shot(guest, `coach-${game}`);
    await page.locator("[data-coach]").click();
    await panel.waitFor({ state: "detached" });
    await page.locator("[data-coach]").click();
    await panel.waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.locator("[data-coach]").click();
    await panel.waitFor();
    if ((await more.count()) > 0) await more.click();
    assert.deepEqual(await hearingFaults(page), []);
    await assertNoSideways(guest, `hint in ${game}`);
    const before = last(guest).at;
    const heed = panel.locator("[data-heed]").first();
    await heed.dblclick(); // as a slip would
    assert.equal(await heed.textContent(), "Oui, jouer");
    assert.ok(!guest.sent.some((one) => one.type === "move" && one.at === before), "a slip plays nothing");
    await heed.click();
    await panel.waitFor({ state: "detached" });
    assert.ok(guest.sent.some((one) => one.type === "move" && one.at === before));
    if (game !== "voc") { // a captain sees nothing else
      await page.getByRole("button", { name: "Depuis votre dernière décision" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "C’est lu" }).click();
    }
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("who asks the coach in a lesson is told his moves alone, and the lesson's advice again afterwards", async () => {
  const guest = await invite(browser, { viewport: PHONE, coach: true });
  const { page } = guest;
  await page.goto(`${server.url}/learn/byzanz`);
  await page.getByRole("button", { name: /^Commencer la leçon/ }).and(page.locator(":enabled")).first().click();
  const advice = page.getByRole("complementary", { name: "Le conseil" });
  for (const id of ["aim", "lot", "bid"]) await page.locator(`.lesson-note.ready[data-note=${id}] .btn.ink`).click();
  await advice.waitFor();
  await page.locator("[data-coach]").click();
  const panel = page.getByRole("region", { name: "Que feriez-vous" });
  await panel.waitFor();
  await advice.waitFor({ state: "detached" });
  assert.equal(await page.locator("[data-heed]").count(), 1);
  await panel.getByRole("button", { name: "Fermer" }).click();
  await advice.waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

for (const [game, viewport, pieces] of [
  ["voc", PHONE, ".board .ship"],
  ["voc", { width: 844, height: 390 }, ".board .ship"],
  ["comptoir", DESKTOP, ".board .hull, .board .label, .top .seat"],
])
  test(`${game} at ${viewport.width} px: no note lies on what is played with`, async () => {
    const guest = await sat(game, viewport, { notes: true, before: watchNotes });
    const { page } = guest;
    const note = page.locator(".lesson-note.ready");
    for (let read = 0; read < 2; read++) {
      await note.waitFor();
      const id = await note.getAttribute("data-note");
      const under = await page.evaluate((all) => {
        const a = document.querySelector(".lesson-note").getBoundingClientRect();
        const boxes = [...document.querySelectorAll(all)].map((e) => [e, e.getBoundingClientRect()]);
        const covered = boxes.filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom);
        return { looked: boxes.length, covered: covered.map(([e]) => e.getAttribute("class")) };
      }, pieces);
      assert.ok(under.looked > 0, "there is something to cover");
      assert.deepEqual(under.covered, [], `under the note ${id}`);
      await note.getByRole("button", { name: "Compris" }).click();
      await page.locator(`.lesson-note[data-note=${id}]`).waitFor({ state: "detached" });
    }
    const places = await page.evaluate(() => window.places);
    assert.ok(places.length >= 2);
    assert.equal(new Set(places.map((place) => place.split(" ")[0])).size, places.length, `a note moves once it is shown: ${places}`);
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("a decision that cost much has a quiet mark, opened for what was better, and is taken back", async () => {
  const judged = (guest) => guest.frames.filter((frame) => frame.type === "hint" && frame.played).at(-1);
  const unhurried = await openServer(1500); // a page on a busy machine is in time to ask the others to wait
  after(() => unhurried.close());
  let guest;
  for (let tries = 0; tries < 6; tries++) {
    guest = await sat("comptoir", DESKTOP, { house: unhurried });
    const { page } = guest;
    /* one porter where others place three: costly almost always */
    const move = last(guest).window.moves.find((one) => one.startsWith("play labourer "));
    await page.keyboard.press("1"); // the Labourer
    await page.locator('[data-card="labourer"][aria-pressed=true]').waitFor();
    await page.keyboard.press(move.split(" ")[2]);
    await page.keyboard.press("Enter");
    await waitFor(() => judged(guest));
    if (judged(guest).played.mark === "costly" && last(guest).window.undo.can) break;
    await guest.context.close();
  }
  const { page } = guest;
  const { played, position } = judged(guest);
  assert.equal(played.mark, "costly");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator(".bar [data-mark]").waitFor();
  const [round, room] = await page.locator(".bar .state > :first-child").evaluate((e) => [e.scrollWidth, e.clientWidth]);
  assert.ok(round <= room, `beside the mark the round has ${room} px of ${round}`);
  await page.setViewportSize(DESKTOP);
  await page.locator("[data-mark]").click();
  const dialog = page.getByRole("dialog", { name: "Qu’est-ce qui valait mieux" });
  await dialog.getByText(`${Math.round(played.loss / 10)} points de vos chances`).waitFor();
  assert.doesNotMatch(await dialog.textContent(), /\{/);
  assert.deepEqual(await hearingFaults(page), []);
  await shot(guest, "coach-mark");
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("negoce.marked")));
  assert.deepEqual(kept.map((mark) => mark.position), [position], "the mark is kept for after a reload");
  await dialog.getByRole("button", { name: "Reprendre ce coup" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("[data-coach]").waitFor();
  assert.equal(last(guest).window.position, position);
  assert.equal(await page.locator("[data-mark]").count(), 0);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("under sail nobody is asked what he would do: there is no lantern", async () => {
  const guest = await sat("voc", DESKTOP);
  const { page } = guest;
  const adviser = () => {
    const { window, summary } = last(guest);
    return window.picture.phase === "voyage" && window.turn.includes(summary.seat) && window.picture.voyage.captain !== summary.seat;
  };
  for (let made = 0; made < 60 && !adviser(); made++) {
    const { window, at, summary } = last(guest);
    const move = window.moves.find((one) => one === "stay") ?? window.moves[0];
    if (window.turn.includes(summary.seat)) await page.evaluate(moves, { table: summary.id, at, move });
    await waitFor(() => last(guest).at > at);
  }
  assert.ok(adviser(), "a word is asked of me");
  await page.locator("[data-call=stop]:enabled").waitFor();
  assert.equal(await page.locator("[data-coach]").count(), 0);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the mark of a decision stands once in the journal, however many lines it has", async () => {
  const guest = await sat("comptoir", DESKTOP);
  const { page } = guest;
  /* A move that fills a ship: the card I play, the ship that sails, and what I am paid. */
  const told = () => {
    const seat = last(guest).summary.seat;
    const news = guest.frames.flatMap((frame) => (frame.type === "table" ? frame.events : [])).filter((event) => event.say);
    const others = (at) => news.some((event, i) => event.at === at && event.seat !== seat && news[i + 1]?.at === at && news[i + 1].seat === seat);
    return news.find((event) => event.kind === "play" && event.seat === seat && others(event.at))?.at;
  };
  for (let made = 0; made < 200 && !told(); made++) {
    const { window, at, summary } = last(guest);
    const full = window.moves.find((move) => move.startsWith("play ")) ?? window.moves[0];
    if (window.turn.includes(summary.seat)) await page.evaluate(moves, { table: summary.id, at, move: full });
    await waitFor(() => last(guest).at > at);
  }
  const at = told();
  assert.ok(at, "a move of mine has several lines");
  const mark = { type: "hint", table: last(guest).summary.id, position: at - 1, share: 333, moves: [{ move: "x", chance: 500 }], played: { loss: 100, mark: "costly" } };
  await page.evaluate((one) => localStorage.setItem("negoce.marked", JSON.stringify([one])), mark);
  await page.reload();
  await page.locator(".log .cost").first().waitFor();
  assert.equal(await page.locator(".log .cost").count(), 1);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* In the page: the first move of what I am asked is made, from beside. */
const moves = ({ table, at, move }) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "welcome") socket.send(JSON.stringify({ type: "enter", table }));
      if (message.type === "table") socket.send(JSON.stringify({ type: "move", table, at, move, re: 1 }));
      if (message.type === "error") reject(new Error(message.why));
      if (message.re !== 1) return;
      socket.close();
      resolve();
    };
  });

test("what was done to me stands over the board until it is read; all that happened is one tap away, by seat", async () => {
  const guest = await sat("byzanz", DESKTOP);
  const { page } = guest;
  const table = page.url().split("/").at(-1);
  const asked = () => last(guest).window.turn.includes(last(guest).window.seat) || last(guest).window.over;
  const since = () => {
    const { since: from, until: to } = last(guest).window;
    const told = guest.frames.flatMap((frame) => frame.events ?? []).filter((event) => event.at > from && event.at <= to && event.say);
    return [...new Map(told.map((event) => [JSON.stringify(event), event])).values()];
  };
  const first = last(guest).window.position; // what was before the page came is no news
  const mine = () => since().filter((event) => event.seat === last(guest).window.seat && event.at > first);
  for (let i = 0; i < 60 && mine().length === 0; i++) {
    assert.ok(await waitFor(asked));
    assert.ok(!last(guest).window.over, "a lot is won in a whole game");
    const { at, window } = last(guest);
    await page.evaluate(moves, { table, at, move: window.moves.find((one) => one !== "pass") ?? window.moves[0] });
    assert.ok(await waitFor(() => last(guest).at > at));
    assert.ok(await waitFor(asked));
  }
  const herald = page.locator(".herald");
  await herald.getByText(/^Vous|Votre/).first().waitFor();
  await page.getByRole("button", { name: "Depuis votre dernière décision" }).click();
  const recap = page.getByRole("dialog", { name: "Depuis votre dernière décision" });
  await recap.waitFor();
  assert.equal(await recap.locator("li p").count(), since().length, "one line a thing");
  assert.deepEqual(await hearingFaults(page), []);
  await shot(guest, "recap");
  await recap.getByRole("button", { name: "C’est lu" }).click();
  await herald.getByRole("button", { name: "C’est lu" }).click();
  await herald.waitFor({ state: "detached" });
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("what was done to another is no news over the board, and what I answer goes as soon as I begin to", async () => {
  const guest = await sat("byzanz", DESKTOP);
  const { page } = guest;
  const table = page.url().split("/").at(-1);
  const asked = () => last(guest).window.turn.includes(last(guest).window.seat) || last(guest).window.over;
  const events = () => guest.frames.flatMap((frame) => frame.events ?? []);
  const herald = page.locator(".herald");
  let theirs = 0;
  let won = 0;
  for (let i = 0; i < 120 && !(theirs && won); i++) {
    assert.ok(await waitFor(asked));
    const { at, window } = last(guest);
    if (window.over) break;
    await page.locator(`[data-at="${at}"]`).waitFor();
    const since = events().filter((event) => event.at > window.since && event.at <= window.until);
    if (since.some((event) => event.kind === "last" && event.seat !== window.seat)) {
      assert.equal(await herald.getByText("Le dernier lot va").count(), 0, "somebody else’s lot");
      theirs++;
    }
    const mine = window.moves.find((one) => one.startsWith("give "));
    if (mine && since.some((event) => event.seat === window.seat)) {
      await herald.waitFor();
      won++;
    }
    await page.evaluate(moves, { table, at, move: mine ?? window.moves.find((one) => one !== "pass") ?? window.moves[0] });
    assert.ok(await waitFor(() => last(guest).at > at));
    if (mine && won) await herald.getByText("Vous gagnez le lot").waitFor({ state: "detached" });
  }
  assert.ok(theirs && won);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("the pace of the machines is chosen at the table, and skipped to my next decision", async () => {
  const slow = await openServer(4000);
  after(() => slow.close());
  const guest = await sat("byzanz", PHONE, { house: slow });
  const { page } = guest;
  const table = page.url().split("/").at(-1);
  const asked = () => last(guest).window.turn.includes(last(guest).window.seat);
  assert.ok(await waitFor(asked));
  const { at, window } = last(guest);
  await page.evaluate(moves, { table, at, move: window.moves[0] });
  await page.getByRole("button", { name: "Jusqu’à ma prochaine décision" }).click();
  assert.ok(await waitFor(() => last(guest).at > at && asked()));
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("radio", { name: "D’un coup" }).check({ force: true });
  assert.ok(await waitFor(() => guest.sent.some((one) => one.type === "pace")));
  assert.deepEqual(await hearingFaults(page), []);
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
