/* What surrounds a game between people, each flow with two or three real pages at once: a rematch and its
   standing, a holiday at a slow table, a pause and a seat given away, tables for a level, and a name that leads
   to its page without leaving the game. What is only played through goes by sockets of the same people. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newcomer } from "../server/accounts.mjs";
import { dice, gather, GENEROUS, Guest, play, Server, withBots } from "../server/harness.mjs";
import { assertNoSideways, chooseRadio, hearingFaults, invite, openBrowser, PHONE, shot, waitFor } from "./harness.mjs";

let server, browser;
const ended = [];
before(async () => {
  server = await Server.open({ after: (f) => ended.push(f) }, { flags: [...GENEROUS, "--minute", "4", "--grace", "10"] });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  for (const f of ended) await f();
});

/* The page of somebody who is here by a socket already. */
async function pageOf(guest, name, more = {}) {
  const one = await invite(browser, { name, ...more });
  const [cookie, ...value] = guest.cookie.split("=");
  await one.context.addCookies([{ name: cookie, value: value.join("="), url: server.url }]);
  return one;
}

const arrive = (...names) => Promise.all(names.map((name) => Guest.arrive(server, name)));

async function looksRight(one, name) {
  for (const colorScheme of ["light", "dark"]) {
    await one.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await shot(one, `${name}-${colorScheme}`);
    assert.deepEqual(await hearingFaults(one.page), [], name);
  }
  await assertNoSideways(one, name);
}

async function close(...pages) {
  for (const one of pages) {
    assert.deepEqual(one.faults, []);
    await one.context.close();
  }
}

test("a rematch in one tap: the other page joins it, and the series keeps who has won", async () => {
  const guests = await arrive("Anna", "Bert", "Chloé");
  const table = await gather(guests, { title: "Le jeudi", options: { length: "short" } });
  await Promise.all(guests.map((guest, i) => play(guest, dice(i))));
  const wins = guests[0].table.window.scores.map(({ rank }) => (rank === 1 ? 1 : 0));
  const [anna, bert] = await Promise.all([pageOf(guests[0], "Anna"), pageOf(guests[1], "Bert", { viewport: PHONE })]);
  for (const one of [anna, bert]) await one.page.goto(`${server.url}/t/${table}`);
  await anna.page.getByRole("button", { name: "Revanche" }).click();
  await anna.page.waitForURL((url) => !url.pathname.endsWith(table));
  await bert.page.getByRole("button", { name: "Rejoindre la revanche" }).click();
  await bert.page.waitForURL((url) => !url.pathname.endsWith(table));
  assert.equal(new URL(anna.page.url()).pathname, new URL(bert.page.url()).pathname);
  const next = new URL(anna.page.url()).pathname.slice(3);
  await guests[2].get({ type: "sit", table: next, seat: 2 });
  for (const one of [anna, bert]) await one.page.locator("[data-phase]").waitFor();
  for (const one of [anna, bert]) {
    await one.page.goto(`${server.url}/games`);
    const series = one.page.locator(".ser");
    await series.getByText("Partie 2").first().waitFor();
    assert.deepEqual(await series.locator("tfoot td").allTextContents(), wins.map(String));
  }
  await looksRight(anna, "around-my-games");
  await looksRight(bert, "around-my-games");
  await close(anna, bert);
});

test("where a rematch keeps no seat for somebody, none is told of to him", async () => {
  const guests = await arrive("Anna", "Bert", "Chloé");
  const table = await gather(guests, { options: { length: "short" } });
  await guests[0].get({ type: "regard", table, seat: 1, how: "block" });
  await Promise.all(guests.map((guest, i) => play(guest, dice(i))));
  const [anna, chloe] = await Promise.all([pageOf(guests[0], "Anna"), pageOf(guests[2], "Chloé")]);
  for (const one of [anna, chloe]) await one.page.goto(`${server.url}/t/${table}`);
  for (const one of [anna, chloe]) await one.page.getByRole("button", { name: "Revanche" }).waitFor();
  await guests[1].get({ type: "rematch", table });
  for (const one of [anna, chloe]) await one.page.getByRole("button", { name: "Rejoindre la revanche" }).waitFor();
  const told = (one) => one.page.getByText("La revanche est ouverte, et votre place est gardée.");
  await told(chloe).waitFor();
  assert.equal(await told(anna).count(), 0, "she does not sit with Bert");
  await close(anna, chloe);
});

test("at a slow table one goes on holiday, the other page sees it, and he is back when he likes", async () => {
  const guests = await arrive("Anna", "Bert", "Chloé");
  const table = await gather(guests, { time: "slow:48" });
  const seat = guests[0].table.window.turn[0];
  const away = await pageOf(guests[seat], "Anna", { viewport: PHONE });
  const other = await pageOf(guests[(seat + 1) % 3], "Bert");
  for (const one of [away, other]) await one.page.goto(`${server.url}/t/${table}`);
  await other.page.locator(".seats .clock.runs").waitFor();
  await away.page.getByRole("button", { name: "Menu" }).click();
  const stop = away.page.getByRole("button", { name: "Arrêter mon horloge" });
  await away.page.getByLabel("jours").fill("");
  assert.ok(await stop.isDisabled(), "of no days nothing is made");
  await away.page.getByLabel("jours").fill("99");
  await stop.click();
  await away.page.getByText("Un congé dure au plus 30 jours.").waitFor(); // and not 30 without a word
  await away.page.getByRole("button", { name: "Menu" }).click();
  await away.page.getByLabel("jours").fill("7");
  await stop.click();
  await other.page.locator(".seats .clock").nth(0).waitFor();
  await other.page.locator(".seats .clock.runs").waitFor({ state: "detached" });
  await other.page.getByText(/est en congé jusqu’au \d/).waitFor();
  await other.page.locator(".ladder").getByText("en congé").waitFor();
  await looksRight(other, "around-holiday");
  await away.page.getByRole("button", { name: "Menu" }).click();
  await away.page.getByRole("dialog").getByText(/^Vous êtes en congé jusqu’au \d/).waitFor();
  await guests[seat].get({ type: "exit" });
  await away.page.goto(`${server.url}/rules/byzanz`);
  await other.page.locator(".seat.missed").waitFor();
  assert.equal(await other.page.locator(".seat .absent").innerText(), "en congé", "also while she does not look");
  await away.page.goto(`${server.url}/t/${table}`);
  await looksRight(away, "around-holiday-mine");
  await away.page.locator(".strip", { hasText: /^\s*Vous êtes en congé jusqu’au \d/ }).getByRole("button", { name: "Je suis de retour" }).click();
  await away.page.locator(".strip").waitFor({ state: "detached" });
  await other.page.locator(".seats .clock.runs").waitFor();
  await close(away, other);
});

for (const game of ["byzanz", "batavia", "comptoir", "voc"])
  test(`${game}: that a machine plays for who has left is read at his seat, at every size`, async () => {
    const guests = await arrive("Anna", "Bert", "Chloé", "Barthélemy");
    const options = game === "voc" ? { rules: "advanced" } : {}; // which begins ashore: at sea a phone shows no seats
    const table = await gather(guests, { game, options });
    await guests[3].get({ type: "leave", table });
    const anna = await pageOf(guests[0], "Anna");
    await anna.page.goto(`${server.url}/t/${table}`);
    const place = '[data-anchor="seat:3"] .absent';
    const tag = anna.page.locator(place);
    for (const [width, height] of [[1440, 900], [1280, 800], [1024, 768], [768, 1024], [390, 844], [844, 390]]) {
      await anna.page.setViewportSize({ width, height });
      const where = `${game} at ${width}x${height}`;
      const words = width < 700 || height < 560 ? "^machine" : "^une machine joue$";
      await anna.page.waitForFunction(([at, said]) => new RegExp(said).test(document.querySelector(at)?.innerText ?? ""), [place, words]);
      const seen = await tag.evaluate((e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        const seat = e.closest("[data-anchor]").getBoundingClientRect();
        const line = e.closest("[data-anchor]").querySelector(".name, .away-from-eyes").getBoundingClientRect();
        const name = line.width > 1 ? line : { bottom: top };
        const over = [left + 4, (left + right) / 2, right - 4].map((x) => document.elementFromPoint(x, (top + bottom) / 2));
        return { whole: right <= seat.right && over.every((one) => one && e.contains(one)), name: name.bottom <= top + 1 || name.right <= left };
      });
      assert.deepEqual(seen, { whole: true, name: true }, where);
      anna.viewport = { width, height };
      await shot(anna, `around-left-${game}`);
    }
    assert.deepEqual(await hearingFaults(anna.page), []);
    await close(anna);
  });

test("those present pause for who is gone; the host gives the seat of who does not come back to a machine", async () => {
  const guests = await arrive("Anna", "Bert", "Chloé");
  const table = await gather(guests);
  const [anna, chloe] = [await pageOf(guests[0], "Anna"), await pageOf(guests[2], "Chloé", { viewport: PHONE })];
  for (const one of [anna, chloe]) await one.page.goto(`${server.url}/t/${table}`);
  for (const one of [anna, chloe]) await one.page.locator("[data-phase]").waitFor();
  for (const i of [0, 2]) await guests[i].get({ type: "exit" });
  for (let i = 0; i < 40 && guests[1].table.window.turn[0] !== 1; i++) {
    const at = guests[1].table.at;
    const mover = guests[guests[1].table.window.turn[0]];
    await mover.enter(table);
    await mover.move(mover.table.window.moves.find((move) => move === "pass") ?? mover.table.window.moves[0]);
    await mover.get({ type: "exit" });
    await guests[1].until(() => guests[1].table.at > at);
  }
  await guests[1].leave(); // it is Bert's turn, and he goes
  for (const one of [anna, chloe]) await one.page.locator(".ballot").waitFor();
  await looksRight(chloe, "around-ballot");
  await anna.page.locator("[data-vote=pause]").click();
  await chloe.page.locator("[data-vote=pause]").click();
  for (const one of [anna, chloe]) await one.page.getByText(/fait une pause jusqu’au retour de Bert/).first().waitFor();
  await anna.page.getByRole("button", { name: "Menu" }).click();
  await anna.page.getByRole("button", { name: "Remplacer Bert" }).click();
  await anna.page.getByText(/confie cette place à une machine/).first().waitFor();
  await chloe.page.getByText(/fait une pause/).first().waitFor({ state: "detached" });
  await close(anna, chloe);
});

test("a table for a level: who may sit down, who is told what is missing, and how one is opened", async () => {
  const [dora, emil] = [await newcomer(server, "Dora"), await newcomer(server, "Emil")];
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true };
  await emil.get({ ...open, title: "Amsterdam", points: [1750, 4000] });
  await emil.get({ ...open, title: "Bristol", points: [1300, 1700] });
  await emil.get({ ...open, title: "Cadix", time: "bank:600+15" });
  await (await newcomer(server, "Frieda")).get({ ...open, title: "Dieppe", time: "bank:600+15", rated: true });
  const member = await pageOf(dora, "Dora");
  const guest = await invite(browser, { name: "Gast", viewport: PHONE });
  for (const one of [member, guest]) await one.page.goto(`${server.url}/lobby`);
  const row = (one, title) => one.page.locator("article.r").filter({ hasText: title });
  await row(member, "Amsterdam").getByText("Il vous manque 250 points.").waitFor();
  await row(member, "Bristol").getByText("1 300 à 1 700 points").waitFor();
  await row(guest, "Amsterdam").getByRole("link", { name: "Avec un compte" }).waitFor();
  await row(guest, "Dieppe").getByRole("link", { name: "Avec un compte" }).waitFor();
  await row(guest, "Cadix").getByRole("button", { name: /S’asseoir/ }).waitFor();
  await looksRight(guest, "around-lobby");
  await member.page.getByRole("radiogroup", { name: "Le niveau" }).first().getByRole("radio", { name: "À mon niveau" }).check({ force: true });
  await row(member, "Cadix").waitFor({ state: "detached" });
  assert.equal(await member.page.locator("article.r").count(), 1);
  await looksRight(member, "around-lobby");
  await row(member, "Bristol").getByRole("button", { name: /S’asseoir/ }).click();
  await member.page.waitForURL(/\/t\//);
  await member.page.goto(`${server.url}/new/byzanz`);
  await chooseRadio(member.page, "Tables ouvertes");
  await chooseRadio(member.page, "Mon niveau et plus");
  await member.page.getByText("1 500 points et plus").waitFor();
  await member.page.getByRole("button", { name: "Ouvrir la table" }).and(member.page.locator(":enabled")).click();
  await member.page.waitForURL(/\/t\//);
  assert.ok(await waitFor(() => member.sent.some((one) => one.type === "open" && String(one.points) === "1500,4000")));
  await guest.page.goto(member.page.url()); // an invitation tells what it is for
  await guest.page.getByText("1 500 points et plus").waitFor();
  await guest.page.locator(".pitch").waitFor();
  await guest.page.getByText("Pour jouer avec des gens de son niveau, il faut un compte.").waitFor();
  await guest.page.locator(".go-box").getByRole("link", { name: "Avec un compte" }).waitFor();
  assert.equal(await guest.page.getByRole("button", { name: /S’asseoir/ }).count(), 0, "a seat he would be refused");
  await looksRight(guest, "around-invitation");
  await close(member, guest);
});

test("home and my games tell an invitation from a turn, and offer the seat a machine holds", async () => {
  const [gina, hugo] = [await newcomer(server, "Gina"), await newcomer(server, "Hugo")];
  const { table: asked } = await gina.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], title: "Elbe" });
  await gina.get({ type: "invite", table: asked, seat: 1, name: "Hugo" });
  const page = await pageOf(hugo, "Hugo");
  await page.page.goto(server.url);
  await page.page.getByText("On vous invite, Hugo.").waitFor();
  await page.page.locator(".turn1").getByRole("link", { name: /^S’asseoir/ }).waitFor();
  await page.page.goto(`${server.url}/games`);
  await page.page.locator("article.g").getByRole("link", { name: /^S’asseoir/ }).click();
  await page.page.getByRole("button", { name: "Non merci" }).click();
  await page.page.getByText("1 table vous attend").waitFor({ state: "detached" });

  const table = await gather([hugo, gina, ...(await arrive("Bert"))], { title: "Fécamp" });
  await hugo.get({ type: "leave", table });
  await page.page.goto(server.url);
  await page.page.getByRole("heading", { name: "Une machine tient votre place." }).waitFor();
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    await page.page.setViewportSize(viewport);
    await looksRight({ ...page, viewport }, "around-left");
    await page.page.goto(`${server.url}/games`);
    await page.page.getByRole("button", { name: /^Reprendre ma place/ }).waitFor();
    await looksRight({ ...page, viewport }, "around-left-games");
    await page.page.goto(server.url);
    await page.page.getByRole("button", { name: /^Reprendre ma place/ }).waitFor();
  }
  await page.page.getByRole("button", { name: /^Reprendre ma place/ }).click();
  await page.page.locator("[data-phase]").waitFor();
  assert.ok(page.sent.some((one) => one.type === "sit" && one.table === table));
  await page.page.getByRole("button", { name: "Reprendre ma place" }).waitFor({ state: "detached" });
  await close(page);
});

test("home tells of an open table what one should know before sitting down", async () => {
  const ines = await newcomer(server, "Inès");
  await ines.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true, rated: true, time: "bank:600+15", delay: 30, title: "Gênes" });
  for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
    const guest = await invite(browser, { viewport });
    await guest.page.goto(server.url);
    const row = guest.page.locator(".open .row").filter({ hasText: "Gênes" });
    await row.getByText("classée").waitFor();
    await row.getByText("10 min + 15 s").waitFor();
    await row.getByText("qui regarde a 30 coups de retard").waitFor();
    await row.scrollIntoViewIfNeeded();
    await looksRight(guest, "around-open");
    await close(guest);
  }
});

test("a rating a machine keeps from rising: told before one leaves, and at the result", async () => {
  const klara = await newcomer(server, "Klara");
  const page = await pageOf(klara, "Klara", { viewport: PHONE });
  const open = { game: "byzanz", players: 3, rated: true, time: "slow:24", seats: ["me", "random", "random"], options: { length: "short" } };
  let held = null;
  for (let i = 0; i < 40 && !held; i++) {
    const table = await withBots(klara, open);
    if (i === 0) {
      await page.page.goto(`${server.url}/t/${table}`);
      await page.page.getByRole("button", { name: "Menu" }).click();
      await page.page.getByRole("button", { name: "Quitter la table" }).click();
      await page.page.getByText(/dès qu’une machine a pris 3 décisions à votre place/).waitFor();
      await looksRight(page, "around-leaving");
    }
    await klara.get({ type: "leave", table });
    await klara.until(() => klara.table.window.over);
    const { company } = await klara.get({ type: "company", table });
    if (company.seats[0].gain === 0) held = table;
  }
  assert.ok(held, "a machine won for her");
  await page.page.goto(`${server.url}/t/${held}`);
  await page.page.getByText(/inchangée\. Une machine a joué pour vous/).waitFor();
  await close(page);
});

test("a move on its way to a server that does not answer shows it", async (t) => {
  const guests = await arrive("Lars", "Mona", "Nils");
  const table = await gather(guests);
  const page = await pageOf(guests[guests[0].table.window.turn[0]], "Lars");
  await page.page.goto(`${server.url}/t/${table}`);
  const pass = page.page.locator("[data-act=pass]");
  await pass.waitFor();
  t.after(() => server.child.kill("SIGCONT"));
  server.child.kill("SIGSTOP");
  await pass.click();
  await page.page.locator(".play[aria-busy=true]").waitFor();
  server.child.kill("SIGCONT");
  await page.page.locator(".play[aria-busy=false]").waitFor();
  await close(page);
});

test("a name leads to its page in a tab of its own: the game stays where it is", async () => {
  const [fritz, gerda] = [await newcomer(server, "Fritz"), await newcomer(server, "Gerda")];
  const [bert] = await arrive("Bert");
  const table = await gather([fritz, gerda, bert]); // a friendly one
  const page = await pageOf(fritz, "Fritz");
  await page.page.goto(`${server.url}/t/${table}`);
  const [tab] = await Promise.all([page.context.waitForEvent("page"), page.page.locator(".seats").getByRole("link", { name: "Gerda" }).click()]);
  await tab.getByRole("heading", { name: "Gerda" }).waitFor();
  assert.match(page.page.url(), /\/t\//);
  assert.equal(await page.page.locator(".seats").getByRole("link", { name: "Bert" }).count(), 0, "a guest has no page");
  const phone = await pageOf(gerda, "Gerda", { viewport: PHONE });
  await phone.page.goto(`${server.url}/t/${table}`);
  await phone.page.getByRole("button", { name: "Menu" }).click();
  await phone.page.getByRole("dialog").getByRole("link", { name: "Fritz" }).waitFor();
  await close(page, phone);
});
