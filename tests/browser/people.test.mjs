/* People through the page: a rated game is opened, ends and shows on the person's page and in the ranking,
   in both languages, sizes and lights. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, WebSocket, assertNoSideways, chooseRadio, hearingFaults, invite, lodge, shot, smallTargets, waitFor } from "./harness.mjs";

const { server, browser } = await lodge();

async function looksRight(guest, name) {
  await assertNoSideways(guest, name);
  assert.deepEqual(await hearingFaults(guest.page), [], name);
  if (guest.viewport.width < 700) assert.deepEqual(await smallTargets(guest.page), [], name);
  await shot(guest, name);
}

/* How large the smallest word on the ruler of points is written, in px. */
const smallest = (page) =>
  page.locator('main svg[role=img] text').evaluateAll((all) =>
    Math.min(...all.filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a)),
  );

/* Opens an account in this browser, with a password. */
async function openAccount(page, name) {
  await page.goto(`${server.url}/account`);
  await page.locator("[data-code] span").nth(4).waitFor();
  await page.getByLabel("Votre nom").fill(name);
  await page.getByRole("radio", { name: /^Un mot de passe/ }).check({ force: true });
  await page.getByLabel("Mot de passe", { exact: true }).fill("corde et cabestan");
  await page.getByLabel("J’ai mis le code en lieu sûr.").check({ force: true });
  await page.getByRole("button", { name: "Ouvrir le compte" }).click();
  await page.getByRole("heading", { name: "Votre compte" }).waitFor();
}

/* Plays rated games with machines for whoever this browser is: the first legal move each time. */
async function playRated(context, games) {
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, { headers: { cookie } });
  const say = (message) => socket.send(JSON.stringify(message));
  let id = "";
  await new Promise((resolve, reject) => {
    let left = games;
    let [view, at] = [null, 0];
    const open = () => say({ type: "open", game: "byzanz", players: 3, seats: ["me", "greedy", "novice"], options: { length: "short" }, rated: true, time: "slow:24" });
    socket.on("error", reject);
    socket.on("message", (bytes) => {
      const message = JSON.parse(bytes.toString());
      if (message.type === "error" && message.code !== "stale") reject(new Error(message.why));
      if (message.type === "welcome") open();
      if (message.type === "opened") say({ type: "enter", table: (id = message.table) });
      if (message.type !== "table" && message.type !== "change") return;
      view = { ...(message.type === "table" ? {} : view), ...message.window };
      at = message.at;
      if (view.over && --left > 0) open();
      else if (view.over) resolve();
      else if (view.turn.includes(0)) say({ type: "move", table: id, at, move: view.moves[left % view.moves.length] });
    });
  });
  socket.close();
  return id;
}

test("rated games make a page and a place in the ranking", async () => {
  const guest = await invite(browser, { motion: true, viewport: DESKTOP });
  const { page } = guest;
  await page.goto(`${server.url}/ranking`);
  await page.getByText("Aucune partie classée de").waitFor();
  await page.goto(`${server.url}/new`);
  await page.getByText("Une partie classée est réservée aux comptes.").waitFor();
  assert.ok(await page.getByRole("radio", { name: "Classé" }).isDisabled());
  await page.goto(server.url);
  await page.getByText("· Sans compte").waitFor();
  await openAccount(page, "Hildegarde");
  await page.getByText("Aucune clé d’accès, un code de secours en réserve.").waitFor();
  await looksRight(guest, "account-no-key");
  await page.goto(server.url);
  await page.getByText("Vous et 3 adversaires").waitFor();
  assert.equal(await page.getByText("Sans compte").count(), 0, "told to somebody who has one");
  await page.goto(`${server.url}/people/hildegarde`);
  await page.getByText("· aucune partie encore").waitFor();
  await page.goto(`${server.url}/ranking`);
  await page.getByText("Personne n’a encore de rang").waitFor();
  await playRated(guest.context, 1);
  await page.goto(`${server.url}/people/hildegarde`);
  const gain = await page.locator(".v", { hasText: /^[+−]/ }).textContent();
  await page.goto(`${server.url}/ranking/byzanz`);
  await page.locator("tr.mine em", { hasText: gain }).waitFor(); // what a first game changed, too
  const last = await playRated(guest.context, 10);
  await page.goto(`${server.url}/t/${last}/fair`);
  await page.getByText(/identiques?\./).first().waitFor();
  assert.ok(await waitFor(() => guest.sent.some(({ type }) => type === "checked")), "who checks is remembered");
  await page.goto(`${server.url}/t/${last}`);
  await page.getByText("Votre cote").waitFor();
  await page.locator(".won").getByText("Plomb de douane").waitFor();
  await page.locator(".rk a", { hasText: "Hildegarde" }).waitFor();
  await looksRight(guest, "result-rated");

  await page.goto(`${server.url}/new`);
  await chooseRadio(page, "Classé");
  await page.getByText("Il fait bouger la cote").waitFor();
  await looksRight(guest, "new-rated");

  await page.goto(`${server.url}/ranking/byzanz`);
  await page.locator("tr.mine").waitFor();
  assert.equal(await page.locator("tr.mine .r").textContent(), "1");
  assert.equal(await page.locator("tr.bot").count(), 2);
  await looksRight(guest, "ranking");
  assert.ok((await smallest(guest.page)) >= 14, "the ruler can be read");
  await page.locator("tr.mine a").click();
  await page.getByRole("heading", { name: "Hildegarde" }).waitFor();
  await page.getByText("11 parties, aucune quittée").waitFor();
  assert.equal(await page.locator(".e").count(), 24);
  await page.locator(".e:not(.no)", { hasText: "Plomb de douane" }).waitFor();
  await looksRight(guest, "person");

  const phone = await invite(browser, { motion: true, viewport: PHONE, locale: "en-GB", colorScheme: "dark", name: "Berta" });
  await phone.page.goto(`${server.url}/people/hildegarde`);
  await phone.page.getByText("11 games, none abandoned").waitFor();
  await phone.page.getByText("Byzanz: get two lots of a game for nothing").waitFor(); // no French space before the colon
  await looksRight(phone, "person");
  await phone.page.getByRole("link", { name: "Invite to a table" }).click();
  await phone.page.locator(".btn.go:enabled").click();
  await phone.page.getByText("A seat is kept for Hildegarde.").waitFor();
  await phone.page.getByText("invited: this seat is kept").waitFor();
  await looksRight(phone, "waiting-invited");
  await page.getByText("Berta vous invite.").waitFor();
  await looksRight(guest, "invitation");
  await page.getByRole("link", { name: "Voir la table" }).click();
  // With every other seat taken the one kept for her is told to both, and is no free one.
  for (const seat of ["Seat 3", "Seat 4"]) await phone.page.getByLabel(seat).selectOption({ label: "Cabin boy" });
  await phone.page.locator(".go-box").getByText("We are waiting for Hildegarde.").waitFor();
  await page.locator(".go-box").getByText("On vous invite : votre place est gardée.").waitFor();
  assert.equal(await page.getByText("Toutes les places sont prises.").count(), 0);
  await phone.page.getByLabel("Seat 3").selectOption("");
  await page.getByRole("button", { name: /^S’asseoir ici|^Prendre place/ }).first().click();
  await phone.page.locator("li a", { hasText: "Hildegarde" }).waitFor();
  await phone.page.goto(`${server.url}/people/hildegarde`);
  await phone.page.getByRole("link", { name: "Ranking" }).click();
  await phone.page.getByRole("link", { name: "Byzanz" }).click();
  await phone.page.locator("tbody tr").first().waitFor();
  await looksRight(phone, "ranking");
  assert.ok((await smallest(phone.page)) >= 14, "the ruler can be read");
  await phone.page.goto(`${server.url}/people/nobody`);
  await phone.page.getByText("There is nobody of this name.").waitFor();
  assert.deepEqual([...guest.faults, ...phone.faults], []);
  await guest.context.close();
  await phone.context.close();
});
