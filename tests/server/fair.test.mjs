/* Draws that players can check, at a real table: the seal is told before anybody can know what it holds,
   every seat mixes in, the seed comes out at the end and not before, and `negoce fair` finds every lie. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, dice, gather, Guest, play, root, Server, withBots } from "./harness.mjs";

const sha256 = (hex) => createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex");
const nonce = () => randomBytes(16).toString("hex");
const field = (record, key) => new RegExp(`^${key}: (.*)$`, "m").exec(record)?.[1];
const fair = (record) =>
  spawnSync(binary, ["--lang", "en", "fair", "-"], { input: record, encoding: "utf8" });

/* The record with the first digit of a header line changed. */
const spoilt = (record, key) =>
  record.replace(new RegExp(`^(${key}: )(.)`, "m"), (_, head, digit) => head + (digit === "0" ? "1" : "0"));

/* A finished game of one person and three bots. */
async function finished(t, mine) {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const promised = anna.welcome.next;
  const seats = ["me", "greedy", "random", "greedy"];
  const opened = await anna.get({ type: "open", game: "byzanz", players: 4, seats, nonce: mine });
  assert.equal(opened.commitment, promised, "the seal was told before the nonce was sent");
  assert.notEqual(opened.next, promised, "and is never used again");
  await anna.enter(opened.table);
  assert.equal(anna.table.summary.commitment, promised);
  await anna.refused({ type: "record", table: opened.table }, "illegal");
  await server.kill(); // what is drawn after a crash is what would have been drawn without it
  await anna.connect();
  await anna.enter(opened.table);
  await play(anna, dice(3));
  const before = anna.frames.join("\n");
  const { record } = await anna.get({ type: "record", table: opened.table });
  return { record, before, promised };
}

test("a game is sealed, opened at its end and drawn again", async (t) => {
  const mine = nonce();
  const { record, before, promised } = await finished(t, mine);
  const seed = field(record, "seed");
  assert.equal(field(record, "commitment"), promised);
  assert.equal(sha256(seed), promised, "the seed is the one that was sealed");
  assert.ok(!before.includes(seed), "nobody was told the seed before the end");
  assert.equal(field(record, "nonce.0"), mine, "what the person mixed in is in the record");
  const well = fair(record);
  assert.equal(well.status, 0, well.stderr);
  assert.match(well.stdout, /^-: \d+ draws made again, every one the same\n$/);
  assert.equal(spawnSync(binary, ["check", "-"], { input: record }).status, 0);

  await t.test("one draw changed is found and named", () => {
    /* Two lots that lie open at once change places: the same cards, another order. */
    const lines = record.split("\n");
    const at = lines.findIndex(
      (line, i) => line.startsWith("* deal 0") && lines[i + 4]?.startsWith("* deal 0") && line !== lines[i + 4],
    );
    assert.ok(at > 0);
    [lines[at], lines[at + 4]] = [lines[at + 4], lines[at]];
    const found = fair(lines.join("\n"));
    assert.equal(found.status, 1, found.stdout);
    assert.match(found.stderr, new RegExp(`^-:${at + 1}: draw \\d+ is ${lines[at].slice(2)}, and .* was due`));
  });
  await t.test("another seed is found", () => {
    const found = fair(spoilt(record, "seed"));
    assert.equal(found.status, 1);
    assert.match(found.stderr, /the seed is not the one that was sealed/);
  });
  await t.test("another nonce is found", () => {
    assert.match(fair(spoilt(record, "nonce.0")).stderr, /draw \d+ is .* was due; \d+ draws differ in all/);
    assert.match(fair(spoilt(record, "nonce.2")).stderr, /the nonce of seat 2, a bot, is not the one the seed fixes/);
  });
});

test("a record that is uploaded takes its seal along: every lie is found there too", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const kept = readFileSync(join(root, "tests/fair/byzanz.negoce"), "utf8");
  const lines = kept.split("\n");
  const at = lines.findIndex((line, i) => line.startsWith("* deal 0") && lines[i + 4]?.startsWith("* deal 0") && line !== lines[i + 4]);
  assert.ok(at > 0);
  [lines[at], lines[at + 4]] = [lines[at + 4], lines[at]];
  const judged = async (record) => {
    const { table } = await guest.get({ type: "upload", record });
    return fair((await guest.get({ type: "record", table })).record);
  };
  assert.match((await judged(kept)).stdout, /every one the same/);
  assert.match((await judged(lines.join("\n"))).stderr, /draw \d+ is .* was due/);
  assert.match((await judged(spoilt(kept, "seed"))).stderr, /the seed is not the one that was sealed/);
  assert.match((await judged(spoilt(kept, "nonce.0"))).stderr, /draw \d+ is .* was due/);
});

test("who withholds his nonce gets the one the seed fixes; who sits down later mixes in his own", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Louis", "Eve"].map((name) => Guest.arrive(server, name)));
  const [anna, louis, eve] = guests;
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
  const first = nonce();
  const second = nonce();
  await louis.get({ type: "sit", table, seat: 1, nonce: first });
  await louis.get({ type: "leave", table }); // and his nonce goes with him
  await louis.get({ type: "sit", table, seat: 1, nonce: second });
  await eve.refused({ type: "sit", table, seat: 2, nonce: "salt" }, "bad");
  await eve.refused({ type: "sit", table, seat: 2, nonce: "A".repeat(32) }, "bad");
  await eve.refused({ type: "sit", table, seat: 2, nonce: 7 }, "bad");
  await eve.get({ type: "sit", table, seat: 2 });
  for (const guest of guests) await guest.enter(table);
  await Promise.all(guests.map((guest, i) => play(guest, dice(i + 1))));
  const { record } = await anna.get({ type: "record", table });
  assert.equal(field(record, "nonce.1"), second);
  const fixed = (seat) =>
    createHash("sha256")
      .update("negoce nonce ")
      .update(Buffer.from(field(record, "seed"), "hex"))
      .update(Buffer.from([seat]))
      .digest("hex")
      .slice(0, 32);
  assert.equal(field(record, "nonce.0"), fixed(0));
  assert.equal(field(record, "nonce.2"), fixed(2));
  assert.equal(fair(record).status, 0);
});

test("an undo never draws again", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna, { nonce: nonce() });
  const roll = dice(11);
  let undone = 0;
  while (!anna.table.window.over) {
    await anna.until(() => anna.table.window.over || anna.owes);
    if (anna.table.window.over) break;
    const { at, window } = anna.table;
    await anna.move(window.moves[roll(window.moves.length)], at);
    await anna.until(() => anna.table.at > at);
    const now = anna.table;
    if (now.window.undo.can && undone < 20) {
      const answer = await anna.ask({ type: "undo", table, at: now.at });
      if (answer.type === "ok") undone++;
      await anna.until(() => anna.table.at > now.at);
    }
  }
  assert.ok(undone > 0, "something was taken back");
  const { record } = await anna.get({ type: "record", table });
  const well = fair(record);
  assert.equal(well.status, 0, well.stderr);
});

test("people at one table are told the same seal", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Louis", "Eve"].map((name) => Guest.arrive(server, name)));
  await gather(guests);
  const seals = new Set(guests.map((guest) => guest.table.summary.commitment));
  assert.equal(seals.size, 1);
  assert.match([...seals][0], /^[0-9a-f]{64}$/);
});
