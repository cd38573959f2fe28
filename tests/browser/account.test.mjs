/* Accounts through the page: a guest opens one with a passkey (Chromium's own virtual authenticator),
   settles it, comes in from elsewhere, and leaves. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { newcomer } from "../server/accounts.mjs";
import { binary, DESKTOP, PHONE, assertNoSideways, hearingFaults, invite, lodge, shot, smallTargets } from "./harness.mjs";

const { server, browser } = await lodge();
const cookieOf = async () => (await fetch(server.url)).headers.get("set-cookie").split(";")[0];
let hosts = 0;
const url = server.url.replace("127.0.0.1", "localhost"); // passkeys need a name

/* A device with a finger that is always right. */
async function withKey(guest) {
  const cdp = await guest.context.newCDPSession(guest.page);
  await cdp.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return {
    credentials: async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
    give: (credential) => cdp.send("WebAuthn.addCredential", { authenticatorId, credential }),
  };
}

async function looksRight(guest, name) {
  await assertNoSideways(guest, name);
  assert.deepEqual(await hearingFaults(guest.page), [], name);
  if (guest.viewport.width < 700) assert.deepEqual(await smallTargets(guest.page), [], name);
  await shot(guest, name);
}

/* Writes down from now on whether the page, ever so shortly, takes itself to be without a server. */
const watchServer = ({ context }) =>
  context.addInitScript(() => {
    window.alone = [];
    const look = () => document.querySelector("header .offline") && window.alone.push(location.pathname);
    new MutationObserver(look).observe(document, { subtree: true, childList: true });
  });
const alone = ({ page }) => page.evaluate(() => window.alone);

const sent = (guest, type) => guest.sent.filter((one) => one.type === type).length;
const button = (page, name) => page.getByRole("button", { name, exact: true });

test("a guest opens an account with a passkey and keeps his table; his phone comes in with the same key", async () => {
  const guest = await invite(browser, { viewport: DESKTOP, name: "Anna" });
  await watchServer(guest);
  const { page } = guest;
  const key = await withKey(guest);
  await page.goto(`${url}/new`);
  await page.locator(".btn.go:enabled").click();
  await page.waitForURL(/\/t\//);
  const table = page.url();

  await page.goto(`${url}/account`);
  await page.locator("[data-code] span").nth(4).waitFor();
  const code = (await page.locator("[data-code] span").allTextContents()).join("-");
  assert.match(code, /^[2-9A-Z]{4}(-[2-9A-Z]{4}){4}$/);
  assert.equal(await page.getByLabel("Votre nom").inputValue(), "Anna");
  await looksRight(guest, "account-open");
  const go = button(page, "Ouvrir le compte");
  assert.ok(await go.isDisabled(), "the code must be in a safe place first");
  await page.getByLabel("J’ai mis le code en lieu sûr.").check({ force: true });
  await go.click();
  await page.getByRole("heading", { name: "Votre compte" }).waitFor();
  await page.getByText("1 clé d’accès").waitFor();
  const [made] = await key.credentials();
  assert.deepEqual(await alone(guest), []);
  await button(page, "Ajouter une clé d’accès").click();
  await page.getByText("Cet appareil a déjà une clé de ce compte.").waitFor();
  assert.deepEqual((await key.credentials()).map(({ credentialId }) => credentialId), [made.credentialId], "a second key would end the first");
  await looksRight(guest, "account-settings");
  await page.goto(table);
  await page.locator(".seat, .tx").getByText("Anna").first().waitFor();

  const phone = await invite(browser, { viewport: PHONE, colorScheme: "dark", name: "Hanna" });
  const other = await withKey(phone);
  for (const credential of await key.credentials()) await other.give(credential);
  await phone.page.goto(`${url}/new`);
  await phone.page.locator(".btn.go:enabled").click();
  await phone.page.waitForURL(/\/t\//);
  const brought = new URL(phone.page.url()).pathname;
  await phone.page.goto(`${url}/sign-in`);
  const bring = phone.page.getByLabel("Emporter 1 table où je joue ici sans compte");
  await bring.waitFor({ state: "attached" });
  assert.ok(await bring.isChecked());
  await looksRight(phone, "account-sign-in");
  await button(phone.page, "Utiliser une clé d’accès").click();
  await phone.page.getByRole("heading", { name: "Votre compte" }).waitFor();
  await phone.page.locator(".dv .tag.ok").waitFor();
  assert.equal(await phone.page.locator(".dv", { hasText: "Linux" }).filter({ hasText: "clé d’accès ·" }).count(), 0);
  await looksRight(phone, "account-settings");
  await page.goto(`${url}/games`); // on the other device
  await page.locator(`a[href="${brought}"]`).first().waitFor();
  await phone.page.goto(table);
  await phone.page.getByText("Anna").first().waitFor();

  await phone.page.goto(`${url}/account`);
  await button(phone.page, "Déconnecter partout").click();
  await phone.page.waitForURL(`${url}/`);
  await page.goto(`${url}/account`);
  await page.getByRole("heading", { name: "Ouvrir un compte" }).waitFor();
  assert.deepEqual([...guest.faults, ...phone.faults], []);
  await guest.context.close();
  await phone.context.close();
});

test("with a password, in English, on a phone: refusals are told, data is taken along, the account goes", async () => {
  const guest = await invite(browser, { viewport: PHONE, locale: "en-GB" });
  await watchServer(guest);
  const { page } = guest;
  await page.goto(`${url}/account`);
  await page.locator("[data-code] span").nth(4).waitFor();
  await page.getByLabel("Your name").fill("Anna");
  await page.getByRole("radio", { name: /^A password/ }).check({ force: true });
  await page.getByLabel("Password", { exact: true }).fill("rope and capstan");
  await page.getByLabel("I have put the code in a safe place.").check({ force: true });
  await looksRight(guest, "account-open");
  await button(page, "Open the account").click();
  await page.getByText("Somebody has this name, or one that looks like it.").waitFor();
  await page.getByLabel("Your name").fill("Berenike");
  await button(page, "Open the account").click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();

  const file = page.waitForEvent("download");
  await button(page, "Export").click();
  const text = await (await file).createReadStream().then(async (stream) => Buffer.concat(await stream.toArray()).toString());
  assert.equal(JSON.parse(text).name, "Berenike");

  await button(page, "New code").click();
  await page.locator("[data-code] span").nth(4).waitFor();
  const code = (await page.locator("[data-code] span").allTextContents()).join("-");
  await button(page, "I have put the code in a safe place.").click();
  await page.locator("[data-code]").waitFor({ state: "detached" });
  await button(page, "Change").click();
  await page.getByLabel("Old password").fill("rope and capstan");
  await page.getByLabel("New password").fill("hemp and halyards");
  await button(page, "Keep this password").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await button(page, "Sign out").click();
  await page.waitForURL(`${url}/`);
  assert.deepEqual(await alone(guest), []);
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Your name").fill("Berenike");
  await page.getByLabel("Password").last().fill("rope and capstan");
  await button(page, "Sign in").click();
  await page.getByText("The name or the password is wrong.").waitFor();
  await page.getByRole("radio", { name: "Recovery code" }).check({ force: true });
  await page.getByLabel("Recovery code").last().fill(code);
  await button(page, "Sign in").click();
  await page.getByRole("heading", { name: "Your new recovery code" }).waitFor();
  assert.notEqual((await page.locator("[data-code] span").allTextContents()).join("-"), code);
  assert.deepEqual(await alone(guest), []);
  await button(page, "Change").click();
  await page.getByLabel("New password").fill("tar and tackles");
  assert.equal(await page.getByLabel("Old password").count(), 0, "who came in with the code may have forgotten it");
  await button(page, "Keep this password").click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await page.getByRole("switch", { name: /My public page/ }).uncheck();
  await button(page, "Delete the account…").click();
  await looksRight(guest, "account-delete");
  await page.getByLabel(/Write/).fill("Berenike");
  await button(page, "Delete for good").click();
  await page.waitForURL(`${url}/`);
  assert.equal(sent(guest, "delete"), 1);
  await page.goto(`${url}/account`);
  await page.getByRole("heading", { name: "Open an account" }).waitFor();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

/* Somebody without an account before a table that takes one; its address. */
async function ratedTable() {
  const host = await newcomer({ url: server.url, ws: `${server.url.replace("http", "ws")}/ws`, cookie: cookieOf }, `Hôte ${++hosts}`);
  const { table } = await host.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true, rated: true, time: "bank:600+15", title: `Table ${hosts}` });
  return { host, path: `/t/${table}` };
}

test("who comes to his account from a table goes back to it, whichever way he came in", async () => {
  const { host, path } = await ratedTable();
  const guest = await invite(browser, { viewport: PHONE, name: "Zoé" });
  const { page } = guest;
  await page.goto(`${server.url}${path}`);
  await page.locator(".go-box").getByRole("link", { name: "Avec un compte" }).click();
  await page.locator("[data-code] span").nth(4).waitFor();
  const code = (await page.locator("[data-code] span").allTextContents()).join("-");
  await page.getByRole("radio", { name: /^Un mot de passe/ }).check({ force: true });
  await page.getByLabel("Mot de passe", { exact: true }).fill("corde et cabestan");
  await page.getByLabel("J’ai mis le code en lieu sûr.").check({ force: true });
  await button(page, "Ouvrir le compte").click();
  await page.waitForURL(`**${path}`);
  await page.getByRole("button", { name: /S’asseoir ici/ }).first().waitFor();

  for (const [way, secret] of [["Mot de passe", "corde et cabestan"], ["Code de secours", code]]) {
    const other = await invite(browser, { viewport: DESKTOP });
    await other.page.goto(`${server.url}/lobby`);
    await other.page.locator("article.r", { hasText: `Table ${hosts}` }).getByRole("link", { name: "Avec un compte" }).click();
    await other.page.getByRole("link", { name: /Connectez-vous/ }).click();
    await other.page.getByLabel("Votre nom").fill("Zoé");
    await other.page.getByRole("radio", { name: way }).check({ force: true });
    await other.page.getByLabel(way, { exact: true }).and(other.page.locator("input.field-line")).fill(secret);
    await button(other.page, "Se connecter").click();
    if (secret === code) {
      await other.page.getByText("Votre nouveau code de secours").waitFor(); // read before all else
      await other.page.getByRole("link", { name: "Voir la table" }).click();
    }
    await other.page.waitForURL(`**${path}`);
    await other.page.getByRole("button", { name: /S’asseoir ici/ }).first().waitFor();
    assert.deepEqual(other.faults, []);
    await other.context.close();
  }
  await host.leave();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("who is signed out from elsewhere is told so at the table he sits at, not who signs out", async () => {
  const { host, path } = await ratedTable();
  const [name, value] = host.cookie.split("=");
  const [one, two] = await Promise.all([invite(browser), invite(browser, { viewport: PHONE })]);
  await one.context.addCookies([{ name, value, url: server.url }]);
  await two.page.goto(`${server.url}/sign-in`);
  await two.page.getByLabel("Votre nom").fill(host.person.name);
  await two.page.getByLabel("Mot de passe", { exact: true }).and(two.page.locator("input.field-line")).fill("corde et cabestan");
  await button(two.page, "Se connecter").click();
  await one.page.goto(`${server.url}${path}`);
  await one.page.locator("li.own").waitFor();
  const told = /Vous êtes déconnecté ici/;
  await button(two.page, "Déconnecter partout").click();
  await two.page.waitForURL(`${server.url}/`);
  await one.page.getByText(told).waitFor();
  await shot(one, "account-signed-out");
  await one.page.locator("li.own").waitFor({ state: "detached" });
  assert.equal(await two.page.getByText(told).count(), 0);
  assert.deepEqual([...one.faults, ...two.faults], []);
  await Promise.all([host.leave(), one.context.close(), two.context.close()]);
});

test("who is kept out reads so", async () => {
  const guest = await invite(browser, { name: "Gaspard" });
  const { page } = guest;
  await page.goto(`${url}/new`);
  await page.locator(".btn.go:enabled").click();
  await page.waitForURL(/\/t\//);
  const { person } = guest.frames.find((frame) => frame.type === "welcome");
  spawnSync(binary, ["admin", "ban", person.id, "--data", server.data]);
  await page.getByText("Qui tient cette maison vous a prié de rester dehors.").waitFor();
  await guest.context.close();
});

test("the server goes away while somebody opens an account: what he wrote stays, and he is told of the other code", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(`${url}/account`);
  await page.locator("[data-code] span").nth(4).waitFor();
  await page.getByLabel("Votre nom").fill("Clémence");
  await page.getByLabel("J’ai mis le code en lieu sûr.").check({ force: true });
  await server.kill();
  await page.locator("header .offline").waitFor();
  await server.start();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("La liaison s’est rompue, et voici un autre code").waitFor();
  assert.equal(await page.getByLabel("Votre nom").inputValue(), "Clémence");
  assert.equal(await page.getByLabel("J’ai mis le code en lieu sûr.").isChecked(), false);
  await guest.context.close();
});
