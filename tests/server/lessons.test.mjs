/* The guided first game of each game: a real table with the lesson's deal, and notes that come whatever is
   played. What decides when a note comes is the page's own (web/src/lib/lesson.ts). */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { dice, Guest, movesOf, play, Server, withBots } from "./harness.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { transpileModule } = createRequire(join(root, "web/package.json"))("typescript");
const source = transpileModule(readFileSync(join(root, "web/src/lib/lesson.ts"), "utf8"), {
  compilerOptions: { target: "ES2022", module: "ESNext" },
}).outputText;
const { advised, come } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const GAMES = readdirSync(join(root, "src/games"), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);
const lessonOf = (game) => JSON.parse(readFileSync(join(root, `src/games/${game}/lesson.json`), "utf8"));

const server = await Server.open({ after });

async function learn(game) {
  const guest = await Guest.arrive(server);
  const { table, commitment } = await guest.get({ type: "learn", game });
  assert.equal(commitment, null, "a lesson has no seal");
  await guest.enter(table);
  while (await guest.older());
  return guest;
}

/* The notes that came, in their order, while `playing` plays the guest's seat to the end. */
async function notesOf(game, playing) {
  const guest = await learn(game);
  const lesson = lessonOf(game);
  const order = [];
  let seen = new Set();
  let late = 0; // notes whose moment never came: they stand in the list at the end
  const look = () => {
    const { window: view, events } = guest.table;
    const before = order.length;
    if (lesson.hush && view.picture.voyage?.blind)
      assert.deepEqual(come(lesson, { view, events }, seen), seen, "no note for who sails blind");
    for (const id of (seen = come(lesson, { view, events }, seen))) if (!order.includes(id)) order.push(id);
    if (view.over) late += order.length - before;
  };
  look();
  guest.watchers.add(look);
  await playing(guest, lesson);
  await guest.until(() => guest.table.window.over, 60000);
  look();
  const { record } = await guest.get({ type: "record", table: guest.table.summary.id });
  await guest.leave();
  return { order, lesson, record, late };
}

/* A bot takes the seat and plays the lesson to its end. */
const byBot = (guest) => guest.get({ type: "leave", table: guest.table.summary.id });

for (const game of GAMES) {
  test(`${game}: every note comes when a bot plays the lesson to its end`, async () => {
    const { order, lesson, record, late } = await notesOf(game, byBot);
    assert.ok(late <= lesson.notes.length / 2, `${late} notes came only at the end: ${order}`);
    assert.deepEqual([...order].sort(), lesson.notes.map((note) => note.id).sort());
    assert.equal(order[0], lesson.notes[0].id);
    assert.equal(order.at(-1), lesson.notes.at(-1).id);
    if (lesson.ordered) assert.deepEqual(order, lesson.notes.map((note) => note.id));
    assert.match(record, /option\.length: short/);
  });

  test(`${game}: and when somebody plays it otherwise than is suggested`, async () => {
    const { order, lesson } = await notesOf(game, (guest) => play(guest, dice(7)));
    assert.deepEqual([...order].sort(), lesson.notes.map((note) => note.id).sort());
  });

  test(`${game}: Chance deals what the lesson wants, whoever gets it`, async () => {
    const { lesson, record } = await notesOf(game, byBot);
    const drawn = movesOf(record).filter((line) => line.startsWith("* ")).map((line) => line.slice(2));
    const of = (lines, verb) => lines.filter((line) => line.split(" ")[0] === verb);
    const thing = (line) => line.split(" ").at(-1);
    for (const verb of new Set(lesson.deal.map((line) => line.split(" ")[0]))) {
      const wanted = of(lesson.deal, verb).map(thing);
      const got = of(drawn, verb).map(thing).slice(0, wanted.length);
      assert.deepEqual(got, wanted.slice(0, got.length), verb);
      assert.ok(got.length > 0, verb);
    }
  });

  test(`${game}: every phase in which something is asked has its note, and the first question its advice`, async () => {
    const phases = new Set();
    let asked = null;
    const { lesson } = await notesOf(game, (guest, lesson) => {
      const look = () => {
        const { window: view, events } = guest.table;
        if (!guest.owes) return;
        phases.add(view.picture.phase);
        asked ??= advised(lesson, { view, events });
      };
      guest.watchers.add(look);
      return play(guest, dice(3));
    });
    const told = new Set(
      [lesson.notes.map((note) => note.when)].flat(3).flatMap((one) => [one.phase ?? []].flat()),
    );
    for (const phase of phases) assert.ok(told.has(phase), `nothing is said of the phase ${phase}`);
    assert.ok(asked, "the first decision is suggested");
  });
}

test("a lesson is asked for by its game alone, and only where there is one", async () => {
  const guest = await Guest.arrive(server);
  await guest.refused({ type: "learn" }, "bad");
  await guest.refused({ type: "learn", game: "chess" }, "bad");
  const { table } = await guest.get({ type: "learn", game: "byzanz" });
  const { summary } = await guest.enter(table);
  assert.equal(summary.lesson, true);
  assert.equal(summary.options.length, "short");
  const { tables: mine } = await guest.get({ type: "mine" });
  assert.equal(mine.find((one) => one.id === table).lesson, true, "the lists know it too");
});

test("a lesson is the same after the server was killed", async () => {
  const guest = await learn("byzanz");
  const table = guest.table.summary.id;
  await server.kill();
  await guest.connect();
  const { summary } = await guest.enter(table);
  assert.equal(summary.lesson, true);
  await byBot(guest);
  await guest.until(() => guest.table.window.over);
  const { record } = await guest.get({ type: "record", table });
  const lots = movesOf(record).filter((line) => line.startsWith("* lot"));
  assert.deepEqual(lots, lessonOf("byzanz").deal.filter((line) => line.startsWith("lot")).map((line) => `* ${line}`));
});

test("bots wait for who reads, and go on when asked to", async () => {
  const guest = await Guest.arrive(server);
  const table = await withBots(guest);
  await guest.until(() => guest.owes);
  await guest.get({ type: "pace", table, pace: "wait" });
  const { at, window } = guest.table;
  await guest.move(window.moves.find((move) => move === "pass") ?? window.moves[0]);
  await guest.until(() => guest.table.at > at);
  const waits = guest.table.at;
  for (let i = 0; i < 5; i++) await guest.get({ type: "ping" });
  assert.equal(guest.table.at, waits, "nobody moved meanwhile");
  assert.equal(guest.owes, false);
  await guest.get({ type: "pace", table, pace: "once" });
  await guest.until(() => guest.table.at > waits);
  await guest.refused({ type: "pace", table, pace: "fast" }, "bad");
  const other = await Guest.arrive(server);
  await other.refused({ type: "pace", table, pace: "calm" }, "seat");
});

test("a window tells what happened since my last decision, and where there is no choice", async () => {
  const guest = await Guest.arrive(server);
  let forced = 0;
  let recaps = 0;
  let mine = 0; // the position after my last decision that others have answered
  const look = () => {
    const { window } = guest.table;
    assert.equal(window.forced, guest.owes && window.moves.length === 1);
    assert.ok(window.since <= window.until && window.until <= window.position);
    if (!guest.owes) return;
    forced += window.forced;
    recaps += window.since > 0;
    assert.ok(window.since >= mine, "it only goes forward");
    mine = window.since;
  };
  guest.watchers.add(() => guest.table && look());
  for (let games = 0; games < 5 && !(forced && recaps); games++) { // now and then there always is a choice
    mine = 0;
    await withBots(guest);
    await play(guest, dice(11));
  }
  assert.ok(forced > 0 && recaps > 0);
});

test("who asks is told what a good player would do, from his own window, at his own decision alone", async () => {
  const guest = await Guest.arrive(server);
  for (const game of GAMES) {
    const { table } = await guest.get({ type: "learn", game });
    await guest.enter(table);
    await guest.until(() => guest.owes);
    const { at, window } = guest.table;
    const hint = await guest.get({ type: "hint", table });
    assert.equal(hint.at, at);
    assert.ok(hint.moves.length >= 1 && hint.moves.length <= 3);
    for (const one of hint.moves) {
      assert.ok(one.chance === null ? window.moves.length === 1 : one.chance >= 0 && one.chance <= 1000, game);
      assert.ok(one.reasons.length <= 2);
      const answer = await guest.get({ type: "why", table, move: one.move });
      assert.equal(answer.why, null, `${game}: ${one.move} can be made`);
    }
    assert.equal(guest.table.at, at, "nothing was played");
    assert.equal(hint.played, null);
    assert.ok(hint.moves.some((one) => one.reasons.length > 0), `${game}: nothing speaks for any of them`);
  }
  const other = await Guest.arrive(server);
  await other.refused({ type: "hint", table: guest.table.summary.id }, "seat");
});

test("a decision that was made is judged by what was seen then, for who made it", async () => {
  const guest = await Guest.arrive(server);
  for (const game of GAMES) {
    const { table } = await guest.get({ type: "learn", game });
    await guest.enter(table);
    await guest.until(() => guest.owes);
    const { at, window } = guest.table;
    await guest.refused({ type: "hint", table, position: window.position }, "illegal");
    await guest.move(window.moves.at(-1), at);
    await guest.until(() => guest.table.at > at);
    const { position, played, moves } = await guest.get({ type: "hint", table, position: window.position });
    assert.equal(position, window.position);
    assert.equal(played.move, window.moves.at(-1));
    assert.ok(["good", "doubtful", "costly"].includes(played.mark));
    assert.ok(played.loss >= 0 && (played.mark === "good") === (played.loss === 0), game);
    if (played.chance !== null) assert.ok(moves[0].chance >= played.chance, game);
  }
  await guest.refused({ type: "hint", table: guest.table.summary.id, position: -1 }, "bad");
  await guest.refused({ type: "hint", table: guest.table.summary.id, position: 1 }, "illegal");
});
