/* A push arrives at a real service worker with the page closed, as far as that can be without a push service:
   the browser itself delivers it. It has no content; the worker asks the server what waits, shows the title
   of the table and nothing of the game. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gather, Guest, Server } from "../server/harness.mjs";
import { invite, openBrowser, waitFor, WHOLE } from "./harness.mjs";

let server, browser;
const ended = [];
before(async () => {
  server = await Server.open({ after: (f) => ended.push(f) });
  browser = await openBrowser(WHOLE);
});
after(async () => {
  await browser?.close();
  for (const f of ended) await f();
});

test("a push without content shows which table waits, as the server says it", async () => {
  const guests = [];
  for (const name of ["Anna", "Bert", "Clara"]) guests.push(await Guest.arrive(server, name));
  const table = await gather(guests, { title: "Port-Louis" });
  const mover = guests.find((guest) => guest.owes);
  const one = await invite(browser, { motion: true, serviceWorkers: "allow" });
  const [name, value] = mover.cookie.split("=");
  await one.context.addCookies([{ name, value, url: server.url }]);
  await one.context.grantPermissions(["notifications"], { origin: server.url });
  await one.page.goto(`${server.url}/games`);
  await one.page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await one.page.getByRole("switch", { name: "M’appeler sur cet appareil" }).click();
  // What the worker will know of it.
  await one.page.waitForFunction(async () => (await (await caches.match("/spoken"))?.text()) === "fr");

  const wire = await one.context.newCDPSession(one.page);
  let registration = null;
  wire.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    registration = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registration;
  });
  await wire.send("ServiceWorker.enable");
  assert.ok(await waitFor(() => registration !== null), "the worker is registered");
  const shown = () =>
    one.page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const list = await (await navigator.serviceWorker.ready).getNotifications();
      return { state: active?.state, list: list.map(({ title, body, data }) => ({ title, body, data })) };
    });
  await wire.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId: registration, data: "" });
  let now = await shown();
  for (let i = 0; i < 1000 && now.list.length === 0; i++) {
    await one.page.waitForTimeout(50);
    now = await shown();
  }
  // In the language the page is read in, whatever the browser itself speaks.
  assert.deepEqual(now.list, [{ title: "C’est à vous", body: "Port-Louis", data: `/t/${table}` }]);
  // A browser of tests has no push service, and says so.
  assert.deepEqual(one.faults.filter((fault) => !/Push API in incognito/.test(fault)), []);
});
