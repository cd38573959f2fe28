/* The server: its pages, its limits, its disk, how it opens and how it closes. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { binary, Closed, dice, gather, GENEROUS, Guest, Server, play, sleep, withBots } from "./harness.mjs";

/* A request without what fetch adds by itself. */
const ask = (url, headers = {}, method = "GET", agent = undefined) =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, method, agent }, (response) => {
      const parts = [];
      response.on("data", (bytes) => parts.push(bytes));
      response.on("end", () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    request.on("error", reject);
  });

test("every place of the page is the page; files have their own type, tag and packing", async (t) => {
  const server = await Server.open(t);
  const page = await ask(`${server.url}/`);
  assert.equal(page.status, 200);
  assert.match(page.headers["content-type"], /^text\/html/);
  for (const place of ["/t/abc", "/rules/byzanz", "/new", "/t/abc?x=1"])
    assert.deepEqual((await ask(server.url + place)).body, page.body, place);
  for (const nowhere of ["/assets/none.js", "/favicon.gif", "/.env", "/assets/none"])
    assert.equal((await ask(server.url + nowhere)).status, 404, nowhere);
  assert.equal((await ask(`${server.url}/`, {}, "POST")).status, 405);
  const head = await ask(`${server.url}/`, {}, "HEAD");
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  assert.equal(Number(head.headers["content-length"]), page.body.length);

  const script = page.body.toString().match(/(?:src|href)="(\/assets\/[^"]+)"/)[1];
  const plain = await ask(server.url + script);
  const packed = await ask(server.url + script, { "accept-encoding": "gzip, br" });
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.match(plain.headers["cache-control"], /immutable/);
  const body = packed.headers["content-encoding"] === "gzip" ? gunzipSync(packed.body) : packed.body;
  assert.deepEqual(body, plain.body);
  assert.equal(packed.headers.etag, plain.headers.etag);
  const again = await ask(server.url + script, { "if-none-match": plain.headers.etag });
  assert.equal(again.status, 304);
  assert.equal(again.body.length, 0);
  assert.equal((await ask(`${server.url}/`, { "if-none-match": page.headers.etag })).status, 304);

  /* Whoever asks for the head alone, or goes before the end, leaves nothing behind. */
  for (const place of [script, "/metrics"]) {
    assert.equal((await ask(server.url + place, {}, "HEAD")).body.length, 0);
    for (let i = 0; i < 5; i++)
      await new Promise((go) => {
        const request = get(server.url + place, (response) => response.destroy());
        request.on("error", () => {}).on("close", go);
      });
  }
  const line = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 20; i++) assert.equal((await ask(server.url + script, {}, i % 3 ? "GET" : "HEAD", line)).status, 200);
  line.destroy();
});

test("every answer carries the strict headers, and the page a session nobody can read", async (t) => {
  const server = await Server.open(t);
  for (const place of ["/", "/healthz", "/metrics", "/nothing.js"]) {
    const { headers } = await ask(server.url + place);
    assert.match(headers["content-security-policy"], /default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
    assert.doesNotMatch(headers["content-security-policy"], /script-src[^;]*'unsafe/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["referrer-policy"], "no-referrer");
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(Boolean(headers["set-cookie"]), place === "/", place);
  }
  const first = (await ask(server.url)).headers["set-cookie"][0];
  const second = (await ask(server.url)).headers["set-cookie"][0];
  assert.match(first, /^negoce=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  assert.notEqual(first, second);
  const cookie = first.split(";")[0];
  const kept = (await ask(server.url, { cookie: `a=b; ${cookie}; c=d` })).headers["set-cookie"][0];
  assert.equal(kept, first, "a session is kept");
  const among = (await ask(server.url, { cookie: `other=${"x".repeat(3500)}; ${cookie}` })).headers["set-cookie"][0];
  assert.equal(among, first, "also among long cookies of others");
  const forged = (await ask(server.url, { cookie: "negoce=mine" })).headers["set-cookie"][0];
  assert.match(forged, /^negoce=[\w-]{43};/);
  const invented = `negoce=${"A".repeat(43)}`; // well formed, but not made by this server
  const renewed = (await ask(server.url, { cookie: invented })).headers["set-cookie"][0];
  assert.notEqual(renewed.split(";")[0], invented);
  const https = { "x-forwarded-proto": "https" };
  const secure = (await ask(server.url, https)).headers["set-cookie"][0];
  assert.match(secure, /^__Host-negoce=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/);
  const held = (await ask(server.url, { ...https, cookie: secure.split(";")[0] })).headers["set-cookie"][0];
  assert.equal(held, secure, "a session is kept");
  const planted = (await ask(server.url, { ...https, cookie })).headers["set-cookie"][0];
  assert.notEqual(planted.split(";")[0].split("=")[1], cookie.split("=")[1], "another host of the domain may have set it");
});

test("the page comes in the light that was chosen, and each light has an etag of its own", async (t) => {
  const server = await Server.open(t);
  const page = await ask(server.url);
  assert.match(page.body.toString(), /<html lang/);
  for (const light of ["dark", "light"]) {
    const cookie = `a=b; negoce-light=${light}`;
    const lit = await ask(`${server.url}/rules/voc`, { cookie });
    assert.match(lit.body.toString(), new RegExp(`<html data-theme="${light}" lang`));
    assert.ok(lit.headers["set-cookie"], "it carries a session too");
    assert.equal((await ask(server.url, { cookie, "if-none-match": page.headers.etag })).status, 200);
    assert.equal((await ask(server.url, { cookie, "if-none-match": lit.headers.etag })).status, 304);
  }
  assert.equal((await ask(server.url, { cookie: "negoce-light=pink" })).headers.etag, page.headers.etag);
});

test("a token nobody was given is nobody's: its socket is a stranger each time", async (t) => {
  const server = await Server.open(t);
  const cookie = `negoce=${"B".repeat(43)}`;
  const first = await new Guest(server, cookie).connect();
  const second = await new Guest(server, cookie).connect();
  assert.notEqual(first.person.id, second.person.id);
  const cookieOfOne = await server.cookie();
  const before = await new Guest(server, cookieOfOne).connect();
  await before.leave();
  const after = await new Guest(server, cookieOfOne).connect();
  assert.equal(after.person.name, before.person.name, "who comes back unnamed is called as before");
  const known = await Guest.arrive(server, "Anna");
  await server.kill();
  const again = await new Guest(server, known.cookie).connect();
  assert.equal(again.person.id, known.person.id, "the key outlives the server");
});

test("it answers to numbers, localhost and the names of --origin, and to no other", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--origin", "https://negoce.example.org"] });
  const status = async (host) => (await ask(server.url, { host })).status;
  for (const host of ["localhost", `localhost:${server.port}`, "127.0.0.1", "192.0.2.7:80", "[::1]:8642", "negoce.example.org", "NEGOCE.example.org"])
    assert.equal(await status(host), 200, host);
  for (const host of ["rebound.example.com", "rebound.example.com:8642", "negoce.example.org:81", "localhost.example.com", "127.0.0.1.example.com", `${"a.".repeat(150)}example.com`])
    assert.equal(await status(host), 421, host);
  const cookie = (await ask(server.url, { host: "negoce.example.org" })).headers["set-cookie"][0];
  assert.match(cookie, /^__Host-negoce=.*; Secure$/);
  const socket = (headers) => new Guest(server, null).connect({ headers }).then(() => "open", (error) => error.message);
  assert.match(await socket({ host: "rebound.example.com", origin: "http://rebound.example.com" }), /421/);
  assert.match(await socket({ host: `${"a.".repeat(150)}example.com` }), /421/);
  assert.match(await socket({ host: "negoce.example.org", origin: "https://rebound.example.com" }), /403/);
  assert.match(await socket({ host: "negoce.example.org", origin: "http://negoce.example.org" }), /403/, "which came without TLS");
  assert.equal(await socket({ host: "negoce.example.org", origin: "https://negoce.example.org" }), "open");
});

test("health and metrics tell how the server is", async (t) => {
  const server = await Server.open(t);
  assert.equal((await ask(`${server.url}/healthz`)).body.toString(), "ok\n");
  const guest = await Guest.arrive(server);
  await withBots(guest);
  await play(guest, dice(3));
  assert.equal(await server.metric("sockets"), 1);
  assert.equal(await server.metric("tables"), 1);
  const behind = await fetch(`${server.url}/metrics`, { headers: { "X-Forwarded-For": "192.0.2.7" } });
  assert.equal(behind.status, 403, "for nobody a proxy speaks for");
  const moves = await server.metric("moves_total");
  assert.ok(moves > 10);
  assert.equal(await server.metric("ack_seconds_count"), moves);
  assert.ok((await server.metric("bot_moves_total")) > moves);
  assert.ok((await server.metric("commits_total")) > moves);
  assert.equal(await server.metric("bot_errors_total"), 0);
});

test("many tables share a commit", async (t) => {
  const server = await Server.open(t);
  const seats = ["greedy", "greedy", "greedy"];
  const open = { type: "open", game: "byzanz", players: 3, seats };
  const look = async () => {
    const one = await Guest.arrive(server);
    await one.enter((await one.get(open)).table);
  };
  await Promise.all(Array.from({ length: 30 }, look));
  for (;;) {
    const before = await server.metric("bot_moves_total");
    await sleep(300);
    if ((await server.metric("bot_moves_total")) === before) break;
  }
  const commits = await server.metric("commits_total");
  const moves = await server.metric("bot_moves_total");
  assert.ok(moves > 1000);
  assert.ok(commits < moves, `${moves} moves in ${commits} commits`);
  assert.equal(await server.metric("tables"), 30);
});

/* --- limits ----------------------------------------------------------------------------------- */

test("too many messages: rate; and who goes on is let go", async (t) => {
  const server = await Server.open(t, { flags: ["--rate", "5"] });
  const guest = await Guest.arrive(server);
  const answers = await Promise.all(Array.from({ length: 40 }, () => guest.ask({ type: "ping" })));
  const refused = answers.filter((a) => a.code === "rate");
  assert.ok(refused.length >= 10 && refused.length <= 30, `${refused.length} of 40 were refused`);
  await sleep(1000);
  assert.equal((await guest.ask({ type: "ping" })).type, "pong", "after a while all is well again");
  const gone = new Promise((go) => guest.socket.once("close", go));
  for (let i = 0; i < 300; i++) guest.ask({ type: "ping" }).catch(() => {});
  const code = await gone; // the reason is lost where the line still holds unread bytes
  assert.ok(code === 1008 || code === 1006, `closed with ${code}`);
});

test("too many sockets of one address, or in all: limit", async (t) => {
  const server = await Server.open(t, { flags: ["--neighbours", "3", "--connections", "5"] });
  const cookie = await server.cookie();
  const from = (address, invented = 1) => {
    const guest = new Guest(server, cookie);
    return guest.connect({ headers: { Cookie: cookie, "X-Forwarded-For": "9.9.9.9, ".repeat(invented) + address } }).then(
      () => null,
      (error) => {
        assert.ok(error instanceof Closed, error);
        assert.match(error.message, /^1013/);
        return guest.unasked;
      },
    );
  };
  for (let i = 0; i < 3; i++) assert.equal(await from("192.0.2.7"), null);
  const fourth = await from("192.0.2.7");
  assert.equal(fourth.code, "limit");
  assert.match(fourth.why, /your address/);
  assert.equal((await from("192.0.2.7", 300))?.code, "limit", "however much is invented before it");
  assert.equal(await from("2001:db8::1"), null);
  assert.equal(await from("2001:db8::2"), null);
  const sixth = await from("198.51.100.1");
  assert.equal(sixth.code, "limit");
  assert.match(sixth.why, /full/);
});

test("too many tables of one address: limit", async (t) => {
  const server = await Server.open(t, { flags: ["--opens", "3"] });
  const guest = await Guest.arrive(server);
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  for (let i = 0; i < 3; i++) await guest.get(open);
  await guest.refused(open, "limit");
  const other = await Guest.arrive(server);
  await other.refused(open, "limit");
});

test("a client that does not read does not hold up the others", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  const deaf = await Guest.arrive(server);
  await deaf.enter(table);
  deaf.socket.pause();
  await play(guest, dice(12));
  assert.equal(guest.table.window.over, true);
  deaf.socket.terminate();
});

/* --- the disk --------------------------------------------------------------------------------- */

test("a full disk: store; nothing was played, and the server goes on when there is room", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  const table = await gather(guests);
  /* The limit on the size of a file stands in for a disk without room: a little more than there is. */
  const limit = (size) => {
    const { status } = spawnSync("prlimit", ["--pid", String(server.child.pid), `--fsize=${size}:`]);
    assert.equal(status, 0);
  };
  const full = Math.max(...["", "-wal"].map((end) => statSync(server.file + end).size));
  limit(full + 32 * 1024);
  const roll = dice(31);
  let refused = null;
  let last = null;
  for (let i = 0; i < 2000 && !refused; i++) {
    const who = guests.find((g) => g.owes);
    if (!who) break;
    const { at, window } = who.table;
    last = { who, at, window, move: window.moves[roll(window.moves.length)] };
    const answer = await who.move(last.move, at);
    if (answer.type === "error") refused = answer;
    else for (const g of guests) await g.until(() => g.table.at >= answer.at);
  }
  assert.equal(refused?.code, "store", "the disk was filled");
  const seen = await last.who.enter(table);
  assert.equal(seen.at, last.at, "nothing was played");
  assert.deepEqual(seen.window, last.window);
  assert.equal((await ask(`${server.url}/healthz`)).status, 503);
  assert.equal((await last.who.move(last.move, last.at)).code, "store");
  limit("unlimited");
  assert.equal((await last.who.move(last.move, last.at)).type, "ok");
  assert.equal((await ask(`${server.url}/healthz`)).status, 200);
});

test("a disk that is full is told of, whoever looks meanwhile; that there is room again is found out by itself", async (t) => {
  const server = await Server.open(t);
  const fill = await server.ownDisk();
  const guest = await Guest.arrive(server, "Anna");
  const health = () => ask(`${server.url}/healthz`);
  fill(true);
  await guest.refused({ type: "name", name: "Bert" }, "store");
  await guest.get({ type: "mine" });
  const ill = await health();
  assert.equal(ill.status, 503);
  assert.equal(ill.body.toString(), "the disk is full\n");
  for (let i = 0; i < 400 && !/moves are refused/.test(server.said); i++) await sleep(10);
  assert.match(server.said, /the disk is full: moves are refused until there is room/);
  fill(false);
  for (let i = 0; i < 600 && (await health()).status !== 200; i++) await sleep(100);
  assert.equal((await health()).status, 200, "nobody has asked for anything");
  await guest.get({ type: "name", name: "Bert" });
});

/* Another program that writes into the file, until it is told to stop. */
async function writeInto(file) {
  const program = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\nc.execute('BEGIN IMMEDIATE')\nprint('held', flush=True)\nsys.stdin.read()";
  const child = spawn("python3", ["-c", program, file], { stdio: ["pipe", "pipe", "inherit"] });
  await new Promise((go) => child.stdout.once("data", go));
  return () => child.stdin.end();
}

test("another program that writes into the store is waited for, and where it goes on for long nothing is changed", async (t) => {
  const server = await Server.open(t);
  const [anna, bert, clara] = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  await withBots(anna);
  await anna.until(() => anna.owes);
  const step = () => anna.move(anna.table.window.moves[0], anna.table.at);
  let release = await writeInto(server.file);
  setTimeout(release, 1500);
  let begun = Date.now();
  const kept = Promise.all([step(), bert.ask({ type: "name", name: "Bertrand" })]);
  assert.equal((await clara.ask({ type: "ping" })).type, "pong");
  assert.ok(Date.now() - begun < 1000, "others are served meanwhile");
  assert.deepEqual((await kept).map(({ type }) => type), ["ok", "welcome"]);
  assert.ok(Date.now() - begun > 1200, "it was held");

  await anna.until(() => anna.owes);
  const before = anna.table;
  release = await writeInto(server.file);
  begun = Date.now();
  const [refused, named] = await Promise.all([step(), bert.ask({ type: "name", name: "Berta" })]);
  assert.deepEqual([refused.code, named.code], ["store", "store"]);
  assert.ok(Date.now() - begun < 14000, "each is waited for once");
  const seen = await anna.enter(before.summary.id);
  assert.deepEqual([seen.at, seen.window], [before.at, before.window]);
  assert.equal((await ask(`${server.url}/healthz`)).body.toString(), "another program holds the store\n");
  for (let i = 0; i < 400 && !/moves are refused/.test(server.said); i++) await sleep(10);
  assert.match(server.said, /another program holds the store: moves are refused until it is done/);
  release();
  for (let i = 0; i < 100 && (await step()).type !== "ok"; i++) await sleep(100);
  assert.equal((await ask(`${server.url}/healthz`)).status, 200);
  for (let i = 0; i < 400 && !/keeps what it is given again/.test(server.said); i++) await sleep(10);
  assert.equal(server.said.match(/moves are refused/g).length, 1);
});

test("while the store keeps nothing a table tries again once a second, and who runs the house is told once", async (t) => {
  const server = await Server.open(t, { pace: 400 });
  const guest = await Guest.arrive(server, "Anna");
  await withBots(guest);
  const limit = (size) => assert.equal(spawnSync("prlimit", ["--pid", String(server.child.pid), `--fsize=${size}:`]).status, 0);
  const roll = dice(4);
  for (let failing = false; !failing; ) {
    await guest.until(() => guest.owes);
    const { at, window } = guest.table;
    await guest.move(window.moves[roll(window.moves.length)], at);
    if (guest.owes) continue;
    limit(Math.max(...["", "-wal"].map((end) => statSync(server.file + end).size))); // a bot is next
    await sleep(1000);
    failing = (await server.metric("store_healthy")) === 0;
    if (!failing) limit("unlimited");
  }
  await sleep(3000);
  assert.ok((await server.metric("commit_failures_total")) < 20, "it does not try without end");
  assert.equal(server.said.match(/the store does not keep what it is given: moves are refused/g)?.length, 1);
  limit("unlimited");
  await guest.until(() => guest.owes);
  for (let i = 0; i < 400 && !/keeps what it is given again/.test(server.said); i++) await sleep(10);
  assert.equal(server.said.match(/the store keeps what it is given again/g)?.length, 1);
});

test("a damaged data file is found at the start, told by /healthz, and written no more", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  await withBots(guest);
  await play(guest, dice(3), {});
  await server.stop("SIGTERM");
  const path = server.file;
  const file = readFileSync(path);
  file.fill(0x5a, 4096 * 2, 4096 * 2 + 600);
  writeFileSync(path, file);
  server.said = "";
  await server.start();
  const health = await ask(`${server.url}/healthz`);
  assert.equal(health.status, 503);
  assert.match(health.body.toString(), /damaged/);
  assert.match(server.said, /damaged/);
  await server.stop("SIGTERM");
  assert.deepEqual(readFileSync(path).subarray(8192, 8792), file.subarray(8192, 8792));
});

test("an idle table leaves the memory and comes back as it was", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--idle", "1"] });
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  let moves = 0;
  await play(guest, dice(9), { made: () => moves++, stop: () => moves >= 5 });
  await guest.until(() => guest.owes);
  const { window, events } = guest.table;
  await sleep(2500);
  assert.equal(await server.metric("tables"), 1, "a table somebody looks at stays");
  await guest.get({ type: "exit" });
  for (let i = 0; i < 100 && (await server.metric("tables")) > 0; i++) await sleep(100);
  assert.equal(await server.metric("tables"), 0);
  const again = await guest.enter(table);
  assert.equal(await server.metric("tables"), 1);
  assert.deepEqual(again.window, window);
  assert.ok(again.events.length > 0);
  assert.deepEqual(again.events, events.slice(-again.events.length)); // a long first round is more than a page of them
  assert.equal(await server.metric("tables_loaded_total"), 1);
});

/* --- opening and closing ---------------------------------------------------------------------- */

/* Runs `negoce serve` to its end. */
const serve = (flags, lang = "en") => {
  const run = spawnSync(binary, ["serve", ...flags, "--lang", lang], { encoding: "utf8", timeout: 10000 });
  return { code: run.status, said: run.stderr.trim() };
};

test("what prevents the server from opening is said in one line", async (t) => {
  const server = await Server.open(t);
  const folder = mkdtempSync(join(tmpdir(), "negoce-test-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = "0";
  const one = (flags, words, lang) => {
    const { code, said } = serve(flags, lang);
    assert.equal(code, 1, said);
    assert.match(said, words);
    assert.equal(said.split("\n").length, 1, said);
  };
  one(["--port", String(server.port), "--data", folder], /port \d+ is in use by another program/);
  one(["--port", port, "--data", server.data], /a running server is using this directory/);
  one(["--port", port, "--data", "/dev/null/x"], /cannot be made/);
  one(["--port", port, "--data", folder, "--host", "example.invalid"], /the host must be an address/);
  one(["--port", port, "--data", folder, "--host", "192.0.2.1"], /the host must be an address/);
  one(["--port", port, "--data", folder, "--terms", "/dev/null/x"], /^negoce serve\u202f: \/dev\/null\/x\u202f: ce fichier ne peut pas être lu$/, "fr");
  writeFileSync(join(folder, "negoce.db"), "these are the accounts of another server\n".repeat(100));
  one(["--port", port, "--data", folder], /not a store of Négoce/);
});

for (const signal of ["SIGINT", "SIGTERM"])
  test(`${signal} closes the server in good order`, async (t) => {
    const server = await Server.open(t);
    const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
    const table = await gather(guests);
    const sent = [];
    const closed = guests.map((g) => new Promise((go) => g.socket.once("close", go)));
    const playing = guests.map((g, i) =>
      play(g, dice(i), { made: (m) => sent.push(m) }).catch((error) => {
        if (!(error instanceof Closed)) throw error;
      }),
    );
    await guests[0].until(() => sent.length > 20);
    const questions = [{ type: "mine" }, { type: "enter", table }, { type: "why", table, move: "pass" }];
    for (const guest of guests)
      for (let i = 0; i < 30; i++) guest.ask(questions[i % 3]).catch(() => {});
    const exit = await server.stop(signal);
    assert.equal(exit, 0);
    for (const code of await Promise.all(closed)) assert.equal(code, 1001);
    await Promise.all(playing);
    await server.start();
    await guests[0].connect();
    const { at } = await guests[0].enter(table);
    assert.ok(at > Math.max(...sent.map((m) => m.at)), "what was acknowledged is there");
  });

/* Each asks the store, and once that has answered once more: the server closes in between. */
const TWICE = {
  "who leaves his table in the list": ["ok", ({ table }) => ({ type: "leave", table })],
  "who searches": ["error|opened", () => ({ type: "find", game: "comptoir" })],
  "who sits down under a new name": ["error", ({ free }) => ({ type: "sit", table: free, seat: 1, name: "Anne" })],
  "who mutes somebody": ["ok", ({ free }) => ({ type: "regard", table: free, seat: 0, how: "mute" })],
  "who forgives somebody": ["error", ({ mark }) => ({ type: "forgive", mark })],
};

for (const [who, [type, request]] of Object.entries(TWICE))
  test(`a server that closes answers ${who} at that moment`, async (t) => {
    const server = await Server.open(t);
    const [anna, bert] = await Promise.all(["Anna", "Bert"].map((name) => Guest.arrive(server, name)));
    const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true };
    const { table } = await anna.get(open);
    const { table: free } = await bert.get(open);
    await anna.enter(free);
    await anna.get({ type: "regard", table: free, seat: 0, how: "block" });
    const { mark } = (await anna.get({ type: "manners" })).people[0];
    const { child } = server;
    child.kill("SIGSTOP"); // request and signal are both there when it goes on
    const answer = anna.ask(request({ table, free, mark })).catch((error) => error);
    await new Promise((go) => anna.socket._socket.write("", go));
    const exit = server.stop("SIGTERM");
    child.kill("SIGCONT");
    assert.equal(await exit, 0, server.said);
    assert.match(String((await answer).type), new RegExp(`^(${type})$`), `${await answer}`);
    assert.doesNotMatch(server.said, /could not|failed/);
  });

test("it prints its address, and listens on loopback where nobody says otherwise", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "negoce-test-"));
  const child = spawn(binary, ["serve", "--port", "0", "--data", folder], { stdio: ["ignore", "pipe", "pipe"] });
  t.after(() => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  const line = await new Promise((go) => child.stdout.once("data", (text) => go(String(text))));
  assert.match(line, /^Négoce: http:\/\/localhost:[1-9]\d*\n$/);
  const port = Number(/\d+/.exec(line)[0]);
  assert.equal((await ask(`http://localhost:${port}/healthz`)).status, 200);
  const listening = spawnSync("bash", ["-c", "cat /proc/net/tcp /proc/net/tcp6"], { encoding: "utf8" }).stdout;
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const bound = [...listening.matchAll(new RegExp(`: ([0-9A-F]+):${hex} [0-9A-F:]+ 0A`, "g"))].map((m) => m[1]);
  assert.deepEqual(bound, ["0100007F"]);
});
