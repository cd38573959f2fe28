/* What one address can do to the others: nothing. The others here are other addresses of loopback. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { request } from "node:http";
import { connect } from "node:net";
import test from "node:test";
import { newcomer } from "./accounts.mjs";
import { eventually, gather, GENEROUS, Guest, Server, sleep } from "./harness.mjs";

/* A line from this address, held open; what is sent on it is never more than `head`. */
function line(server, address, head = "") {
  const socket = connect({ port: server.port, host: "127.0.0.1", localAddress: address });
  socket.on("error", () => {});
  if (head) socket.write(head);
  return new Promise((go) => {
    socket.once("connect", () => go(socket));
    socket.once("close", () => go(socket));
  });
}

async function lines(server, count, head) {
  const all = [];
  for (let i = 0; i < count; i += 100)
    all.push(...(await Promise.all(Array.from({ length: Math.min(100, count - i) }, () => line(server, "127.0.0.1", head)))));
  return all;
}

const drop = (all) => all.forEach((socket) => socket.destroy());

/* Asks for a page from another address, on a line of its own; how long that took, in ms. */
function probe(server, address = "127.0.0.2", path = "/healthz") {
  const began = performance.now();
  return new Promise((go, fail) => {
    const options = { host: "127.0.0.1", port: server.port, path, localAddress: address, agent: false, timeout: 5000 };
    const asked = request(options, (answer) => {
      answer.resume();
      answer.once("end", () => go({ status: answer.statusCode, ms: performance.now() - began }));
    });
    asked.once("timeout", () => asked.destroy(new Error("no answer within five seconds")));
    asked.once("error", fail);
    asked.end();
  });
}

async function answersOthers(server) {
  const waits = [];
  for (let i = 0; i < 5; i++) {
    const { status, ms } = await probe(server);
    assert.equal(status, 200);
    waits.push(ms);
  }
  assert.ok(Math.min(...waits) < 1000, `answered after ${waits} ms`); // a busy machine may be slower once
  const guest = new Guest(server, null);
  await guest.connect({ localAddress: "127.0.0.3" });
  assert.equal((await guest.ask({ type: "ping" })).type, "pong");
  await guest.leave();
}

test("300 half-sent requests of one address: others are answered", async (t) => {
  const server = await Server.open(t, { flags: [] });
  const all = await lines(server, 300, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
  await answersOthers(server);
  drop(all);
});

test("2,300 silent lines of one address: others are answered", async (t) => {
  const server = await Server.open(t, { flags: [] });
  const all = await lines(server, 2300);
  await answersOthers(server);
  drop(all);
});

test("more silent lines than there may be: the oldest are cut for the newest, and others are answered", async (t) => {
  const server = await Server.open(t, { flags: ["--connections", "400", "--patience", "60"] });
  const all = await lines(server, 1000);
  await answersOthers(server);
  assert.ok((await server.metric("connections")) <= 400 + 100 + 64);
  assert.ok((await server.metric("connections_cut_total")) >= 1000 - 564);
  drop(all);
});

test("where the system allows few files there are as many lines as fit, and others are answered", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "600"] });
  await server.stop("SIGTERM");
  server.command = () => ["prlimit", "--nofile=500", ...Server.prototype.command.call(server)];
  await server.start();
  assert.match(server.said, /the system allows 500 open files: there is room for 144 sockets/);
  const all = await lines(server, 600);
  await answersOthers(server);
  assert.ok((await server.metric("connections")) <= 144 + 36 + 64);
  drop(all);
});

test("where files run out while it runs lines are cut for others, and it does not turn in vain", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "600"] });
  const limit = spawnSync("prlimit", ["--pid", String(server.child.pid), "--nofile=100:"]);
  assert.equal(limit.status, 0, String(limit.stderr));
  const all = await lines(server, 300);
  await answersOthers(server);
  drop(all);
});

test("600 unread downloads of one address: others are answered, and the downloads are cut", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "2"] });
  const page = await (await fetch(server.url)).text();
  const script = /"(\/assets\/[^"]+\.js)"/.exec(page)[1];
  const head = `GET ${script} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
  const all = await lines(server, 600, head.repeat(4));
  all.forEach((socket) => socket.pause());
  await answersOthers(server);
  await eventually(async () => (await server.metric("connections")) <= 5, 100);
  drop(all);
});

test("a line that is kept for another request takes as little: half of a second request is cut", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "1"] });
  const whole = `GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`;
  const all = await lines(server, 300, whole + "GET / HTTP/1.1\r\nHost: ");
  await answersOthers(server);
  await eventually(async () => (await server.metric("connections")) <= 5, 100);
  drop(all);
});

test("who says nothing is cut in time, and who is slow but speaks is served", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "1"] });
  const silent = await line(server, "127.0.0.1");
  await new Promise((go) => silent.once("close", go));
  const slow = await line(server, "127.0.0.1");
  let heard = "";
  slow.on("data", (bytes) => (heard += bytes));
  for (const letter of `GET /healthz HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`) {
    slow.write(letter);
    await sleep(5);
  }
  await eventually(() => heard.includes("ok\n"), 10);
  slow.destroy();
});

test("a head without end is refused", async (t) => {
  const server = await Server.open(t);
  const long = await line(server, "127.0.0.1", "GET / HTTP/1.1\r\nX: " + "x".repeat(6000));
  let heard = "";
  long.on("data", (bytes) => (heard += bytes));
  await new Promise((go) => long.once("close", go));
  assert.match(heard, /^HTTP\/1.1 431 /);
});

test("a client that never reads but answers pings is cut", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--patience", "2"] });
  const [anna, bert, clara] = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather([anna, bert, clara]);
  const deaf = new Guest(server, null);
  await deaf.connect();
  await deaf.enter(table);
  const before = await server.metric("sockets");
  deaf.socket.pause();
  const pong = setInterval(() => deaf.socket.pong("here"), 100);
  t.after(() => clearInterval(pong));
  const asks = 1200; // some 12 MB: more than the system takes for him, less than he may leave waiting
  for (let i = 0; (await server.metric("sockets")) === before; i += 50) {
    for (let j = 0; i < asks && j < 50; j++) deaf.send(JSON.stringify({ type: "enter", table }));
    await sleep(20);
  }
  assert.equal((await anna.ask({ type: "ping" })).type, "pong");
});

test("a client that is there but silent stays, and one that is gone does not", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--patience", "2"] });
  const quiet = await Guest.arrive(server);
  const gone = new Guest(server, null);
  await gone.connect({ autoPong: false });
  const closed = new Promise((go) => gone.socket.once("close", go));
  await closed;
  assert.ok(quiet.open);
  assert.equal((await quiet.ask({ type: "ping" })).type, "pong");
});

/* So many people whom this person has muted, and so many who have blocked him. */
const SHUNNED = `import sqlite3,sys
d=sqlite3.connect(sys.argv[1])
person=sys.argv[2]
put="insert into manners (person, other, how, name, at) values (?,?,?,?,0)"
for n in range(200): d.execute(put,(person,f"muted{n:011}","mute","M"))
for n in range(1000): d.execute(put,(f"by{n:014}",person,"block","B"))
d.commit()`;

test("who comes to a table with much talk again and again, and avoids very many, is told to wait; others are answered", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests);
  for (let i = 0; i < 240; i++) await guests[i % 3].get({ type: "chat", table, text: "a" });
  const { cookie, person } = guests[0];
  await server.stop("SIGTERM");
  const made = spawnSync("python3", ["-c", SHUNNED, server.file, person.id], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  server.flags = [...server.flags.filter((flag) => !GENEROUS.includes(flag)), "--rate", "10"];
  await server.start();

  const many = Array.from({ length: 60 }, () => new Guest(server, cookie));
  for (const one of many) await one.connect();
  const other = new Guest(server, null);
  await other.connect({ localAddress: "127.0.0.9" });
  let told = 0, refused = 0;
  const ask = async (guest, request) => {
    const { type, code } = await guest.ask(request);
    type === "error" ? refused++ : told++;
    assert.match(code ?? "rate", /^rate$/);
  };
  const flood = Promise.all(many.flatMap((one) => Array.from({ length: 18 }, () => ask(one, { type: "enter", table }))));
  const waits = [];
  for (let i = 0; i < 10; i++) {
    const began = performance.now();
    await other.get({ type: "ping" });
    waits.push(performance.now() - began);
  }
  await flood;
  assert.ok(refused > 0, `${refused} of ${refused + told} refused`);
  assert.ok(Math.min(...waits) < 200, `answered after ${waits}`);

  /* Whom he avoids is asked of the store: that is counted, too. */
  refused = told = 0;
  await sleep(2000);
  await Promise.all(many.flatMap((one) => Array.from({ length: 18 }, () => ask(one, { type: "manners" }))));
  assert.ok(told > 0 && refused > 500, `${refused} of ${refused + told} refused`);
});

test("who goes from table to table as fast as a client may is never told to wait", async (t) => {
  const server = await Server.open(t, { flags: [] });
  const [anna, bert, clara] = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  const tables = [await gather([anna, bert, clara]), await gather([anna, bert, clara])];
  for (const guest of [anna, bert, clara]) for (let i = 0; i < 9; i++) await guest.get({ type: "chat", table: tables[0], text: "a" });
  for (let i = 0; i < 90; i++) {
    const began = performance.now();
    await bert.get({ type: "enter", table: tables[i % 2] });
    await bert.get({ type: "exit" });
    await sleep(67 - (performance.now() - began));
  }
});

test("who asks for all his data on every line at once gets it a few times, and others' words are kept meanwhile", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  for (let i = 0; i < 60; i++) {
    const { table } = await anna.get(open);
    for (let k = 0; k < 4; k++) await Promise.all(Array.from({ length: 60 }, () => anna.get({ type: "chat", table, text: "a" })));
  }
  await server.stop("SIGTERM");
  server.flags = server.flags.filter((flag) => !GENEROUS.includes(flag));
  await server.start();
  const arrive = async () => {
    const one = new Guest(server, anna.cookie);
    await one.connect();
    return one;
  };
  const many = [];
  for (let i = 0; i < 60; i++) many.push(await arrive());
  const other = new Guest(server, null);
  await other.connect({ localAddress: "127.0.0.9" });
  const { table } = await other.get(open);
  const asked = many.map((one) => one.ask({ type: "export" }));
  const said = other.get({ type: "chat", table, text: "a" }).then(() => "said");
  const first = await Promise.race([said, Promise.all(asked)]);
  assert.ok(first === "said", "his word waited for all of them");
  const answers = await Promise.all(asked);
  const given = answers.filter(({ type }) => type === "export").length;
  assert.ok(given >= 2 && given < 50, `${given} of 60`);
  for (const { type, code } of answers) assert.equal(code, type === "export" ? undefined : "rate");

  /* Who leaves while his question waits does not stand in the way of who comes then. */
  await eventually(async () => (await other.get({ type: "ping" })) && (await many[0].ask({ type: "export" })).type === "export", 500);
  for (const one of many) one.send(JSON.stringify({ type: "mine" }));
  for (const one of many) one.socket.terminate();
  const late = await arrive();
  await eventually(async () => (await late.ask({ type: "mine" })).type === "mine", 500);
});

for (const [who, last] of [["bots alone", "greedy"], ["bots, of whom one plays for somebody,", "me"]])
  test(`more tables of ${who} than the house has room for: others open theirs, and those go on when somebody comes`, async (t) => {
    const server = await Server.open(t, { pace: 5000, flags: ["--tables", "20"] });
    const guest = new Guest(server, await server.cookie());
    await guest.connect({ localAddress: "127.0.0.1" });
    const seats = [last, "greedy", "greedy"];
    const tables = [];
    while (tables.length < 40) {
      const { table } = await guest.get({ type: "open", game: "byzanz", players: 3, seats });
      if (last === "me") await guest.get({ type: "leave", table }); // a bot plays for him
      tables.push(table);
      await sleep(40);
    }
    await guest.leave();
    const other = new Guest(server, null);
    await other.connect({ localAddress: "127.0.0.9" });
    await other.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
    await server.stop("SIGTERM");
    server.flags[server.flags.indexOf("5000")] = "0";
    await server.start();
    await guest.connect();
    await guest.enter(tables[0]);
    await guest.until(() => guest.table.window.over);
  });
