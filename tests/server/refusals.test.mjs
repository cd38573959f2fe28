/* Bad messages. Each gets an error that says why, changes nothing, and never stops the server. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { gather, Guest, Server, sleep, WebSocket } from "./harness.mjs";

let server, anna, bert, clara, watcher, table;
const ended = [];

before(async () => {
  server = await Server.open({ after: (f) => ended.push(f) });
  const names = ["Anna", "Bert", "Clara", "Watcher"];
  [anna, bert, clara, watcher] = await Promise.all(names.map((n) => Guest.arrive(server, n)));
  table = await gather([anna, bert, clara]);
  await watcher.enter(table);
});

after(async () => {
  for (const f of ended) await f();
});

/* Sends bytes as they are; the error they get. Nothing may have changed. */
async function say(bytes, options) {
  const at = anna.table.at;
  anna.unasked = null;
  anna.send(bytes, options);
  await anna.until(() => anna.unasked);
  const error = anna.unasked;
  assert.match(error.why, /^\p{Lu}|^“/u, "a refusal says why");
  assert.equal((await anna.ask({ type: "ping" })).type, "pong", "the server goes on");
  assert.equal((await anna.enter(table)).at, at, "nothing has changed");
  return error;
}

const refusals = [
  ["nothing at all", "", "bad"],
  ["text that is not JSON", "hello", "bad"],
  ["half a message", '{"type":"ping"', "bad"],
  ["two messages in one", '{"type":"ping"}{"type":"ping"}', "bad"],
  ["an array", "[1,2,3]", "bad"],
  ["a number", "42", "bad"],
  ["null", "null", "bad"],
  ["a name given twice", '{"type":"ping","type":"exit"}', "bad"],
  ["no type", '{"table":"x"}', "bad"],
  ["a type that is a number", '{"type":7}', "bad"],
  ["an unknown type", '{"type":"steal"}', "unknown"],
  ["an empty type", '{"type":""}', "unknown"],
  ["a mark that is no number", '{"type":"ping","re":"x"}', "bad"],
  ["a mark that is a fraction", '{"type":"ping","re":1.5}', "bad"],
  ["a number too large for a mark", '{"type":"ping","re":123456789012345678901234567890}', "bad"],
  ["a NUL within", '{"type":"pi\u0000ng"}', "bad"],
  ["an escaped NUL", '{"type":"name","name":"a\\u0000b"}', "bad"],
  ["half of a surrogate pair", '{"type":"name","name":"\\ud800"}', "bad"],
  ["a move without a table", '{"type":"move","at":1,"move":"pass"}', "bad"],
  ["a move without a version", '{"type":"move","table":"x","move":"pass"}', "bad"],
  ["a move without a move", '{"type":"move","table":"x","at":1}', "bad"],
  ["a version that is text", '{"type":"move","table":"x","at":"1","move":"pass"}', "bad"],
  ["a version below zero", '{"type":"move","table":"x","at":-1,"move":"pass"}', "bad"],
  ["a version beyond numbers", '{"type":"move","table":"x","at":1e99,"move":"pass"}', "bad"],
  ["a move of two lines", '{"type":"move","table":"x","at":1,"move":"pass\\npass"}', "bad"],
  ["a move that is too long", `{"type":"move","table":"x","at":1,"move":"${"a".repeat(500)}"}`, "bad"],
  ["a seat that is text", '{"type":"sit","table":"x","seat":"0"}', "bad"],
  ["a seat beyond all", '{"type":"sit","table":"x","seat":99}', "bad"],
  ["a table that is a number", '{"type":"enter","table":5}', "bad"],
  ["a table nobody opened", '{"type":"enter","table":"AAAAAAAAAAAA"}', "table"],
  ["a table with a long id", `{"type":"enter","table":"${"A".repeat(200)}"}`, "table"],
  ["a table with an id of SQL", '{"type":"enter","table":"\' OR 1=1 --"}', "table"],
  ["a name that is empty", '{"type":"name","name":""}', "bad"],
  ["a name of blanks", '{"type":"name","name":"   "}', "bad"],
  ["a name with a line end", '{"type":"name","name":"a\\nb"}', "bad"],
  ["a name that turns the text round", '{"type":"name","name":"a\\u202eb"}', "bad"],
  ["a name that is too long", `{"type":"name","name":"${"é".repeat(25)}"}`, "bad"],
  ["a game that does not exist", '{"type":"open","game":"chess","players":4,"seats":[]}', "bad"],
  ["too few players", '{"type":"open","game":"byzanz","players":2,"seats":["me","open"]}', "bad"],
  ["too many players", '{"type":"open","game":"byzanz","players":7,"seats":[]}', "bad"],
  ["seats that do not fit", '{"type":"open","game":"byzanz","players":3,"seats":["me"]}', "bad"],
  ["a seat for nobody", '{"type":"open","game":"byzanz","players":3,"seats":["me","","x"]}', "bad"],
  ["two seats for me", '{"type":"open","game":"byzanz","players":3,"seats":["me","me","open"]}', "bad"],
  ["an option nobody knows", '{"type":"open","game":"byzanz","players":3,"seats":["me","open","open"],"options":{"x":"y"}}', "bad"],
  ["options that are a list", '{"type":"open","game":"byzanz","players":3,"seats":["me","open","open"],"options":["x"]}', "bad"],
  ["a title that is too long", `{"type":"open","game":"byzanz","players":3,"seats":["me","open","open"],"title":"${"x".repeat(41)}"}`, "bad"],
  ["a level nobody plays", `{"type":"fill","table":"x","seat":0,"bot":"genius"}`, "bad"],
  ["brackets a thousand deep", "[".repeat(2000) + "]".repeat(2000), "bad"],
  ["objects a thousand deep", '{"a":'.repeat(600) + "1" + "}".repeat(600), "bad"],
  ["more values than any message has", `{"type":"upload","record":"x","x":[${"[],".repeat(300000)}[]]}`, "bad"],
  ["one byte too many", `{"type":"ping","x":"${"a".repeat(4097 - 22)}"}`, "long"],
  ["a hundred thousand bytes", JSON.stringify({ type: "ping", x: "a".repeat(100000) }), "long"],
];

for (const [name, bytes, code] of refusals)
  test(`${name}: ${code}`, async () => assert.equal((await say(bytes)).code, code));

test("a message of exactly 4096 bytes is heard", async () => {
  const bytes = `{"type":"ping","re":7000,"x":"${"a".repeat(4096 - 32)}"}`;
  assert.equal(bytes.length, 4096);
  const pong = new Promise((resolve, reject) => anna.waiting.set(7000, { resolve, reject }));
  anna.send(bytes);
  assert.equal((await pong).type, "pong");
});

test("bytes that are not UTF-8: bad", async () => {
  const bytes = Buffer.concat([Buffer.from('{"type":"name","name":"'), Buffer.from([0xff, 0xfe, 0xc0, 0x80]), Buffer.from('"}')]);
  assert.equal((await say(bytes, { binary: false })).code, "bad");
});

test("a binary frame: bad", async () => {
  assert.equal((await say(Buffer.from('{"type":"ping"}'), { binary: true })).code, "bad");
});

test("a message in many fragments is one message", async () => {
  const bytes = JSON.stringify({ type: "ping", re: 7001 });
  const pong = new Promise((resolve, reject) => anna.waiting.set(7001, { resolve, reject }));
  [...bytes].forEach((c, i) => anna.send(c, { fin: i === bytes.length - 1 }));
  assert.equal((await pong).type, "pong");
});

test("too long a message in fragments: long", async () => {
  const at = anna.table.at;
  anna.unasked = null;
  for (let i = 0; i < 50; i++) anna.send("a".repeat(1000), { fin: i === 49 });
  await anna.until(() => anna.unasked);
  assert.equal(anna.unasked.code, "long");
  assert.equal((await anna.enter(table)).at, at);
});

test("a message without end cuts the line, and only that line", async () => {
  const guest = await Guest.arrive(server);
  const gone = new Promise((go) => guest.socket.once("close", (code) => go(code)));
  for (let i = 0; i < 300 && guest.open; i++) {
    guest.send("a".repeat(8192), { fin: false });
    await sleep(0);
  }
  const code = await gone; // the reason is lost where the line still holds unread bytes
  assert.ok(code === 1009 || code === 1006, `closed with ${code}`);
  assert.equal((await anna.ask({ type: "ping" })).type, "pong");
});

test("the answer to a refused message carries its mark", async () => {
  const error = await anna.refused({ type: "steal" }, "unknown");
  assert.ok(error.re > 0);
  await anna.refused({ type: "enter", table: 5 }, "bad");
});

/* --- requests that are well said but not granted --------------------------------------------- */

const mover = () => [anna, bert, clara].find((g) => g.owes);
const idler = () => [anna, bert, clara].find((g) => !g.owes);

async function unchanged(request, who, code) {
  const at = anna.table.at;
  const error = await who.refused(request, code);
  assert.equal(error.at, at, "the error says the version of the table");
  assert.equal((await anna.enter(table)).at, at, "nothing has changed");
  return error;
}

test("a move out of turn: turn", async () => {
  const { at } = anna.table;
  await unchanged({ type: "move", table, at, move: "pass" }, idler(), "turn");
});

test("what is no move is told as such out of turn too: illegal", async () => {
  const { at } = anna.table;
  const { why } = await unchanged({ type: "move", table, at, move: "bid gold7" }, mover(), "illegal");
  assert.equal((await unchanged({ type: "move", table, at, move: "bid gold7" }, idler(), "illegal")).why, why);
});

test("a move from no seat: seat", async () => {
  const { at } = anna.table;
  await unchanged({ type: "move", table, at, move: "pass" }, watcher, "seat");
  await unchanged({ type: "undo", table, at }, watcher, "seat");
  await unchanged({ type: "leave", table }, watcher, "seat");
  await unchanged({ type: "why", table, move: "pass" }, watcher, "seat");
});

test("a move the rules forbid: illegal, with the game's reason", async () => {
  const who = mover();
  const { at } = who.table;
  for (const move of ["bid", "bid gold7", "take wood", "jump", "done", "bid trader", "* lot wood1", "deal 0 wood1", "sell wood1 wood1 wood1 wood1"])
    await unchanged({ type: "move", table, at, move }, who, "illegal");
});

test("a version that is not the table's: stale", async () => {
  const who = mover();
  const { at, window } = who.table;
  for (const wrong of [0, at - 1, at + 1, 2 ** 31 - 1])
    await unchanged({ type: "move", table, at: wrong, move: window.moves[0] }, who, "stale");
  await unchanged({ type: "undo", table, at: at - 1 }, who, "stale");
});

test("a move said again is stale, not played twice", async () => {
  const who = mover();
  const { at, window } = who.table;
  const move = window.moves.find((m) => m === "pass") ?? window.moves[0];
  const [first, second] = await Promise.all([who.move(move, at), who.move(move, at)]);
  assert.equal(first.type, "ok");
  assert.equal(second.code, "stale");
  for (const guest of [anna, bert, clara]) await guest.until(() => guest.table.at > at);
});

test("a seat that is taken, or is none: seat", async () => {
  await unchanged({ type: "sit", table, seat: 0 }, watcher, "seat");
  await unchanged({ type: "sit", table, seat: 5 }, watcher, "seat");
  await unchanged({ type: "sit", table, seat: 0 }, anna, "seat");
  await unchanged({ type: "sit", table, seat: 1 }, anna, "seat");
});

test("what only the host may do: host", async () => {
  await unchanged({ type: "fill", table, seat: 1, bot: "greedy" }, bert, "host");
  await unchanged({ type: "fill", table, seat: 1, bot: "greedy" }, anna, "seat");
});

test("the record before the end: illegal", async () => {
  await unchanged({ type: "record", table }, anna, "illegal");
});

test("why not, without moving", async () => {
  const who = mover();
  const { at, window } = await who.enter(table);
  const can = await who.get({ type: "why", table, move: window.moves[0] });
  assert.equal(can.why, null);
  const cannot = await who.get({ type: "why", table, move: "take wood" });
  assert.equal(typeof cannot.why, "string");
  assert.equal(cannot.move, "take wood");
  assert.equal((await who.enter(table)).at, at);
});

/* --- the line itself -------------------------------------------------------------------------- */

const refusedUpgrade = (url, options) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url, options);
    socket.once("open", () => reject(new Error("the socket was opened")));
    socket.once("unexpected-response", (_, response) => {
      let body = "";
      response.on("data", (text) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode, body }));
    });
    socket.on("error", () => {});
  });

test("a socket of another site's page is refused", async () => {
  for (const origin of ["http://evil.example", "null", `https://127.0.0.1:${server.port + 1}`, "http://127.0.0.1"]) {
    const { status, body } = await refusedUpgrade(server.ws, { origin });
    assert.equal(status, 403, origin);
    assert.match(body, /Origin/);
  }
  const own = await new Guest(server, null).connect({ origin: server.url });
  assert.equal(own.welcome.type, "welcome");
});

test("a socket at another address is refused", async () => {
  const { status } = await refusedUpgrade(`ws://127.0.0.1:${server.port}/other`);
  assert.equal(status, 404);
});

test("bytes that are no HTTP, a wrong handshake, broken frames: only that line suffers", async () => {
  const handshake = `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
  const rude = [
    Buffer.alloc(5000, 0xff),
    "GET / HTTP/1.1\r\n\r\n",
    `GET /${"a".repeat(20000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    "GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: x\r\n\r\n",
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\nxxx`,
    handshake.replace("13", "99"),
    handshake.replace(/Sec-WebSocket-Key.*\r\n/, ""),
    Buffer.concat([Buffer.from(handshake), Buffer.from([0x81, 0x05]), Buffer.from("hello")]), // without a mask
    Buffer.concat([Buffer.from(handshake), Buffer.from([0xf1, 0x80, 0, 0, 0, 0])]), // reserved bits
    Buffer.concat([Buffer.from(handshake), Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0])]), // 2^64
    Buffer.concat([Buffer.from(handshake), Buffer.from([0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0])]), // a ping of 64 kB
    Buffer.concat([Buffer.from(handshake), Buffer.from([0x80, 0x80, 0, 0, 0, 0])]), // goes on with nothing
  ];
  for (const bytes of rude)
    await new Promise((go) => {
      const line = connect(server.port, "127.0.0.1", () => line.write(bytes));
      line.on("error", () => {});
      line.on("close", go);
      setTimeout(() => line.destroy(), 100);
    });
  assert.equal((await anna.ask({ type: "ping" })).type, "pong");
  assert.equal(server.child.exitCode, null);
});

test("refusals are counted by code", async () => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  for (const code of ["bad", "unknown", "long", "table", "seat", "illegal", "stale", "host"])
    assert.match(text, new RegExp(`negoce_refusals_total\\{code="${code}"\\} [1-9]`));
});
