/* Those who look: they are counted and talk among themselves, on a desktop and on a phone, while the one who
   plays sees how many they are and hears nothing; and the people of a table are muted and reported from its
   menu. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gather, Guest, Server } from "../server/harness.mjs";
import { assertNoSideways, hearingFaults, invite, openBrowser, PHONE, shot } from "./harness.mjs";

let server, browser;
const ended = [];
before(async () => {
  server = await Server.open({ after: (f) => ended.push(f) });
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  for (const f of ended) await f();
});

const panel = (page) => page.locator(".audience");
const field = (page) => page.getByRole("textbox", { name: "Écrire aux spectateurs" });

test("spectators are counted and talk among themselves; who plays is told how many they are", async () => {
  const guests = [];
  for (const name of ["Anna", "Bert", "Clara"]) guests.push(await Guest.arrive(server, name));
  const table = await gather(guests, { delay: 10 });
  const dora = await invite(browser, { name: "Dora" });
  const emil = await invite(browser, { name: "Emil", viewport: PHONE });
  const anna = await invite(browser);
  const [cookie, value] = guests[0].cookie.split("=");
  await anna.context.addCookies([{ name: cookie, value, url: server.url }]);
  for (const one of [dora, emil, anna]) await one.page.goto(`${server.url}/t/${table}`);

  await panel(dora.page).getByText("2 spectateurs").waitFor();
  await panel(dora.page).getByText("10 coups de retard").waitFor();
  await dora.page.getByRole("checkbox", { name: "Montrer mon nom parmi les spectateurs" }).check();
  await panel(anna.page).getByText("Dora et 1 autre").waitFor();
  await field(dora.page).fill("Cinq pour ces épices, moi je suivrais.");
  await field(dora.page).press("Enter");
  await emil.page.locator("nav.phone").getByRole("button", { name: /^Discuter/ }).click();
  await panel(emil.page).getByText("Cinq pour ces épices").waitFor();
  await field(emil.page).fill("Le marché est vide.");
  await emil.page.getByRole("button", { name: "Envoyer" }).click();
  await panel(dora.page).getByText("Le marché est vide.").waitFor();
  assert.equal(await panel(anna.page).getByText("épices").count(), 0);
  assert.equal(await field(anna.page).count(), 0);

  await shot(dora, "watch-spectator");
  await shot(emil, "watch-spectator");
  await shot(anna, "watch-player");
  for (const one of [dora, emil]) {
    await assertNoSideways(one, "a spectator");
    assert.deepEqual(await hearingFaults(one.page), []);
  }

  /* Emil does not want to hear Dora any more, and tells the house of Bert. */
  await emil.page.getByRole("button", { name: "Menu" }).click();
  await emil.page.getByRole("button", { name: "Faire taire Dora" }).click();
  await emil.page.getByRole("button", { name: "Pardonner Dora" }).waitFor();
  await emil.page.getByRole("button", { name: "Signaler Bert" }).click();
  await emil.page.getByRole("textbox", { name: /Qu’a fait Bert/ }).fill("Il triche.");
  await emil.page.getByRole("button", { name: "Envoyer le signalement" }).click();
  await emil.page.getByText("Qui tient cette maison le lira.").waitFor();
  await shot(emil, "watch-people");
  await assertNoSideways(emil, "the menu");
  assert.deepEqual(await hearingFaults(emil.page), []);
  await emil.page.getByRole("button", { name: "Fermer" }).click();
  await panel(emil.page).getByText("Le marché est vide.").waitFor();
  await panel(emil.page).getByText("Cinq pour ces épices").waitFor({ state: "detached" });
  for (const one of [dora, emil, anna]) assert.deepEqual(one.faults, []);
});

test("whoever looks some moves late is told so before the first of them is shown", async () => {
  const guests = [];
  for (const name of ["Anna", "Bert", "Clara", "Detlef"]) guests.push(await Guest.arrive(server, name));
  const dora = await invite(browser, { name: "Dora" });
  const emil = await invite(browser, { name: "Emil", viewport: PHONE, locale: "en-GB" });
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const table = await gather(guests, { game, delay: 200 });
    for (const one of [dora, emil]) await one.page.goto(`${server.url}/t/${table}`);
    const asked = dora.page.locator(".ask p");
    await asked.getByText("Vous regardez avec 200 coups de retard").waitFor();
    assert.match(await asked.innerText(), /^La partie a commencé\./, game);
    await emil.page.locator(".ask p").getByText("You watch 200 moves late: the first are shown soon.").waitFor();
    for (const one of [dora, emil]) {
      await shot(one, `watch-late-${game}`);
      await assertNoSideways(one, game);
      assert.deepEqual(one.faults, []);
    }
  }
});
