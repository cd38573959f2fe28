/* « Vérifier cette partie »: the page mixes in a grain of its own when it sits down, keeps the seal it was
   shown, and draws the finished game again by itself; a lie is found and named. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { assertNoSideways, hearingFaults, invite, lodge, PHONE, playedOut, shot, sleep, smallTargets } from "./harness.mjs";

const WebSocket = createRequire(new URL("../../web/package.json", import.meta.url))("ws");
const { server, browser } = await lodge();

/* The person's own session says that he leaves: bots play his game to its end, when its record is told. */
async function leave(guest, table) {
  const cookies = await guest.context.cookies();
  const header = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`, { headers: { Cookie: header } });
  await new Promise((go) => socket.once("message", go));
  const ask = (message, re) => {
    socket.send(JSON.stringify({ ...message, table, re }));
    return new Promise((go) => {
      socket.on("message", (bytes) => {
        const answer = JSON.parse(bytes.toString());
        if (answer.re === re) go(answer);
      });
    });
  };
  await ask({ type: "leave" }, 1);
  for (let re = 2; (await ask({ type: "record" }, re)).type === "error"; re++) await sleep(50);
  socket.close();
}

const clean = async (guest, where) => {
  await assertNoSideways(guest, where);
  assert.deepEqual(await hearingFaults(guest.page), [], where);
  assert.deepEqual(await smallTargets(guest.page), [], where);
  await shot(guest, where);
};

test("a game played in the page is checked in the page", async () => {
  const guest = await invite(browser, { motion: true, name: "Anna" });
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("button", { name: "Commencer une partie de Byzanz" }).click();
  await page.waitForURL(/\/t\//);
  const table = new URL(page.url()).pathname.split("/")[2];
  const opening = guest.sent.find((message) => message.type === "open");
  assert.match(opening.nonce, /^[0-9a-f]{32}$/, "the page mixes in a grain of its own");
  await page.goto(`${server.url}/rules`); // the table would show every move at its pace
  await leave(guest, table);
  await page.goto(`${server.url}/t/${table}`);
  await page.locator("main.result").waitFor();
  await page.getByRole("link", { name: "Vérifier cette partie" }).click();
  await page.getByRole("heading", { level: 1, name: /tirages refaits, \d+ identiques\./ }).waitFor();
  assert.match(await page.locator(".chain").innerText(), /le cachet montré à ce navigateur/);
  assert.match(await page.locator(".gr").innerText(), /Anna ce navigateur/);
  await clean(guest, "fair");

  await page.getByRole("button", { name: "Essayer" }).click();
  await page.getByRole("heading", { level: 1, name: /diffère/ }).waitFor();
  await page.locator("tr.at .okt.wrong").waitFor();
  assert.match(await page.locator("tr.at .okt.wrong").innerText(), /au lieu d/);
  await clean(guest, "fair-lie");

  await page.getByRole("button", { name: "Vérifier la vraie partie" }).click();
  await page.getByRole("heading", { level: 1, name: /identiques/ }).waitFor();
  assert.deepEqual(guest.faults, []);
});

test("every game is drawn again, on a phone", async () => {
  const guest = await invite(browser, { motion: true, viewport: PHONE, locale: "en-GB" });
  for (const [game, players] of [["voc", 4], ["comptoir", 3], ["batavia", 3]]) {
    const { id } = await playedOut(server, { game, players });
    await guest.page.goto(`${server.url}/t/${id}/fair`);
    await guest.page.getByRole("heading", { level: 1, name: /draws made again, \d+ identical\./ }).waitFor();
    await guest.page.getByRole("slider").press("End");
    await clean(guest, `fair-${game}`);
  }
  assert.deepEqual(guest.faults, []);
});
