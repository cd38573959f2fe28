/* Who opens a table for friends finds the link to send before anything else, and who comes by it the seat to
   take, whatever the screen. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gather, Guest, Server } from "../server/harness.mjs";
import { assertNoSideways, DESKTOP, hearingFaults, invite, last, openBrowser, PHONE, shot, smallTargets, waitFor } from "./harness.mjs";

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

const TABLET = { width: 768, height: 1024 };
const SIDE = { width: 844, height: 390 };

const opened = async (guest) => {
  await guest.page.goto(`${server.url}/new/voc`);
  await guest.page.getByRole("button", { name: "Ouvrir la table" }).and(guest.page.locator(":enabled")).click();
  await guest.page.getByLabel("Lien d’invitation").waitFor();
  return guest.page.url();
};

/* Those of these things that are not wholly in the window before anything is scrolled. */
const below = async (page, things) => {
  const outside = [];
  for (const thing of things) {
    const box = await thing.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > page.viewportSize().height) outside.push(`${thing}: ${JSON.stringify(box)}`);
  }
  return outside;
};

test("the link stands before the seats where who opened the table waits for friends, and is sent as the device sends", async () => {
  const host = await invite(browser, { name: "Anna", viewport: PHONE });
  await host.context.addInitScript(() => {
    navigator.share = async (what) => void (window.sent = what);
  });
  const url = await opened(host);
  const { page } = host;
  for (const viewport of [PHONE, TABLET]) {
    await page.setViewportSize((host.viewport = viewport));
    const link = await page.getByLabel("Lien d’invitation").boundingBox();
    const seats = await page.getByRole("heading", { name: "Les places" }).boundingBox();
    assert.ok(link.y < seats.y, `${viewport.width} px wide: the link is at ${link.y}, the seats at ${seats.y}`);
    await assertNoSideways(host, "waiting room");
    assert.deepEqual(await hearingFaults(page), []);
    assert.deepEqual(await smallTargets(page), []);
    await shot(host, "invitation-host");
  }
  await page.getByRole("button", { name: "Envoyer le lien…" }).click();
  assert.equal((await page.evaluate(() => window.sent)).url, url);
  assert.deepEqual(host.faults, []);
  await host.context.close();
});

test("on a phone on its side who is invited sees the free seats without a search", async () => {
  const host = await invite(browser, { name: "Anna" });
  const url = await opened(host);
  const guest = await invite(browser, { name: "Louis", viewport: SIDE });
  await guest.page.goto(url);
  const free = guest.page.getByRole("button", { name: /S’asseoir ici/ }).first();
  await free.waitFor();
  assert.deepEqual(await below(guest.page, [free, guest.page.getByText("On vous invite. Prenez place.")]), []);
  await assertNoSideways(guest, "waiting room");
  assert.deepEqual(await hearingFaults(guest.page), []);
  await shot(guest, "invitation-guest");
  await free.click();
  await host.page.locator(".tx b").getByText("Louis", { exact: true }).waitFor();
  assert.deepEqual([...host.faults, ...guest.faults], []);
  await Promise.all([host, guest].map(({ context }) => context.close()));
});

test("on a tablet no word of a new table and no page of the bar is cut", async () => {
  const guest = await invite(browser, { name: "Anna", viewport: TABLET });
  const { page } = guest;
  await page.goto(`${server.url}/new`);
  await page.locator(".btn.go:enabled").waitFor();
  const cut = await page.evaluate(() => {
    const wide = (e) => e.scrollWidth > e.clientWidth + 1;
    const tall = (e) => e.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(e).lineHeight);
    return [
      ...[...document.querySelectorAll("header nav, header .me span")].filter(wide),
      ...[...document.querySelectorAll(".sts .tx b")].filter(tall),
    ].map((e) => e.textContent.trim());
  });
  assert.deepEqual(cut, []);
  await assertNoSideways(guest, "new table");
  await shot(guest, "invitation-new-table");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("my games tell how long is left, the most pressing first", async () => {
  const people = [];
  for (const name of ["Anna", "Bert", "Clara"]) people.push(await Guest.arrive(server, name));
  for (const time of ["none", "slow:72", "slow:24"]) await gather(people, { time, title: time });
  const mover = people[people[0].table.window.turn[0]];
  const guest = await invite(browser, { viewport: PHONE });
  const [name, value] = mover.cookie.split("=");
  await guest.context.addCookies([{ name, value, url: server.url }]);
  await guest.page.goto(`${server.url}/games`);
  await guest.page.getByText("23 h 59 min").waitFor();
  await guest.page.getByText("2 j 23 h").waitFor();
  const titles = await guest.page.locator(".g.me h3 span").allTextContents();
  const timed = ["slow:24", "slow:72", "none"].filter((title) => titles.includes(title));
  assert.ok(titles.length > 0);
  assert.deepEqual(titles, timed, "what runs out first stands first");
  for (const viewport of [PHONE, TABLET, DESKTOP]) {
    await guest.page.setViewportSize((guest.viewport = viewport));
    await assertNoSideways(guest, "my games");
    const struck = await guest.page.locator(".g").evaluateAll((rows) =>
      rows.filter((row) => {
        const number = row.querySelector(".clock b")?.getBoundingClientRect();
        const end = row.querySelector(".end").getBoundingClientRect();
        return number && number.right > end.left && number.bottom > end.top && number.top < end.bottom;
      }).length,
    );
    assert.equal(struck, 0, "a clock runs into a button");
    assert.deepEqual(await hearingFaults(guest.page), []);
    await shot(guest, "invitation-my-games");
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
  for (const one of people) await one.leave();
});

test("who takes a move back is told to the others", async () => {
  const anna = await invite(browser, { name: "Anna", reducedMotion: "reduce" });
  const louis = await invite(browser, { name: "Louis", viewport: PHONE, reducedMotion: "reduce" });
  await anna.page.goto(`${server.url}/new`);
  await anna.page.getByRole("radio", { name: "3", exact: true }).and(anna.page.locator(":enabled")).check({ force: true });
  await anna.page.getByRole("combobox", { name: "Place 3" }).selectOption("novice");
  await anna.page.getByRole("button", { name: "Ouvrir la table" }).click();
  await anna.page.getByLabel("Lien d’invitation").waitFor();
  await louis.page.goto(anna.page.url());
  await louis.page.getByRole("button", { name: /S’asseoir ici/ }).click();
  const guests = [anna, louis];
  for (const { page } of guests) await page.locator("[data-phase]").waitFor();
  /* They pass until one of them may take his move back while the other is asked. */
  let back;
  for (let i = 0; i < 60 && !back; i++) {
    assert.ok(await waitFor(() => last(anna).window.turn[0] < 2 && last(anna).at === last(louis).at));
    const one = guests[last(anna).window.turn[0]];
    const { moves } = last(one).window;
    const other = guests.find((guest) => guest !== one);
    const before = last(one).at;
    if (!moves.includes("pass")) break;
    await one.page.locator("[data-act=pass]").click();
    assert.ok(await waitFor(() => last(one).at > before && last(other).at === last(one).at));
    if (last(one).window.undo.can && last(one).window.turn[0] === guests.indexOf(other)) back = { one, other };
  }
  assert.ok(back, "nobody could take a move back");
  const { one, other } = back;
  await one.page.getByRole("button", { name: "Reprendre votre dernier coup" }).click();
  await other.page.locator(".herald").getByText(`${one.name} reprend son coup.`).waitFor();
  await shot(other, "invitation-undo");
  assert.equal(await one.page.locator(".herald").count(), 0, "who did it knows");
  assert.deepEqual([...anna.faults, ...louis.faults], []);
  await Promise.all(guests.map(({ context }) => context.close()));
});
