/* A guided first game of each of the four, played through its notes. The notes are read and passed on the
   page; the moves of the same seat come through a second connection of the same person, at random, so that
   the lesson has to follow. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Guest } from "../server/harness.mjs";
import { assertNoSideways, DESKTOP, dice, hearingFaults, invite, lodge, PHONE, shot, sleep, SMALL, waitFor } from "./harness.mjs";

const { server, browser } = await lodge();

const lessonOf = (game) => JSON.parse(readFileSync(new URL(`../../src/games/${game}/lesson.json`, import.meta.url)));

/* The same person once more, without a page. */
async function secondHand({ context }) {
  const [{ name, value }] = (await context.cookies()).filter((one) => one.name.endsWith("negoce"));
  const hand = new Guest({ ws: `${server.url.replace("http", "ws")}/ws` }, `${name}=${value}`);
  return hand.connect();
}

/* Plays the lesson on the page's table to its end; the notes that were read, in order. */
async function readThrough(guest, lang, lesson, seen) {
  const { page } = guest;
  const hand = await secondHand(guest);
  await hand.enter(new URL(page.url()).pathname.split("/").at(-1));
  const roll = dice(5);
  const read = [];
  const note = page.locator(".lesson-note.ready");
  let moved = false;
  let looked = 0; // when the page was looked at last: what comes meanwhile waits there to be read
  for (let i = 0; i < 20000; i++) {
    const due = Date.now() - looked > 100 || hand.table.window.over;
    if (due) looked = Date.now();
    if (due && (await page.locator("main.result").count()) > 0) break;
    if (due && (await note.count()) > 0) {
      const id = await note.getAttribute("data-note").catch(() => null);
      const told = lesson.notes.find((one) => one.id === id);
      if (told && !read.includes(id)) {
        read.push(id);
        const text = await note.locator("p").first().textContent().catch(() => "");
        const may = [told.say[lang], told.instead?.say[lang]];
        if (text) assert.ok(may.includes(text), `${id} says: ${text}`);
        await seen?.(id, note);
      }
      const over = await note.locator(".btn.ink").click({ timeout: 5000 }).catch((error) => error);
      if (over) await page.locator("main.result").waitFor({ timeout: 5000 }); // it has come meanwhile
    } else if (hand.owes && !hand.table.window.over) {
      const { at, window } = hand.table;
      if (!moved) {
        // The first decision is made when the page is as far, and has nothing to say about it any more.
        await page.locator(`[data-at="${at}"]`).waitFor();
        looked = 0;
        if ((await page.locator(".lesson-note").count()) > 0) continue;
        moved = true;
      }
      const short = window.moves.find((move) => ["stop", "mute"].includes(move)); // long voyages teach nothing more
      await hand.move(short ?? window.moves[Math.floor(roll() * window.moves.length)], at);
      await hand.until(() => hand.table.at > at);
    } else await sleep(10);
  }
  await page.locator("main.result").waitFor();
  await hand.leave();
  return read;
}

async function lessonIn(game, lang, viewport, seen) {
  const guest = await invite(browser, { viewport, locale: lang === "fr" ? "fr-FR" : "en-GB" });
  const { page } = guest;
  const lesson = lessonOf(game);
  await page.goto(`${server.url}/learn/${game}`);
  const begin = page.getByRole("button", { name: lang === "fr" ? /^Commencer la leçon/ : /^Begin the lesson/ });
  await page.locator("main li button:not([disabled])").first().waitFor();
  await begin.first().click(); // the game in view stands first
  await page.locator(".lesson-note.ready").waitFor();
  const read = await readThrough(guest, lang, lesson, (id, note) => seen?.(guest, id, note));
  const all = lesson.notes.map((note) => note.id);
  assert.equal(read[0], all[0]);
  assert.ok(read.length >= all.length - 5, `of ${all} only ${read} were read`);
  await page.getByText(lesson.next[0][lang]).waitFor();
  await assertNoSideways(guest, "result of a lesson");
  assert.deepEqual(guest.faults, []);
  return guest;
}

/* Waits until the note has found a place where it hides none of these; a hair's breadth is nothing. */
const hidesNone = (page, selectors) =>
  page.waitForFunction((all) => {
    const note = document.querySelector(".lesson-note.ready").getBoundingClientRect();
    return [...document.querySelectorAll(all)].filter((e) => e.checkVisibility()).every((e) => {
      const box = e.getBoundingClientRect();
      const w = Math.min(note.right, box.right) - Math.max(note.left, box.left);
      const h = Math.min(note.bottom, box.bottom) - Math.max(note.top, box.top);
      return w < 4 || h < 4;
    });
  }, selectors);

test("byzanz, in French, on a desktop: the piece is lit, the reason opens, the first decision is suggested", async () => {
  const looks = {
    async aim({ page }, note) {
      assert.deepEqual(await hearingFaults(page), []);
      assert.ok((await page.locator(".lights i").count()) > 0, "the olives are lit");
      await note.getByRole("button", { name: "Pourquoi" }).click();
      await note.getByText("La somme de vos gains").waitFor();
    },
    async bid(guest) {
      await guest.page.getByRole("complementary", { name: "Le conseil" }).getByText(/^Misez/).waitFor();
      await guest.page.locator("[data-heed^='bid ']").waitFor();
      await shot(guest, "lesson-byzanz");
    },
  };
  const guest = await lessonIn("byzanz", "fr", DESKTOP, async (g, id, note) => {
    if (id === "count") {
      await sleep(2500); // longer than a finished table waits by itself
      assert.ok(await note.isVisible(), "the result waits until the last note is read");
    }
    // The rest of the table moves on by itself while these are read.
    if (["aim", "lot", "bid"].includes(id)) await hidesNone(g.page, ".lot [data-card], .hand [data-card], .asking");
    await looks[id]?.(g, note);
  });
  const { page } = guest;
  await page.getByRole("button", { name: "Jouer une partie entière" }).click();
  await page.getByText("Manche 1 sur 8").first().waitFor(); // once more would be three rounds again
  await guest.context.close();
});

test("batavia, in English, on a phone: a reload goes on where it was left, and what was read can be read again", async () => {
  let reloaded = false;
  const guest = await lessonIn("batavia", "en", PHONE, async (g, id) => {
    await assertNoSideways(g, id);
    // A light comes with the look after what it lies around.
    if (["aim", "arrival", "count"].includes(id)) await g.page.locator(".lights i").first().waitFor({ timeout: 30000 });
    if (id !== "hand" || reloaded) return;
    reloaded = true;
    const labels = await g.page.locator("[aria-label]").evaluateAll((all) => all.map((one) => one.ariaLabel));
    assert.ok(labels.some((one) => /Netherlands/.test(one)), "companies are named");
    assert.deepEqual(labels.filter((one) => /england|denmark|france|netherlands|sweden/.test(one)), [], "with their capital");
    await shot(g, "lesson-batavia");
    await g.page.reload();
    const note = g.page.locator(".lesson-note.ready");
    await note.waitFor();
    assert.equal(await note.getAttribute("data-note"), "hand", "what was read stays read");
    await g.page.getByRole("button", { name: "Journal" }).click();
    await g.page.getByRole("tab", { name: "Lesson" }).click();
    await g.page.getByRole("button", { name: "The aim" }).click();
    await g.page.locator(".lesson-note[data-note=aim]").waitFor();
    assert.deepEqual(await hearingFaults(g.page), []);
    await g.page.locator(".lesson-note .btn.ink").click();
    await g.page.getByRole("button", { name: "Table" }).click();
    await g.page.locator(".lesson-note[data-note=hand]").waitFor();
  });
  await guest.context.close();
});

test("comptoir, in English, on a desktop: news over the board hides no ship's label", async () => {
  const guest = await lessonIn("comptoir", "en", DESKTOP, async ({ page }) => {
    await page.waitForFunction(() => {
      const news = document.querySelector(".herald")?.getBoundingClientRect();
      const apart = (box) => news.right < box.left || box.right < news.left || news.bottom < box.top || box.bottom < news.top;
      return !news || [...document.querySelectorAll("[data-quay] .label b")].every((e) => apart(e.getBoundingClientRect()));
    });
  });
  await guest.context.close();
});

for (const viewport of [{ width: 844, height: 390 }, PHONE])
  test(`on a phone, ${viewport.width} px wide, a note hides neither hand nor question; advice is told why, and no longer`, async () => {
    for (const [game, ...notes] of [["comptoir", "aim", "relation"], ["byzanz", "aim", "lot", "bid"]]) {
      const guest = await invite(browser, { viewport });
      const { page } = guest;
      await page.goto(`${server.url}/learn/${game}`);
      await page.locator("main li button:not([disabled])").first().waitFor();
      await page.getByRole("button", { name: /^Commencer la leçon/ }).first().click();
      const advice = page.getByRole("complementary", { name: "Le conseil" });
      for (const id of notes) {
        const note = page.locator(`.lesson-note.ready[data-note=${id}]`);
        await note.waitFor();
        await hidesNone(page, ".mine button, .asking");
        await shot(guest, `lesson-${game}-${id}`);
        await note.locator(".btn.ink").click();
        await note.waitFor({ state: "detached" });
      }
      await advice.waitFor();
      const named = game === "byzanz" ? ".hand [data-card=grain2]" : ".hand [data-card=harbour]";
      await page.waitForFunction((card) => {
        const { left, right, top } = document.querySelector(card).getBoundingClientRect();
        return [...document.querySelectorAll(".lights i")].some((e) => {
          const light = e.getBoundingClientRect();
          return light.left <= left && light.right >= right && light.top <= top && light.width < right - left + 20;
        });
      }, named);
      if (game === "comptoir" && viewport === PHONE) {
        await page.setViewportSize(SMALL); // two of the three quays lie under my place: no light goes there
        await page.waitForFunction(() => {
          const { top } = document.querySelector(".mine").getBoundingClientRect();
          const low = [...document.querySelectorAll(".lights i")].filter((e) => e.getBoundingClientRect().bottom > top + 8);
          return low.length === 1; // around the card
        });
        await page.setViewportSize(viewport);
      }
      const buried = () =>
        page.evaluate(() =>
          [...document.querySelectorAll(".mine .desk button")].flatMap((e) => {
            const { left, top } = e.getBoundingClientRect();
            return e.contains(document.elementFromPoint(left + 6, top + 6)) ? [] : [e.textContent.trim()];
          }),
        );
      assert.deepEqual(await buried(), [], `${game}: the hand is in sight`);
      const why = advice.getByRole("button", { name: "Pourquoi" });
      const reason = advice.getByText(game === "byzanz" ? "Il suffit de dépasser la mise" : "que d’autres finiront de remplir");
      await why.click();
      await reason.waitFor();
      await shot(guest, `lesson-${game}-aside`);
      await why.click();
      await reason.waitFor({ state: "detached" });
      assert.deepEqual(await buried(), [], `${game}: the hand is in sight again`);
      assert.deepEqual(guest.faults, []);
      await guest.context.close();
    }
  });

test("voc, in French, on a desktop: no note comes while one sails blind or hides news, and the result waits for the last", async () => {
  const guest = await lessonIn("voc", "fr", DESKTOP, async ({ page }, id) => {
    assert.equal(await page.locator(".blind").count(), 0);
    await hidesNone(page, ".herald.ready");
    if (id !== "end") return;
    await sleep(3000); // longer than the last cards take to fall
    assert.equal(await page.locator("main.result").count(), 0, "it is still being read");
    await page.getByRole("button", { name: "Résultat" }).waitFor();
  });
  const { page } = guest;
  await page.getByRole("button", { name: "Jouer une partie entière" }).click();
  const opened = await waitFor(() => guest.sent.find((one) => one.type === "open"));
  assert.deepEqual(opened.seats.slice(1), ["trader", "trader", "trader"], "with machines that beat Amsterdam");
  await guest.context.close();
});

test("voc: what follows a voyage ashore is spoken of when the board shows it, and advice has room beside the chart", async () => {
  const guest = await invite(browser, { motion: true });
  const { page } = guest;
  await page.goto(`${server.url}/learn/voc`);
  await page.locator("main li button:not([disabled])").first().waitFor();
  await page.getByRole("button", { name: /^Commencer la leçon/ }).first().click();
  const note = page.locator(".lesson-note.ready");
  await note.waitFor();
  const wide = await page.locator(".counsel p").evaluate((e) => e.getBoundingClientRect().width);
  assert.ok(wide >= 220, `${wide} px for the advice`);
  const hand = await secondHand(guest);
  await hand.enter(new URL(page.url()).pathname.split("/").at(-1));
  const phase = () => page.locator("[data-phase]").getAttribute("data-phase");
  for (let ashore = false; !ashore; await sleep(50)) {
    if ((await note.count()) > 0) {
      ashore = !["sail", "voyage", "landfall", "trade"].includes(await phase());
      if (ashore) assert.equal(await page.locator("main.board .ink").count(), 0, "the board is shown");
      else await note.locator(".btn.ink").click({ timeout: 5000 }).catch(() => {});
    } else if (hand.owes && !hand.table.window.over) {
      const { at, window } = hand.table;
      await hand.move(["stay", "take", "mute"].find((move) => window.moves.includes(move)) ?? window.moves[0], at);
      await hand.until(() => hand.table.at > at);
    }
  }
  await hand.leave();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("voc: who guides another is told to keep quiet at sea alone; near the coast a word is advised, and which is for him to see", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(`${server.url}/learn/voc`);
  await page.getByRole("button", { name: /^Commencer la leçon/ }).and(page.locator(":enabled")).first().click();
  const note = page.locator(".lesson-note.ready");
  const advice = page.getByRole("complementary", { name: "Le conseil" });
  await note.waitFor();
  const hand = await secondHand(guest);
  await hand.enter(new URL(page.url()).pathname.split("/").at(-1));
  const asked = [];
  for (let afar = true; afar; await sleep(20)) {
    if ((await note.count()) > 0) await note.locator(".btn.ink").click({ timeout: 5000 }).catch(() => {});
    if (!hand.owes) continue;
    const { at, window } = hand.table;
    const { year, phase, voyage } = window.picture;
    assert.equal(year, 1588, "the ship has been guided");
    if (phase === "voyage" && voyage.ship === "D") {
      await page.locator(`[data-at="${at}"]`).waitFor();
      asked.push(voyage.strokes);
      afar = voyage.strokes <= 4;
      await advice.getByText(afar ? "Taisez-vous d’abord" : "Maintenant, criez").waitFor();
      assert.equal(await advice.locator("[data-heed]").count(), afar ? 1 : 0);
    }
    await hand.move(["stay", "take", "quiet"].find((move) => window.moves.includes(move)) ?? window.moves[0], at);
    await hand.until(() => hand.table.at > at);
  }
  assert.ok(asked.length > 2);
  await hand.leave();
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("voc on a phone: what a note speaks of is lit, or the tab that shows it, and the note comes along there", async () => {
  const guest = await invite(browser, { viewport: PHONE });
  const { page } = guest;
  await page.goto(`${server.url}/learn/voc`);
  await page.locator("main li button:not([disabled])").first().waitFor();
  await page.getByRole("button", { name: /^Commencer la leçon/ }).first().click();
  /* Waits until this is lit. */
  const lit = (selector) =>
    page.waitForFunction((all) => {
      const lights = [...document.querySelectorAll(".lights i")].map((e) => e.getBoundingClientRect());
      const things = [...document.querySelectorAll(all)].map((e) => e.getBoundingClientRect());
      const holds = (light, box) => light.left <= box.left && light.right >= box.right && light.top <= box.top && light.bottom >= box.bottom;
      return lights.length > 0 && things.length > 0 && things.every((box) => lights.some((light) => holds(light, box)));
    }, selector);
  for (const [id, first, tab, thing] of [
    ["aim", ".wanted .asked", "contracts", ".contracts .cards, [data-anchor=amsterdam]"],
    ["ship", "[data-tab=crew]", "crew", ".hold .men"],
  ]) {
    const note = page.locator(`.lesson-note.ready[data-note=${id}]`);
    await note.waitFor();
    await lit(first);
    await page.locator(`[data-tab=${tab}]`).click();
    await lit(thing);
    await note.waitFor();
    await shot(guest, `lesson-voc-${id}`);
    await page.locator("[data-tab=journal]").click();
    await note.waitFor({ state: "detached" });
    await page.locator("[data-tab=table]").click();
    await note.locator(".btn.ink").click();
  }
  await page.locator(".lesson-note.ready[data-note=course]").waitFor();
  await hidesNone(page, "[data-port=Galle]"); // small, and what it speaks of
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("voc on the smallest phone: a note leaves the chart and the buttons of the question in sight", async () => {
  const guest = await invite(browser, { viewport: SMALL });
  const { page } = guest;
  await page.goto(`${server.url}/learn/voc`);
  await page.getByRole("button", { name: /^Commencer la leçon/ }).and(page.locator(":enabled")).first().click();
  for (const id of ["aim", "ship", "course"]) {
    const note = page.locator(`.lesson-note.ready[data-note=${id}]`);
    await note.waitFor();
    await page.waitForFunction(
      () => {
        const box = (found) => document.querySelector(found).getBoundingClientRect();
        const [note, chart, asked] = [box(".lesson-note"), box("main.board .neat"), box(".asking .acts")];
        return note.top - chart.top >= 0.75 * chart.height && note.bottom <= asked.top + 1;
      },
      null,
      { timeout: 20_000 },
    );
    await shot(guest, `lesson-voc-${id}`);
    await note.locator(".btn.ink").click();
  }
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});

test("a lesson is left, taken up again from the list of games, and finished without its notes", async () => {
  const guest = await invite(browser);
  const { page } = guest;
  await page.goto(server.url);
  await page.getByRole("link", { name: "Apprendre à jouer" }).click();
  await page.locator("main li button:not([disabled])").first().waitFor();
  assert.deepEqual(await hearingFaults(page), []);
  assert.equal(await page.locator("main li").count(), 4);
  await page.getByRole("button", { name: /Commencer la leçon.*Byzanz/ }).click();
  await page.locator(".lesson-note.ready").waitFor();
  const table = new URL(page.url()).pathname;
  await page.setViewportSize(PHONE);
  await page.goto(server.url); // what waits for me stands first, and there is a way to the lessons still
  await page.getByText("1 table vous attend").or(page.getByText("Tous les autres réfléchissent")).first().waitFor();
  await page.getByRole("link", { name: "Apprendre à jouer" }).click();
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: /Reprendre la leçon.*Byzanz/ }).click();
  await page.locator(".lesson-note.ready").waitFor();
  assert.equal(new URL(page.url()).pathname, table);
  await page.getByRole("button", { name: "Finir sans leçon" }).click();
  await page.locator(".lesson-note").waitFor({ state: "detached" });
  assert.equal(await page.getByRole("tab", { name: "Leçon" }).count(), 0);
  await page.reload();
  await page.locator("[data-phase]").waitFor();
  assert.equal(await page.locator(".lesson-note").count(), 0, "it stays so");
  assert.deepEqual(guest.faults, []);
  await guest.context.close();
});
