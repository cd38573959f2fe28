/* A game looked back at: every position through any eyes once it is over, through one's own before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Guest, Server, dice, play, withBots } from "./harness.mjs";

const open = (t) => Server.open(t);

test("while a game is played, everyone looks back through his own eyes alone", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const stranger = await Guest.arrive(server, "Bruno");
  const table = await withBots(guest);
  await play(guest, dice(3), { stop: () => guest.table?.window.position > 90 });
  const seen = new Map(guest.tables.map(({ window }) => [window.position, window.picture]));
  const { position } = guest.table.window;
  assert.ok(!guest.table.window.over);

  await stranger.enter(table);
  for (const eyes of [0, 1, "open"]) {
    const who = eyes === 0 ? stranger : guest;
    await who.refused({ type: "replay", table, position: 3, eyes }, "illegal");
    await who.refused({ type: "events", table, before: 3, eyes }, "illegal");
  }
  await guest.refused({ type: "replay", table, position: position + 400, eyes: null }, "bad");
  await guest.refused({ type: "replay", table, position: 1, eyes: 5 }, "seat");
  await guest.refused({ type: "replay", table, position: 1, eyes: "all" }, "bad");
  await guest.refused({ type: "replay", table, position: -1 }, "bad");

  // What he sees of the past is, byte for byte, what he saw then.
  assert.ok(seen.size > 10);
  for (const [at, picture] of seen) {
    const past = await guest.get({ type: "replay", table, position: at, eyes: 0 });
    assert.equal(past.window.position, at);
    assert.equal(past.window.seat, 0);
    assert.deepEqual(past.window.picture, picture);
    assert.ok(past.events.every((event) => event.at <= at));
  }
  // A spectator's past has nobody's hand in it.
  const frames = stranger.frames.length;
  for (let at = 0; at <= 60; at += 7) await stranger.get({ type: "replay", table, position: at });
  for (const frame of stranger.frames.slice(frames)) {
    const { picture } = JSON.parse(frame).window;
    for (const seat of picture.seats) assert.equal(seat.hand ?? null, null, frame);
  }
  // Nor does the outline tell who did what.
  const { who } = await stranger.get({ type: "outline", table });
  assert.equal(who, "");
});

test("a finished game is seen through every seat's eyes and with everything open", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const stranger = await Guest.arrive(server, "Bruno");
  const table = await withBots(guest);
  await play(guest, dice(5));
  const end = guest.table.window;

  const last = await stranger.get({ type: "replay", table, position: end.position, eyes: 0 });
  assert.deepEqual(last.window.picture, end.picture);
  assert.deepEqual(last.window.scores, end.scores);
  assert.equal(last.last, end.position);
  const outline = await stranger.get({ type: "outline", table });
  assert.equal(outline.who.length, end.position);
  assert.match(outline.who, /^[0-3*]+$/);
  assert.deepEqual(
    outline.marks.filter((mark) => mark.kind === "round").map((mark) => mark.n),
    [1, 2, 3, 4, 5, 6].slice(0, outline.marks.filter((mark) => mark.kind === "round").length),
  );

  const middle = Math.floor(end.position / 2);
  const hands = [];
  for (let eyes = 0; eyes < 4; eyes++) {
    const { window, events } = await stranger.get({ type: "replay", table, position: middle, eyes });
    assert.equal(window.seat, eyes);
    assert.equal(window.scores, null);
    assert.ok(events.length > 0);
    assert.ok(Array.isArray(window.picture.seats[eyes].hand), "a seat sees its own hand");
    hands.push(window.picture.seats[eyes].hand);
    for (let other = 0; other < 4; other++)
      if (other !== eyes) assert.equal(window.picture.seats[other].hand ?? null, null);
  }
  const all = await stranger.get({ type: "replay", table, position: middle, eyes: "open" });
  assert.equal(all.window.seat, null);
  assert.deepEqual(all.window.picture.seats.map((seat) => seat.hand), hands);

  // Pages of events go down to the first through the same eyes.
  let before = middle;
  for (let pages = 0; before > 0; pages++) {
    assert.ok(pages < 50);
    const page = await stranger.get({ type: "events", table, before, eyes: 2 });
    assert.equal(page.to, before);
    before = page.from;
  }
  await stranger.refused({ type: "replay", table: "nosuchtable", position: 0 }, "table");
});
