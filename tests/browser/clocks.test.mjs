/* People at one table: a clock that runs out, an absence and what the table does about it, an order set
   ahead. Two or three real pages at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertNoSideways, hearingFaults, invite, last, lodge, PHONE, shot, waitFor, WebSocket } from "./harness.mjs";

const { server, browser } = await lodge(0, ["--minute", "4", "--grace", "30"]);

/* Anna opens a table of Byzanz through the page, with this clock, and the others sit down. */
async function together(names, { clock, size } = {}) {
  const guests = await Promise.all(names.map((name) => invite(browser, { name, ...(size ? { viewport: size } : {}) })));
  const [host, ...rest] = guests;
  await host.page.goto(`${server.url}/new?game=byzanz`);
  const radio = (name) => host.page.getByRole("radio", { name, exact: true }).and(host.page.locator(":enabled")).check({ force: true });
  await radio(String(names.length));
  if (clock) for (const name of clock) await radio(name);
  await host.page.getByRole("button", { name: "Ouvrir la table" }).and(host.page.locator(":enabled")).click();
  await host.page.waitForURL(/\/t\//);
  for (const [i, guest] of rest.entries()) {
    await guest.page.goto(host.page.url());
    await guest.page.getByRole("button", { name: /asseoir/i }).first().click();
    assert.ok(await waitFor(() => last(guest)?.summary.seat === i + 1));
  }
  for (const guest of guests) await guest.page.locator("[data-phase]").waitFor();
  return guests;
}

const byTurn = (guests) => guests[last(guests[0]).window.turn[0]];
const clean = (guests) => assert.deepEqual(guests.flatMap((g) => g.faults), []);

test("a clock stands beside each seat, and at zero a machine makes the decision", async () => {
  const guests = await together(["Anna", "Bert", "Chloé"], { clock: ["Par coup", "2 min"] });
  const slow = byTurn(guests);
  const other = guests.find((g) => g !== slow);
  assert.equal(await other.page.locator(".seats .clock").count(), 3);
  await other.page.locator(".seats .clock.runs").first().waitFor();
  assert.match(await other.page.locator("header.bar").innerText(), /2 min par coup/);
  await shot(other, "clocks-clock");
  await other.page.getByText(/Le temps .* est écoulé/).first().waitFor();
  await slow.page.getByText("Entre-temps, on a joué pour vous.").waitFor();
  await slow.page.getByRole("button", { name: "Ce qui a été joué" }).click();
  await slow.page.getByRole("dialog").getByRole("listitem").first().waitFor();
  await slow.page.getByRole("button", { name: "Continuer" }).click();
  clean(guests);
  await Promise.all(guests.map((g) => g.context.close()));
});

test("somebody is gone: those present choose, a machine plays, and he takes his seat back", async () => {
  const guests = await together(["Anna", "Bert", "Chloé"]);
  const gone = byTurn(guests);
  const url = gone.page.url();
  const [one, two] = guests.filter((g) => g !== gone);
  await gone.page.goto(`${server.url}/rules`);
  for (const g of [one, two]) await g.page.locator(".ballot").waitFor();
  assert.equal(await one.page.locator(".seat.missed").count(), 1);
  await one.page.locator("[data-vote=bot]").click();
  await two.page.getByText(/propose qu’une machine joue/).waitFor();
  assert.deepEqual(await hearingFaults(two.page), []);
  await shot(two, "clocks-ballot");
  await two.page.setViewportSize(PHONE);
  await assertNoSideways(two, "ballot");
  assert.deepEqual(await hearingFaults(two.page), []);
  await two.page.locator("[data-vote=bot]").click();
  await one.page.getByText(/La table laisse une machine jouer/).waitFor();
  await gone.page.goto(url);
  await gone.page.getByRole("button", { name: "Reprendre ma place" }).click();
  await gone.page.getByText("Entre-temps, on a joué pour vous.").waitFor();
  clean(guests);
  await Promise.all(guests.map((g) => g.context.close()));
});

test("where a clock runs, the table says that it waits for who is not here", async () => {
  const guests = await together(["Anna", "Bert", "Chloé"], { clock: ["Réserve"] });
  const gone = byTurn(guests);
  const other = guests.find((g) => g !== gone);
  await other.page.getByText(`${gone.name} réfléchit.`).waitFor();
  await gone.page.goto(`${server.url}/rules`);
  await other.page.getByText(`On attend ${gone.name}, qui n’est pas là.`).waitFor();
  await other.page.locator(".ladder").getByText("pas là").waitFor();
  clean(guests);
  await Promise.all(guests.map((g) => g.context.close()));
});

test("an order set ahead acts by itself, and the other page never hears of it", async () => {
  const guests = await together(["Anna", "Bert", "Chloé"]);
  const first = byTurn(guests);
  const second = guests[(guests.indexOf(first) + 1) % 3];
  await second.page.locator("[data-order=open]").click();
  const proposed = () => second.page.locator(".order output").textContent();
  assert.equal(await proposed(), "3");
  assert.deepEqual(await hearingFaults(second.page), []);
  await shot(second, "clocks-order");
  await second.page.getByLabel("Que faire").selectOption({ label: "Passer" });
  await second.page.locator("[data-order=set]").click();
  await second.page.getByText("À mon tour : passer.").waitFor();
  await second.page.locator("[data-order=back]").click();
  await second.page.locator("[data-order=open]").click();
  await second.page.locator("[data-order=set]").click();
  await second.page.locator(".order.set").waitFor();
  await second.page.setViewportSize(PHONE);
  await assertNoSideways(second, "order");
  assert.deepEqual(await hearingFaults(second.page), []);
  await shot(second, "clocks-order-set");
  await first.page.locator("[data-act=pass]").click();
  const seat = guests.indexOf(second);
  assert.ok(await waitFor(() => last(first)?.events.some((e) => e.kind === "pass" && e.seat === seat)));
  assert.ok(await waitFor(() => last(second)?.window.ordered !== null));
  for (const g of guests.filter((one) => one !== second))
    assert.ok(g.frames.every((frame) => !frame.window?.order && !frame.window?.ordered));
  clean(guests);
  await Promise.all(guests.map((g) => g.context.close()));
});

/* Somebody who has a socket and no page: he opens a table with a clock, leaves its first seat to who comes,
   and stays. */
function host(game, players, options) {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws`);
  const say = (message) => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (bytes) => {
      const message = JSON.parse(bytes.toString());
      const seats = ["open", "me", ...Array(players - 2).fill("greedy")];
      if (message.type === "error") reject(new Error(message.why));
      if (message.type === "welcome") say({ type: "open", game, players, options, seats, time: "bank:3600+0" });
      if (message.type === "opened") say({ type: "enter", table: message.table });
      if (message.type === "table") resolve({ table: message.summary.id, leave: () => socket.close() });
    });
  });
}

/* Clocks that can be read: within the window, and nothing lies over them. */
const readable = (page) =>
  page.getByRole("timer").evaluateAll((all) =>
    all.filter((clock) => {
      const { x, y, width, height } = clock.querySelector("b").getBoundingClientRect();
      return width > 10 && clock.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).length,
  );

for (const [game, players, options] of [
  ["batavia", 5, {}],
  ["voc", 4, { rules: "basic" }],
])
  test(`on a phone, upright and on its side, the clocks of ${game} are in view`, async () => {
    const { table, leave } = await host(game, players, options);
    const anna = await invite(browser, { name: "Anna", viewport: PHONE });
    await anna.page.goto(`${server.url}/t/${table}`);
    await anna.page.getByRole("button", { name: /asseoir/i }).first().click();
    await anna.page.locator("[data-phase]").waitFor();
    for (const viewport of [PHONE, { width: 844, height: 390 }]) {
      await anna.page.setViewportSize((anna.viewport = viewport));
      await anna.page.getByRole("timer").first().waitFor();
      assert.equal(await readable(anna.page), 2, `${viewport.width} px wide: mine and that of the other person`);
      await assertNoSideways(anna, "clocks");
      await shot(anna, `clocks-${game}`);
    }
    assert.deepEqual(await hearingFaults(anna.page), []);
    clean([anna]);
    await anna.context.close();
    leave();
  });
