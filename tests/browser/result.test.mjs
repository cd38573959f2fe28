/* The end of a game on the page: who won, where it all came from, and the record to keep. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  assertNoSideways,
  binary,
  company,
  DESKTOP,
  hearingFaults,
  invite,
  lodge,
  paged,
  PHONE,
  playedOut,
  rest,
  shot,
  SMALL,
} from "./harness.mjs";
import { dice, play } from "../server/harness.mjs";

const { server, browser } = await lodge();

/* Games of bots end as they end: plays until one ended as the test needs it. */
async function until(opening, wanted) {
  for (let i = 0; i < 30; i++) {
    const table = await playedOut(server, opening);
    if (wanted(table)) return table;
  }
  return assert.fail("no game ended in this way");
}

/* The result page of a finished table, as this guest reads it. */
async function read(guest, id) {
  const { page } = guest;
  await page.goto(`${server.url}/t/${id}`);
  await page.locator("main.result").waitFor();
  await rest(guest);
  await assertNoSideways(guest, "result");
  assert.deepEqual(await hearingFaults(page), []);
  const text = (found) => found.evaluateAll((all) => all.map((e) => e.textContent.trim()));
  const chart = page.locator(".box svg[role=img]");
  return {
    headline: await page.locator("main h2").textContent(),
    facts: await page.locator("main h2 + p").textContent(),
    ranks: await text(page.locator(".rk .no")),
    names: await text(page.locator(".rk .nm b")),
    totals: (await text(page.locator(".rk .tt"))).map(Number),
    notes: await text(page.locator(".rk .nm small")),
    course: (await chart.count()) > 0 ? await chart.getAttribute("aria-label") : "",
  };
}

/* What the course of the game ends with is what everybody has. */
function assertCourse(shown, { summary, window }) {
  for (const { seat, points } of window.scores)
    assert.match(shown.course, new RegExp(`[:,] ${summary.seats[seat].name} ${points}(,|$)`));
}

const lost = ({ window }) => window.scores.every((score) => score.rank > 1);
const amsterdam = ({ events }) => events.filter((event) => event.kind === "amsterdam").at(-1)?.n ?? 0;

for (const viewport of [DESKTOP, PHONE, SMALL])
  test(`VOC!, ${viewport.width} px: where Amsterdam wins, the page says so and everyone has lost`, async () => {
    const table = await until({ game: "voc", players: 5, bot: "random", title: "Zélande" }, lost);
    const most = Math.max(...table.window.scores.map((score) => score.points));
    const guest = await invite(browser, { viewport });
    const shown = await read(guest, table.id);
    const plain = shown.headline.replace(/\s/g, " ");
    assert.equal(
      plain,
      `Amsterdam l’emporte : ${amsterdam(table)} daalders contre ${most}. Tout le monde a perdu.`,
    );
    assert.equal(shown.names[0], "Amsterdam");
    assert.equal(shown.ranks[0], "1");
    assert.equal(shown.totals[0], amsterdam(table));
    assert.equal(shown.names.length, 6, "the players are ranked behind it");
    assert.ok(shown.ranks.slice(1).every((rank) => Number(rank) > 1));
    assertCourse(shown, table);
    await shot(guest, "voc-amsterdam");
    const english = await invite(browser, { viewport, locale: "en-GB", colorScheme: "dark" });
    const told = await read(english, table.id);
    assert.equal(told.headline, `Amsterdam wins, ${amsterdam(table)} daalders to ${most}. Everyone has lost.`);
    await shot(english, "voc-amsterdam-night");
    assert.deepEqual([...guest.faults, ...english.faults], []);
    await guest.context.close();
    await english.context.close();
  });

for (const rules of ["basic", "advanced"])
  test(`VOC!, ${rules}: a player’s victory tells where Amsterdam stopped, and every daalder is accounted for`, async () => {
    const opening = { game: "voc", players: 4, options: { rules } };
    const table = await until(opening, (one) => !lost(one));
    const guest = await invite(browser);
    const shown = await read(guest, table.id);
    assert.match(shown.headline, /gagne|partagent/);
    assert.match(shown.facts, new RegExp(`Amsterdam s’arrête à ${amsterdam(table)}$`));
    assert.match(shown.facts, /\d+ années/);
    assert.equal(shown.ranks[0], "1");
    const at = shown.names.indexOf("Amsterdam");
    assert.ok(at > 0, "Amsterdam stands among the players");
    assert.equal(shown.ranks[at], "", "but has no rank");
    assert.equal(shown.totals[at], amsterdam(table));
    assert.deepEqual(shown.totals, [...shown.totals].sort((a, b) => b - a));
    assertCourse(shown, table);
    await shot(guest, `voc-result-${rules}`);
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("VOC!: who could not pay is told to be out of the game", async () => {
  const broke = ({ events }) => events.filter((event) => event.kind === "broke");
  const opening = { game: "voc", players: 3, options: { rules: "advanced" }, bot: "random" };
  const table = await until(opening, (one) => broke(one).length > 0);
  const guest = await invite(browser, { viewport: PHONE });
  const shown = await read(guest, table.id);
  const out = shown.notes.filter((note) => /Hors jeu/.test(note));
  assert.equal(out.length, broke(table).length);
  assertCourse(shown, table);
  await shot(guest, "voc-broke");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

for (const game of ["byzanz", "batavia", "comptoir", "voc"])
  test(`${game}: the course ends at the scores, and the record can be downloaded and replayed`, async () => {
    const table = await playedOut(server, { game, players: 4 });
    const guest = await invite(browser);
    const { page } = guest;
    assertCourse(await read(guest, table.id), table);
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger la partie" }).click();
    const file = await coming;
    assert.equal(file.suggestedFilename(), `${game}-${table.id}.negoce`);
    const record = readFileSync(await file.path(), "utf8");
    assert.match(record, new RegExp(`^negoce: 1\ngame: ${game}\n`));
    const audit = spawnSync(binary, ["check", "-"], { input: record, encoding: "utf8" });
    assert.equal(audit.status, 0, audit.stdout + audit.stderr);
    const points = [...table.window.scores].sort((a, b) => a.seat - b.seat).map((score) => score.points);
    assert.ok(record.trimEnd().endsWith(`score: ${points.join(" ")}`), "it holds the whole game");
    assert.deepEqual(guest.faults, []);
    await guest.context.close();
  });

test("the picture to be shared names who has won, also where I have", async () => {
  const people = await company(server, ["Anna", "Bert", "Clara"]);
  const roll = dice(7);
  await Promise.all(people.map((one) => play(one, roll)));
  const { summary, window } = people[0].table;
  const { seat } = window.scores.find(({ rank }) => rank === 1);
  const guest = await paged(browser, server, people[seat]);
  const { page } = guest;
  await page.goto(`${server.url}/t/${summary.id}`);
  await page.getByRole("heading", { name: /^Vous (gagnez|partagez)/ }).waitFor();
  await page.getByRole("button", { name: "Partager en image" }).click();
  const told = await page.locator("dialog img").getAttribute("alt");
  assert.match(told, new RegExp(`${summary.seats[seat].name}.*(gagne|se partagent)`));
  assert.doesNotMatch(told, /Vous/);
  await guest.context.close();
  await Promise.all(people.map((one) => one.leave()));
});
