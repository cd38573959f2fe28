/* Hidden information, on the bytes: no client is ever sent what its seat may not know. Every frame of
   every client is kept while a game is played, and held against the record once it is over. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dice, gather, Guest, Server, movesOf, play } from "./harness.mjs";

const CARD = /^(?:cloth|wood|grain|olives|spices|wine)[1-4]$|^trader$/;

/* Every card named in a value, with where it stands: "picture.seats.2.known". */
function* cardsIn(value, path = "") {
  if (typeof value === "string") {
    if (CARD.test(value)) yield { card: value, path };
  } else if (value && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) {
      const place = /^\d+$/.test(key) && !path.endsWith("seats") ? path : `${path}.${key}`;
      yield* cardsIn(inner, place);
    }
  }
}

/* Where a viewer may be shown cards. "trader" also names a source of the scores. */
function allowed(path, viewer, open) {
  if (path === ".window.scores.parts.name") return true;
  if (/^\.window\.picture\.(lot|box|best|market\.\w+)$/.test(path)) return true;
  const seat = path.match(/^\.window\.picture\.seats\.(\d)\.(\w+)$/);
  if (seat && ["known", "bid"].includes(seat[2])) return true;
  if (seat && Number(seat[1]) === viewer && ["hand", "earned"].includes(seat[2])) return true;
  if (seat && seat[2] === "earned" && open) return true;
  return path === ".events.items";
}

/* For each position of the game, the cards this viewer can have seen by then: those of every line
   but the deals of others. Undone lines do not occur in these games. */
function seenBy(viewer, moves) {
  const seen = new Set();
  const at = [new Set()];
  for (const line of moves) {
    const deal = line.match(/^\* deal (\d) (\w+)$/);
    for (const word of line.split(" ")) {
      if (deal && Number(deal[1]) !== viewer) continue;
      if (CARD.test(word)) seen.add(word);
    }
    at.push(new Set(seen));
  }
  return at;
}

/* The value of a move typed in "moves" is the viewer's own; its cards are his hand's. What may be ordered
   names goods of the game, nobody's cards. */
function checkFrame(message, viewer, seen, open) {
  const { window, summary, events } = message;
  assert.equal(window.seat, viewer);
  assert.equal(summary.seat, viewer);
  window.picture.seats.forEach((seat, s) => {
    if (s === viewer) {
      assert.equal(seat.hand.length, seat.cards);
    } else {
      assert.equal(seat.hand, null, "the hand of another is not sent");
      assert.equal(seat.known.length + seat.hidden, seat.cards);
      if (!open && !window.over) assert.equal(seat.earned, null, "nor the gains, while they are hidden");
      if (!open && !window.over) assert.equal(seat.points, null);
    }
  });
  for (const event of events)
    if (event.kind === "deal" && event.seat !== viewer)
      assert.deepEqual(event.items, [], "a card dealt to another is not told");
  for (const { card, path } of cardsIn({ window: { ...window, moves: [], orders: null }, events })) {
    assert.ok(allowed(path, viewer, open || window.over), `${card} stands in ${path}`);
    assert.ok(seen[window.position].has(card), `${card} in ${path} at ${window.position} was never seen`);
  }
  for (const move of window.moves)
    for (const word of move.split(" "))
      if (CARD.test(word)) assert.ok(seen[window.position].has(word), `${move} names what was never seen`);
  if (viewer === null) assert.deepEqual(window.moves, []);
}

for (const gains of ["hidden", "open"])
  test(`nobody is sent what another hides (gains ${gains})`, async (t) => {
    const server = await Server.open(t);
    const names = ["Anna", "Bert", "Clara", "Dora"];
    const guests = await Promise.all(names.map((n) => Guest.arrive(server, n)));
    const watcher = await Guest.arrive(server, "Watcher");
    const table = await gather(guests, { options: { gains } });
    await watcher.enter(table);
    await Promise.all(guests.map((guest, i) => play(guest, dice(40 + i))));
    await watcher.until(() => watcher.table.window.over);
    const { record } = await watcher.get({ type: "record", table });
    const moves = movesOf(record);
    let frames = 0;
    for (const [viewer, guest] of [...guests.entries(), [null, watcher]]) {
      const seen = seenBy(viewer, moves);
      for (const message of guest.tables) {
        if (!message.summary.begun) continue;
        checkFrame(message, viewer, seen, gains === "open");
        frames++;
      }
    }
    assert.ok(frames > 150, `${frames} frames were looked at`);

    /* The check itself can tell: the deals of the others are cards somebody has never seen. */
    const first = seenBy(0, moves)[moves.findIndex((m) => m.startsWith("* lot"))];
    assert.ok(moves.some((m) => /^\* deal [123]/.test(m) && !first.has(m.split(" ")[3])));

    /* No id of a person, no session and no seed is sent to anybody else, or told on the terminal: the seed
       comes out with the record alone. */
    const people = [...guests, watcher];
    const read = "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);print(d.execute('select seed from tables').fetchone()[0].hex())";
    const seed = spawnSync("python3", ["-c", read, server.file], { encoding: "utf8" }).stdout.trim();
    assert.equal(seed.length, 64);
    const secrets = [seed, Buffer.from(seed, "hex").toString("base64url").slice(0, 40)];
    for (const guest of people) {
      const others = people.filter((g) => g !== guest).map((g) => g.person.id);
      const all = guest.frames.filter((frame) => !frame.startsWith('{"type":"record"')).join("\n");
      for (const secret of [...secrets, ...others, ...people.map((g) => g.cookie.split("=")[1])])
        assert.ok(!all.includes(secret), "a secret was sent");
    }
    for (const secret of [...secrets, ...people.map((g) => g.person.id), ...people.map((g) => g.cookie.split("=")[1])])
      assert.ok(!server.said.includes(secret), "a secret was told on the terminal");
    assert.ok(!/wood|grain|olives|spices|wine|cloth|trader/.test(server.said), "a card was told on the terminal");
    const stored = readFileSync(server.file).toString("latin1");
    for (const guest of people) assert.ok(!stored.includes(guest.cookie.split("=")[1]), "a session's token was kept");
  });

test("two tables with the same people are dealt different cards", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server);
  const records = [];
  for (let i = 0; i < 2; i++) {
    const seats = ["greedy", "greedy", "greedy"];
    const { table } = await guest.get({ type: "open", game: "byzanz", players: 3, seats });
    await guest.enter(table);
    await guest.until(() => guest.table.window.over);
    records.push((await guest.get({ type: "record", table })).record);
  }
  const deals = records.map((r) => movesOf(r).filter((m) => m.startsWith("*")).join("\n"));
  assert.notEqual(deals[0], deals[1]);
});
