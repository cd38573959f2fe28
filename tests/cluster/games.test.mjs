/* People on different nodes play whole games, as if there were one server. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createConnection, createServer } from "node:net";
import { test } from "node:test";
import { binary, dice, gather, Guest, movesOf, withBots } from "../server/harness.mjs";
import { exchange, newcomer, PASSWORD } from "../server/accounts.mjs";
import { House, persist, play, until } from "./harness.mjs";

const arrive = (house, names) => Promise.all(names.map((name, i) => Guest.arrive(house.nodes[i % house.nodes.length], name)));

function checked(record) {
  const audit = spawnSync(binary, ["check", "-"], { input: record, encoding: "utf8" });
  assert.equal(audit.status, 0, audit.stdout + audit.stderr);
}

test("people on three nodes play whole games of all four, and every node has the same record", async (t) => {
  const house = await House.open(t);
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const guests = await arrive(house, ["Anna", "Björn", "Chloé"]);
    const voc = game === "voc"; // for four at least: a bot has the last seat
    const table = await gather(guests, voc ? { game, players: 4, seats: ["me", "open", "open", "greedy"] } : { game });
    const sent = [];
    await Promise.all(guests.map((guest, i) => play(guest, dice(7 * game.length + i), { made: (m) => sent.push(m) })));
    const records = await Promise.all(guests.map((g) => g.get({ type: "record", table })));
    for (const { record } of records) assert.equal(record, records[0].record, game);
    checked(records[0].record);
    const moves = movesOf(records[0].record).filter((line) => !line.startsWith("*") && !line.startsWith("3 "));
    assert.equal(moves.length, sent.length, `${game}: every acknowledged move is there once`);
    for (const guest of guests) await guest.leave();
  }
});

test("a voyage is drawn on one node, called to from another and watched on a third", async (t) => {
  const house = await House.single(t);
  const guests = await arrive(house, ["Red", "Yellow", "Black", "Green"]);
  const table = await gather(guests, { game: "voc" });
  const [red, yellow] = guests;
  const watcher = await Guest.arrive(house.nodes[2], "Marie");
  await watcher.enter(table);
  let seen = (await red.get({ type: "move", table, at: red.table.at, move: "sail 500" })).at;
  await yellow.until(() => yellow.table.at >= seen);
  const from = yellow.table.at;
  const calls = async () => {
    await yellow.until(() => yellow.table.window.picture.voyage.strokes > 10);
    await yellow.get({ type: "move", table, at: from, move: "say north" }); // meant for the moment it arrives at
  };
  const draw = async () => {
    for (let i = 0; i < 60; i++) seen = (await red.get({ type: "move", table, at: seen, move: `pen ${i % 2} -1` })).at;
  };
  await Promise.all([calls(), draw()]);
  await watcher.until(() => watcher.table.window.picture.voyage.strokes === 60);
  await watcher.until(() => watcher.table.events.some((e) => e.kind === "say" || e.kind === "word" || /north/i.test(JSON.stringify(e))));
  for (const guest of [...guests, watcher]) await guest.leave();
});

test("bots are moved by whoever moved last; where that node is killed another goes on", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const [one, two] = house.nodes;
  const anna = await Guest.arrive(one, "Anna");
  const table = await withBots(anna, { seats: ["me", "greedy", "greedy", "greedy"] });
  const marie = await Guest.arrive(two, "Marie");
  await marie.enter(table);
  await marie.until(() => marie.table.at >= anna.table.at && marie.table.summary.seats[0].here === true);
  const roll = dice(3);
  let moves = 0;
  await play(anna, roll, { made: () => moves++, stop: () => moves === 5 });
  await one.stop("SIGKILL");
  anna.server = two;
  await anna.connect();
  await anna.enter(table);
  await play(anna, roll);
  await marie.until(() => marie.table.window.over);
  assert.equal(anna.table.window.over, true);
  assert.deepEqual(marie.table.window.scores, anna.table.window.scores);
});

test("a node is killed in the middle of games: its people come to another through the balancer, and go on", async (t) => {
  const house = await House.open(t, { balancer: true });
  const guests = await Promise.all(["Anna", "Björn", "Chloé", "Dora", "Emil", "Fanny"].map((name) => Guest.arrive(house.door, name)));
  const tables = [await gather(guests.slice(0, 3)), await gather(guests.slice(3))];
  const sent = [[], []];
  const made = (n) => sent[n].filter(({ acknowledged }) => acknowledged).length;
  const games = guests.map((guest, i) => persist(guest, tables[i < 3 ? 0 : 1], dice(70 + i), sent[i < 3 ? 0 : 1], [house.door]));
  await until(() => made(0) > 5 && made(1) > 5, "both games are played");
  let cut = 0;
  for (const guest of guests) guest.socket.once("close", () => cut++);
  const before = [made(0), made(1)];
  const killed = performance.now();
  await house.nodes[0].stop("SIGKILL"); // and not started again
  await until(() => [0, 1].every((n) => made(n) > before[n] + 9), "both games go on");
  const took = Math.round(performance.now() - killed);
  t.diagnostic(`${cut} people were cut off; ten moves later at both tables it was ${took} ms after the kill`);
  assert.ok(cut > 0);
  assert.ok(took < 30_000, "5 seconds on a machine of their own, more on a busy one");
  await Promise.all(games);
});

test("lists, names, rematches and chat are those of the house, not of the node", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const [one, two] = house.nodes;
  const anna = await Guest.arrive(one, "Anna");
  const bert = await Guest.arrive(two, "Bert");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "greedy"], listed: true, title: "La Rochelle" };
  const { table } = await anna.get(open);
  const offers = async () => (await bert.get({ type: "lobby" })).open.map(({ id }) => id);
  const end = Date.now() + 20000;
  while (!(await offers()).includes(table)) assert.ok(Date.now() < end, "the open table is in the list of the other node");
  await bert.get({ type: "sit", table, seat: 1 });
  await Promise.all([anna.enter(table), bert.enter(table)]);
  await anna.until(() => anna.table.summary.seats[1].name === "Bert" && anna.table.summary.seats[1].here);
  await bert.get({ type: "chat", table, text: "Bonjour !" });
  await anna.until(() => anna.chat.some(({ text }) => text === "Bonjour !"));
  await Promise.all([play(anna, dice(4)), play(bert, dice(5))]);
  const again = await Promise.all([anna, bert].map((guest) => guest.get({ type: "rematch", table })));
  assert.equal(again[0].table, again[1].table, "both asked at once, and play at one table");
  const mine = await bert.get({ type: "mine" });
  assert.ok(mine.tables.some(({ id }) => id === table));
  const back = new Guest(one, bert.cookie); // the same cookie, at the other node
  await back.connect();
  assert.equal(back.person.name, "Bert");
  for (const guest of [anna, bert, back]) await guest.leave();
});

test("those who look are counted by the node they look at, and players of another node are none of them", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const [one, two] = house.nodes;
  const anna = await Guest.arrive(one, "Anna");
  const bert = await Guest.arrive(two, "Bert");
  const table = await gather([anna, bert], { game: "byzanz", players: 3, seats: ["me", "open", "greedy"] });
  const zoe = await Guest.arrive(two, "Zoé");
  const watching = (guest) => guest.table.summary.watching.count;
  await zoe.enter(table);
  await zoe.until(() => zoe.table.summary.seats[0].here && zoe.table.summary.seats[1].here && watching(zoe) === 1);
  const there = await new Guest(one, zoe.cookie).connect(); // the same person, at the other node
  await there.enter(table);
  await anna.until(() => watching(anna) === 1);
  await there.leave();
  await anna.until(() => watching(anna) === 0);
  assert.equal(watching(zoe), 1);
  for (const guest of [anna, bert, zoe]) await guest.leave();
});

test("who signs in on one node goes on at another, and who listens to the log learns no session", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  let heard = "";
  const ear = createConnection(house.ports[0], "127.0.0.1");
  t.after(() => ear.destroy());
  ear.on("data", (bytes) => (heard += bytes));
  ear.write('CONNECT {"verbose":false,"headers":true}\r\nSUB > 1\r\nPING\r\n');
  await until(() => heard.includes("PONG"), "it listens");
  const anna = await Guest.arrive(house.nodes[0]);
  await anna.get({ type: "code" });
  const { type, ticket } = await anna.get({ type: "join", name: "Anna", password: PASSWORD });
  assert.equal(type, "signed");
  await until(() => heard.includes("ticket "), "the others were told");
  let cookie;
  await until(async () => ({ cookie } = await exchange(house.nodes[1], ticket, anna.cookie)).cookie, "the other node knows the ticket");
  const there = await new Guest(house.nodes[1], cookie).connect();
  assert.deepEqual([there.person.name, there.person.account], ["Anna", true]);
  assert.ok(!heard.includes(cookie.split("=")[1]), "nobody hears the token");
  assert.ok(!heard.includes(ticket));
});

test("who is muted on one node and signs in with his tables on another stays muted", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const [one, two] = house.nodes;
  await newcomer(one, "Bertrand");
  const guests = await arrive(house, ["Anna", "Bert", "Clara"]);
  const [anna, bert] = guests;
  const table = await gather(guests);
  await anna.get({ type: "regard", table, seat: 1, how: "mute" });
  await until(async () => {
    const answer = await bert.ask({ type: "sign-in", name: "Bertrand", password: PASSWORD, keep: true }).catch(() => null);
    if (answer?.type === "signed") bert.cookie = (await exchange(two, answer.ticket, bert.cookie)).cookie;
    return answer?.type === "signed";
  }, "he signs in");
  await bert.connect();
  assert.equal((await bert.enter(table)).summary.seat, 1);
  await bert.get({ type: "chat", table, text: "pendant" });
  await guests[2].until(() => guests[2].chat.some(({ text }) => text === "pendant"));
  await guests[2].get({ type: "chat", table, text: "bonjour" });
  await anna.until(() => anna.chat.some(({ text }) => text === "bonjour"));
  assert.ok(!anna.frames.join().includes("pendant"));
});

test("what somebody says on another node while he deletes his account is not kept", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const [one, two] = house.nodes;
  const said = [];
  for (const name of ["Anna", "Berta", "Carla", "Dora"]) {
    const here = await newcomer(one, name);
    const there = await new Guest(two, here.cookie).connect();
    await until(async () => (await there.connect()).person.account, "the other node knows the account");
    const table = await withBots(there);
    said.push(`The words of ${name}`);
    two.child.kill("SIGSTOP"); // so that it hears of the end after his words
    there.send(JSON.stringify({ type: "chat", table, text: said.at(-1) }));
    await here.get({ type: "delete", name });
    two.child.kill("SIGCONT");
    await until(() => !there.open, "he is sent away there");
  }
  await Promise.all([one, two].map((node) => Guest.arrive(node, "Eve"))); // behind all of it
  const lines = (node) => execFileSync("python3", ["-c", "import sqlite3,sys\nfor r in sqlite3.connect(sys.argv[1]).execute('select line from journal'): print(r[0])", node.file], { encoding: "utf8" });
  for (const node of [one, two]) await until(() => !said.some((words) => lines(node).includes(words)), "nothing of it is kept", 10000);
});

/* A line to NATS that can be told to hold back what a node gives the log. */
async function holdingLine(t, port) {
  const held = [];
  const line = { held, holds: false, release: () => held.splice(0).forEach(([to, bytes]) => to.write(bytes)) };
  const door = createServer((node) => {
    const log = createConnection(port, "127.0.0.1");
    node.on("data", (bytes) => (line.holds && (held.length || bytes.includes("HPUB")) ? held.push([log, bytes]) : log.write(bytes)));
    log.on("data", (bytes) => node.write(bytes));
    for (const [one, other] of [[node, log], [log, node]]) one.on("error", () => {}).on("close", () => other.destroy());
  });
  await new Promise((go) => door.listen(0, "127.0.0.1", go));
  t.after(() => door.close());
  return Object.assign(line, { port: door.address().port });
}

test("what others wrote on another node, of somebody whose account ended meanwhile, does not name him", async (t) => {
  const house = await House.single(t, { nodes: 1 });
  const line = await holdingLine(t, house.ports[0]);
  house.store = ["--store", `nats://127.0.0.1:${line.port}`, "--nats-replicas", "1"];
  await house.addNode();
  const [one, two] = house.nodes;
  const anna = await newcomer(one, "Annabelle");
  const bert = await Guest.arrive(two, "Bert");
  const { table } = await bert.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "random"] });
  await until(async () => (await anna.ask({ type: "sit", table, seat: 1 })).type === "ok", "she sits down");
  for (const guest of [anna, bert]) await guest.enter(table);
  await Promise.all([play(anna, dice(5)), play(bert, dice(6))]);
  await bert.get({ type: "manners" }); // so that the node is as new as the log
  line.holds = true;
  const opened = bert.ask({ type: "rematch", table });
  await until(() => line.held.some(([, bytes]) => bytes.includes("Annabelle")), "the seat is kept for her, and not in the log");
  await anna.get({ type: "delete", name: "Annabelle" });
  const lines = (node, sql) => execFileSync("python3", ["-c", "import sqlite3,sys\nfor r in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]): print(r[0])", node.file, sql], { encoding: "utf8" });
  await until(() => lines(two, "SELECT id FROM people WHERE since > 0") === "", "the other node has heard of it");
  line.holds = false;
  line.release();
  const { table: next } = await opened;
  assert.ok(next);
  for (const node of [one, two]) {
    await until(() => lines(node, `SELECT id FROM tables WHERE id = '${next}'`) !== "", "the rematch is there");
    await until(() => !lines(node, "SELECT line FROM journal UNION ALL SELECT seats FROM tables").includes("Annabelle"), "and does not name her", 20000);
  }
});
