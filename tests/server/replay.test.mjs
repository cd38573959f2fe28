/* A game looked back at: every position through any eyes once it is over, through one's own before. */
import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { binary, dice, eventually, Guest, movesOf, play, Server, sleep, withBots } from "./harness.mjs";

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

test("“you” is who reads, through whosever eyes: everybody else is named", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const stranger = await Guest.arrive(server, "Bruno");
  for (const game of ["byzanz", "batavia", "comptoir"]) {
    const table = await withBots(guest, { game });
    await play(guest, dice(6));
    const { position } = guest.table.window;
    const heard = async (who, eyes) => {
      const { events } = await who.get({ type: "replay", table, position, eyes });
      const { events: older } = await who.get({ type: "events", table, before: Math.floor(position / 2), eyes });
      return [...older, ...events].filter((event) => event.say !== null);
    };
    const you = (events) => new Set(events.filter(({ say }) => /\byour?\b/i.test(say)).map(({ seat, other }) => seat ?? other));
    for (const eyes of [0, 2, "open"]) assert.deepEqual(you(await heard(stranger, eyes)), new Set(), `${game}, a stranger, eyes ${eyes}`);
    for (const eyes of [0, 2, "open"]) {
      const mine = (await heard(guest, eyes)).filter(({ seat }) => seat === 0);
      assert.ok(mine.some(({ say }) => say.startsWith("You ")), `${game}, Anna, eyes ${eyes}`);
    }
    const own = (await heard(stranger, 2)).filter(({ kind, seat }) => seat === 2 && ["deal", "draw"].includes(kind));
    assert.ok(own.every(({ say }) => say.includes("{items}")), `${game}: what a seat drew is told to who has its eyes`);
  }
});

/* --- records that somebody sends, and games that go on from a position ----------------------- */

const record = (game, ...more) =>
  execFileSync(binary, ["record", game, "--players", "4", "--seed", "8", ...more], { encoding: "utf8" });

test("a record that was uploaded is a finished game like any other", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const text = record(game).replace("bot.1: greedy\n", "name.1: Éloïse d’Ys\n");
    const { table } = await guest.get({ type: "upload", record: text });
    const { summary, last, window } = await guest.get({ type: "replay", table, position: 0, eyes: "open" });
    assert.equal(summary.listed, false);
    assert.equal(summary.over, true);
    assert.equal(summary.seats[1].name, "Éloïse d’Ys");
    assert.equal(summary.seats[1].mine, false);
    assert.equal(window.position, 0);
    assert.equal(last, movesOf(text).length);
    const again = (await guest.get({ type: "record", table })).record;
    assert.deepEqual(movesOf(again), movesOf(text));
    assert.equal(again.split("score:")[1], text.split("score:")[1]);
    await guest.refused({ type: "sit", table, seat: 1 }, "seat");
  }
  // Through a crash it is still there.
  const { table } = await guest.get({ type: "upload", record: record("byzanz") });
  await server.kill();
  const later = await Guest.arrive(server, "Bruno");
  assert.equal((await later.get({ type: "replay", table, position: 9, eyes: 2 })).window.seat, 2);
});

test("a record that is none is refused with its line and the reason, and nothing is kept", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const lines = record("byzanz").split("\n");
  const bid = lines.findIndex((line) => / bid /.test(line));
  const changed = (at, line) => [...lines.slice(0, at), line, ...lines.slice(at + 1)].join("\n");
  const opened = await server.metric("tables_opened_total");
  for (const [text, line] of [
    ["", 1],
    ["hello\n", 1],
    [changed(1, "game: chess"), 2],
    [changed(bid, "0 bid wood9"), bid + 1],
    [changed(bid, `${lines[bid]} `.repeat(300)), bid + 1],
    [lines.join("\n").replace(/score: \d+/, "score: 999"), lines.length - 1],
  ]) {
    const answer = await guest.refused({ type: "upload", record: text }, "record");
    assert.equal(answer.line, line, JSON.stringify(answer));
  }
  await guest.refused({ type: "upload", record: 7 }, "bad");
  guest.send(JSON.stringify({ type: "name", name: "x".repeat(5000) })); // no other message may be so long
  await guest.until(() => guest.unasked?.code === "long");
  guest.send(JSON.stringify({ type: "upload", record: "x".repeat(2 << 20) }));
  await assert.rejects(guest.until(() => false), /closed/);
  assert.equal(await server.metric("tables_opened_total"), opened);
});

test("a record that breaks off is looked back at with everything open, and nothing is played there", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const stranger = await Guest.arrive(server, "Bruno");
  let table, half;
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const text = record(game);
    const moves = movesOf(text);
    half = Math.floor(moves.length / 2);
    const cut = `${text.split("\n\n")[0]}\n\n${moves.slice(0, half).join("\n")}\n`;
    ({ table } = await guest.get({ type: "upload", record: cut }));
    const { summary, window, last } = await stranger.get({ type: "replay", table, position: half, eyes: "open" });
    assert.deepEqual([summary.over, summary.unfinished, last, window.position], [true, true, half, half]);
    assert.deepEqual([window.over, window.scores], [false, null]);
    assert.equal((await guest.get({ type: "replay", table, position: 3, eyes: 1 })).window.seat, 1);
    assert.equal((await guest.get({ type: "outline", table })).who.length, half);
    // Neither Chance nor a bot goes on, whoever looks.
    const now = await stranger.enter(table);
    assert.deepEqual([now.window.position, now.window.turn], [half, []]);
    await guest.refused({ type: "analyse", table }, "illegal");
    await guest.refused({ type: "sit", table, seat: 1 }, "seat");
    await guest.refused({ type: "chat", table, text: "Bonjour" }, "seat");
    await stranger.get({ type: "aside", table, text: "Et ensuite ?" });
    const again = (await guest.get({ type: "record", table })).record;
    assert.deepEqual(movesOf(again), moves.slice(0, half));
    assert.ok(!again.includes("score:"));
    // It is played on elsewhere, from its very end too.
    const fork = await guest.get({ type: "fork", table, position: half, seat: 0 });
    assert.ok((await guest.enter(fork.table)).window.position >= half);
  }
  await server.kill();
  const later = await Guest.arrive(server, "Carla");
  assert.equal((await later.get({ type: "replay", table, position: half, eyes: "open" })).last, half);
  await later.enter(table);
  await later.until(() => later.frames.some((frame) => frame.includes("Et ensuite ?")));
  assert.equal((await later.get({ type: "gallery" })).games.length, 0);
});

test("what is known of a game looked back at is not told again", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const { table } = await guest.get({ type: "upload", record: record("voc") });
  const look = (position, known) => guest.get({ type: "replay", table, position, eyes: "open", known });
  const whole = await look(200);
  assert.ok(whole.from < 190 && whole.events.length > 20);
  for (const known of [0, 1]) assert.deepEqual((await look(200, known)).events, whole.events);
  const step = await look(200, 198);
  assert.equal(step.from, 198);
  assert.deepEqual(step.events, whole.events.filter((event) => event.at > 198));
  assert.deepEqual(step.window, whole.window);
  for (const known of [200, 300]) assert.deepEqual((await look(200, known)).events, []);
  await guest.refused({ type: "replay", table, position: 3, known: -1 }, "bad");
});

test("a record may arrive in pieces of any size", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const text = JSON.stringify({ type: "upload", record: record("byzanz"), re: 999 });
  assert.ok(text.length > 4200);
  for (const first of [4095, 4096, 4097]) {
    const answer = new Promise((resolve, reject) => guest.waiting.set(999, { resolve, reject }));
    guest.send(text.slice(0, first), { fin: false });
    guest.send(text.slice(first), { fin: true });
    assert.equal((await answer).type, "opened", `${first} bytes first`);
  }
});

test("uploads are as few as tables one may open", async (t) => {
  const server = await Server.open(t, { flags: ["--opens", "2"] });
  const guest = await Guest.arrive(server, "Anna");
  const text = record("byzanz");
  for (let i = 0; i < 2; i++) await guest.get({ type: "upload", record: text });
  await guest.refused({ type: "upload", record: text }, "limit");
});

test("a game goes on from a position against bots, and is drawn anew", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const text = record("byzanz");
  const moves = movesOf(text);
  const { table, commitment } = await guest.get({ type: "upload", record: text });
  assert.equal(commitment, null, "a record has no seal");
  const position = moves.findIndex((line, i) => i > 60 && line.startsWith("1 "));
  const then = await guest.get({ type: "replay", table, position, eyes: 1 });

  const fork = await guest.get({ type: "fork", table, position, seat: 1 });
  assert.notEqual(fork.table, table);
  assert.equal(fork.commitment, null, "nor has a fork");
  const now = await guest.enter(fork.table);
  assert.equal(now.window.seat, 1);
  assert.equal(now.window.position, position);
  assert.deepEqual(now.window.picture, then.window.picture);
  assert.equal(now.summary.listed, false);
  assert.deepEqual(now.summary.seats.map((seat) => seat.kind), ["bot", "person", "bot", "bot"]);
  await play(guest, dice(2));
  const played = movesOf((await guest.get({ type: "record", table: fork.table })).record);
  assert.deepEqual(played.slice(0, position), moves.slice(0, position));
  assert.notDeepEqual(played, moves);

  await guest.refused({ type: "fork", table, position: moves.length, seat: 1 }, "illegal");
  await guest.refused({ type: "fork", table, position, seat: 4 }, "seat");
  // Nobody goes on from a game that is still played: he would see what others hold.
  const other = await withBots(guest);
  await guest.refused({ type: "fork", table: other, position: 0, seat: 0 }, "illegal");
});

/* --- analyses and the gallery ----------------------------------------------------------------- */

/* Asks again and again until the analysis is there; every word that was said on the way. */
async function analysed(guest, table, open = false) {
  const said = [];
  for (;;) {
    const answer = await guest.get({ type: "analyse", table, open });
    said.push(answer);
    if (answer.analysis) return { ...answer, said };
    await sleep(50);
  }
}

test("a finished game is analysed in the background and the analysis is kept with it", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const other = await Guest.arrive(server, "Bruno");
  const text = execFileSync(binary, ["record", "byzanz", "--players", "3", "--seed", "8", "--bots", "trader"], { encoding: "utf8" });
  const { table } = await guest.get({ type: "upload", record: text });
  const { analysis, said } = await analysed(guest, table);
  assert.ok(said.length > 1);
  for (const { done, total } of said) assert.ok(done <= total);
  for (const a of analysis.accounts)
    assert.equal(a.start + a.given + a.taken + a.sea_given + a.sea_taken + a.choices + a.others, a.end);
  // The same as in the terminal, for everybody, and without thinking again after a restart.
  const args = ["analyse", "-", "--json", "--level", analysis.level];
  const terminal = JSON.parse(execFileSync(binary, args, { input: text, encoding: "utf8" }));
  for (const part of ["accounts", "curve", "decisions", "iterations", "open"])
    assert.deepEqual(analysis[part], terminal[part]);
  assert.deepEqual((await other.get({ type: "analyse", table })).analysis, analysis);
  await server.kill();
  const later = await Guest.arrive(server, "Carla");
  assert.deepEqual((await later.get({ type: "analyse", table, open: false })).analysis, analysis);
  const all = await analysed(later, table, true);
  assert.equal(all.analysis.open, true);
  assert.deepEqual(all.analysis.curve, analysis.curve);
});

test("nobody's game is analysed while it is played, and one person has one analysis under way", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const mine = await withBots(guest);
  await guest.refused({ type: "analyse", table: mine }, "illegal");
  await guest.refused({ type: "analyse", table: mine, open: 1 }, "bad");
  const { table } = await guest.get({ type: "upload", record: record("voc") });
  const second = (await guest.get({ type: "upload", record: record("voc") })).table;
  await guest.get({ type: "analyse", table });
  let under = await guest.get({ type: "analyse", table });
  while (under.total === 0) under = await guest.get({ type: "analyse", table });
  assert.ok(under.done < under.total);
  const waits = await guest.get({ type: "analyse", table: second });
  assert.deepEqual([waits.done, waits.total, waits.analysis], [0, 0, null]);
  assert.equal((await guest.get({ type: "analyse", table: second })).total, 0, "it still waits");
});

test("who asks first of those behind one address has his game analysed first", async (t) => {
  const server = await open(t);
  const text = record("voc");
  const people = [];
  for (const name of ["Anna", "Bruno", "Carla", "Dora"]) {
    const guest = await Guest.arrive(server, name);
    guest.game = (await guest.get({ type: "upload", record: text })).table;
    people.push(guest);
  }
  const ask = (guest, more) => guest.get({ type: "analyse", table: guest.game, ...more });
  const runs = async (guest) => (await ask(guest)).total > 0;
  const [anna, bruno, carla, dora] = people;
  for (const guest of people) await ask(guest);
  for (const guest of [anna, bruno]) await eventually(() => runs(guest), 5);
  assert.deepEqual([await runs(carla), await runs(dora)], [false, false], "two are under way");
  await ask(anna, { stop: true });
  for (const until = Date.now() + 500; Date.now() < until; await sleep(5))
    assert.equal(await runs(dora), false, "it is not her turn");
  await eventually(() => runs(carla), 5);
  await carla.leave();
  await ask(bruno, { stop: true }); // carla's is under way, and there is room for one
  await eventually(() => runs(dora), 5);
});

test("the gallery has the finished games everybody may see, and no others", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const ids = [];
  for (const listed of [true, false]) {
    const seats = ["greedy", "random", "greedy"];
    const { table } = await guest.get({ type: "open", game: "byzanz", players: 3, seats, listed });
    await guest.enter(table);
    await guest.until(() => guest.table.window.over);
    ids.push(table);
  }
  const { games } = await guest.get({ type: "gallery" });
  assert.deepEqual(games.map(({ table }) => table), [ids[0]]);
  assert.equal(games[0].kind, "close");
  assert.equal(games[0].names.length, 3);
  const found = execFileSync(binary, ["gallery", "--data", server.data, "--json"], { encoding: "utf8" });
  const [jewel] = JSON.parse(found);
  assert.equal(jewel.table, ids[0]);
  assert.equal(jewel.margin, games[0].margin);
  assert.equal(jewel.lowest, games[0].lowest);
  assert.match(execFileSync(binary, ["gallery", "--data", server.data, "--lang", "en"], { encoding: "utf8" }), /wins by \d+ point/);
  execFileSync(binary, ["admin", "close", ids[0], "--data", server.data]);
  assert.deepEqual((await guest.get({ type: "gallery" })).games, [], "nor one that was closed");
  assert.equal(execFileSync(binary, ["gallery", "--data", server.data, "--json"], { encoding: "utf8" }).trim(), "[]");
});

/* So many more tables like the one that is there. */
const MULTIPLY = `import sqlite3,sys
d=sqlite3.connect(sys.argv[1])
key,=d.execute("select key from tables").fetchone()
for name in ["tables","journal"]:
  cols=[c[1] for c in d.execute(f"pragma table_info({name})")]
  own="key" if name=="tables" else "game"
  for n in range(1,int(sys.argv[2])):
    put=",".join(f"{own}+{n}" if c==own else f"substr(id,1,10)||{n+10}" if c=="id" else c for c in cols)
    d.execute(f"insert into {name} ({','.join(cols)}) select {put} from {name} where {own}={key}")
d.commit()`;

test("a game that is closed while the gallery is looked for is not in it", async (t) => {
  const server = await open(t);
  const guest = await Guest.arrive(server, "Anna");
  const { table } = await guest.get({ type: "open", game: "voc", players: 5, seats: Array(5).fill("greedy"), listed: true });
  await guest.enter(table);
  await guest.until(() => guest.table.window.over);
  await server.stop("SIGTERM");
  execFileSync("python3", ["-c", MULTIPLY, server.file, "60"]);
  const gallery = async () => {
    await server.kill();
    await guest.connect();
    return guest.get({ type: "gallery" });
  };
  const [{ table: chosen }] = (await gallery()).games;
  const found = gallery();
  await eventually(() => guest.waiting.size > 0, 1);
  await promisify(execFile)(binary, ["admin", "close", chosen, "--data", server.data]);
  await found;
  const { games } = await guest.get({ type: "gallery" });
  assert.ok(games.length > 0);
  assert.ok(!games.some((game) => game.table === chosen), "it was closed");
});
