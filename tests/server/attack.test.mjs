/* What an attacker sends: proofs of passkeys with any byte of them spoilt, requests of HTTP no browser makes, floods of
   what costs the house work. Each is refused, nothing else happens, and others are served meanwhile. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { connect } from "node:net";
import test from "node:test";
import { Authenticator, b64, challenge, newcomer, PASSWORD } from "./accounts.mjs";
import { binary, dice, Guest, play, Server, sleep, withBots } from "./harness.mjs";

/* --- passkeys ----------------------------------------------------------------------------------- */

/* Bytes that are nearly these: one changed, some cut off, some put in, or a count that promises too much. */
function spoil(bytes, roll) {
  const out = Buffer.from(bytes);
  const at = roll(out.length);
  switch (roll(5)) {
    case 0:
      out[at] ^= 1 << roll(8);
      return out;
    case 1:
      return out.subarray(0, at);
    case 2:
      return Buffer.concat([out.subarray(0, at), Buffer.alloc(1 + roll(40), roll(256)), out.subarray(at)]);
    case 3:
      out.fill([0x00, 0x1b, 0x5b, 0x9f, 0xbf, 0xff][roll(6)], at, Math.min(out.length, at + 1 + roll(9))); // lengths of CBOR
      return out;
    default:
      return Buffer.concat([out, out.subarray(0, at)]);
  }
}

test("a passkey with any byte of its proof spoilt opens nothing", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server);
  const roll = dice(13);
  await anna.get({ type: "code" });
  const odd = [Buffer.from("[".repeat(900)), Buffer.from("{}"), Buffer.from('"'), Buffer.alloc(1), Buffer.from('{"type":1,"challenge":[],"origin":{}}')];
  for (let i = 0; i < 250; i++) {
    const key = new Authenticator(server).make(await challenge(anna));
    const part = roll(4) ? "data" : "client";
    const bytes = part === "client" && i % 3 === 0 ? odd[roll(odd.length)] : spoil(Buffer.from(key[part], "base64url"), roll);
    if (b64(bytes) === key[part]) continue;
    const answer = await anna.ask({ type: "join", name: "Anna", key: { ...key, [part]: b64(bytes) } });
    /* Its counter, maker and id, and what we do not read of the browser's word, may be anything: it is a good key then. */
    if (answer.type === "signed") {
      await anna.until(() => false).catch(() => {});
      anna.cookie = await server.cookie();
      await anna.connect();
      await anna.get({ type: "code" });
      continue;
    }
    assert.equal(answer.type, "error");
    assert.match(answer.code, /^(account|bad|long|taken)$/, JSON.stringify(answer));
  }
});

test("a signature, or what was signed, with any byte spoilt signs nobody in", async (t) => {
  const server = await Server.open(t);
  const key = new Authenticator(server);
  const anna = await newcomer(server, "Anna");
  await anna.get({ type: "add-key", key: key.make(await challenge(anna)) });
  const thief = await Guest.arrive(server);
  const roll = dice(17);
  for (let i = 0; i < 250; i++) {
    key.counter++;
    const proof = key.use(await challenge(thief));
    const part = ["id", "data", "client", "signature"][roll(4)];
    const spoilt = b64(spoil(Buffer.from(proof[part], "base64url"), roll));
    if (spoilt === proof[part]) continue;
    const answer = await thief.ask({ type: "sign-in", key: { ...proof, [part]: spoilt } });
    assert.equal(answer.type, "error", part);
    assert.match(answer.code, /^(account|bad|long)$/, JSON.stringify(answer));
  }
  assert.equal((await anna.get({ type: "account" })).keys.length, 1);
});

test("a count of CBOR that promises gigabytes is refused before anything is set aside for it", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server);
  await anna.get({ type: "code" });
  for (const promise of ["bb00000000ffffffff", "ba7fffffff", "9b00000001ffffffff", "5b00000000ffffffff", "bf", "9f", "5f", "c0", "a1".repeat(60)]) {
    const key = new Authenticator(server).make(await challenge(anna));
    const data = Buffer.from(key.data, "base64url");
    for (const at of [87, 95]) { // the key itself, and within it
      const bytes = Buffer.concat([data.subarray(0, at), Buffer.from(promise, "hex"), data.subarray(at + 1)]);
      await anna.refused({ type: "join", name: "Anna", key: { ...key, data: b64(bytes), client: (new Authenticator(server).make(await challenge(anna))).client } }, "account");
    }
  }
  assert.equal((await anna.ask({ type: "ping" })).type, "pong");
});

/* --- HTTP --------------------------------------------------------------------------------------- */

/* Sends these bytes on a line of their own; all that comes back before it is closed, or for a moment. */
function send(server, bytes) {
  return new Promise((go) => {
    let heard = "";
    const socket = connect({ port: server.port, host: "127.0.0.1" }, () => socket.write(bytes));
    socket.setEncoding("latin1");
    socket.on("data", (text) => {
      heard += text;
      if (heard.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => go(heard));
  });
}

test("no path leads out of the page, and no request of HTTP is too odd", async (t) => {
  const server = await Server.open(t, { flags: ["--patience", "2", "--neighbours", "1000"] });
  const ask = (line, ...heads) => send(server, [line, `Host: 127.0.0.1:${server.port}`, ...heads, "Connection: close", "", ""].join("\r\n"));
  const status = (heard) => Number(/^HTTP\/1\.[01] (\d+)/.exec(heard)?.[1] ?? 0);
  const secret = /negoce\.db|session\.key|SQLite|root:|\[Service\]/;
  const up = ["/../negoce.db", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../../../etc/passwd", "/....//....//etc/passwd",
    "/..\\..\\etc\\passwd", "//etc/passwd", "/assets/%00", "/%zz", "/%", "/assets/..%c0%af..%c0%afetc/passwd", "/;/../session.key", "/?../session.key", "http://127.0.0.1/../session.key"];
  for (const path of up) {
    const heard = await ask(`GET ${path} HTTP/1.1`);
    assert.ok([0, 200, 400, 403, 404, 421].includes(status(heard)), `${path}: ${heard.slice(0, 80)}`);
    assert.doesNotMatch(heard.replace(/^Date.*$/im, ""), secret, path);
  }
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "BREW", ""]) {
    const heard = await ask(`${method} / HTTP/1.1`, "Content-Length: 0");
    assert.ok([0, 400, 403, 404, 405, 501].includes(status(heard)), `${method}: ${heard.slice(0, 80)}`);
    assert.doesNotMatch(heard, /assets\//, method);
  }
  for (const range of ["bytes=0-0", "bytes=-1", "bytes=9999999999999999999-", "bytes=5-1", `bytes=${"0-1,".repeat(400)}0-1`, "lines=1-2"])
    assert.ok([200, 206, 416, 0, 400, 413, 431].includes(status(await ask("GET / HTTP/1.1", `Range: ${range}`))), range);
  const long = [`GET /${"a".repeat(100_000)} HTTP/1.1`, `GET /?${"a=b&".repeat(30_000)} HTTP/1.1`];
  for (const line of long) assert.ok([0, 400, 404, 413, 414, 431].includes(status(await ask(line))), line.slice(0, 20));
  for (const heads of [["Content-Length: 5", "Transfer-Encoding: chunked"], ["Content-Length: -1"], ["Content-Length: 99999999999999999999"], ["Transfer-Encoding: chunked"],
    ["Host: elsewhere.example"], ["Cookie: negoce=" + "A".repeat(3000)], ["Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"], [" folded: yes"], ["X: \x00\x01\x02"]]) {
    for (const line of ["GET / HTTP/1.1", "POST /session HTTP/1.1"]) {
      const heard = await ask(line, ...heads);
      assert.ok(status(heard) < 500, `${line} ${heads}: ${heard.slice(0, 80)}`);
    }
  }
  const guest = await Guest.arrive(server);
  assert.equal((await guest.ask({ type: "ping" })).type, "pong");
});

/* --- moves nobody asked for ---------------------------------------------------------------------- */

test("who sells when nothing is asked of him, beside machines that think ahead, ends nothing", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const roll = dice(3);
  let sold = 0;
  for (let game = 0; game < 6 && sold < 12; game++) {
    const table = await withBots(anna, { players: 3, seats: ["me", "shipowner", "greedy"] });
    for (;;) {
      const sales = () => anna.table.window.moves.filter((move) => move.startsWith("sell"));
      await anna.until(() => anna.table.window.over || anna.owes || sales().length > 0);
      const { at, window } = anna.table;
      if (window.over || sold >= 12) break;
      const unasked = !anna.owes;
      const moves = unasked ? sales() : window.moves.filter((move) => !move.startsWith("sell"));
      const answer = await anna.move(moves[roll(moves.length)], at);
      if (answer.type === "ok") sold += unasked;
      else assert.equal(answer.code, "stale", JSON.stringify(answer));
      await anna.until(() => anna.table.at > at);
    }
    await anna.get({ type: "leave", table }).catch(() => {});
  }
  assert.ok(sold > 0, "somebody sold unasked");
  assert.equal((await anna.ask({ type: "ping" })).type, "pong");
});

/* --- floods ------------------------------------------------------------------------------------- */

test("hints, analyses and sign-ins by the hundred from one address: it is refused, another plays on", async (t) => {
  const server = await Server.open(t, { flags: [] }); // as anybody starts it
  const from = (localAddress) => ({ localAddress });
  const crowd = [];
  for (let i = 0; i < 12; i++) crowd.push(await new Guest(server, await server.cookie()).connect(from("127.0.0.1")));
  const tables = [];
  for (const one of crowd.slice(0, 4)) tables.push(await withBots(one));
  let refused = 0;
  let asked = 0;
  let flooding = true;
  const flood = async (one, i) => {
    const table = tables[i % tables.length];
    const kinds = [{ type: "hint", table }, { type: "analyse", table }, { type: "sign-in", name: `Nobody ${i}`, password: PASSWORD },
      { type: "replay", table, position: 0 }, { type: "ranking", game: "byzanz" }, { type: "sign-in", name: "Nobody", code: "A".repeat(20) }];
    for (let n = 0; n < 120 && flooding && one.open; n++) {
      const answers = await Promise.all(kinds.map((kind) => one.ask(kind).catch(() => null)));
      asked += answers.length;
      refused += answers.filter((answer) => answer?.type === "error").length;
    }
  };
  const floods = crowd.map(flood);
  const anna = new Guest(server, null);
  await anna.connect(from("127.0.0.2"));
  await withBots(anna, { seats: ["me", "random", "random", "random"], options: { length: "short" } });
  await play(anna, dice(3));
  flooding = false;
  await Promise.all(floods);
  assert.ok(asked > 0 && refused > 0, `${refused} of ${asked} were refused`);
  assert.ok(anna.table.window.over);
});

test("a club behind one address asks for hints at once: they wait for their turn, but not all that could be", async (t) => {
  const server = await Server.open(t);
  const club = [];
  for (let i = 0; i < 40; i++) club.push(await Guest.arrive(server));
  const tables = new Map();
  for (const one of club) tables.set(one, await withBots(one));
  for (const one of club) await one.until(() => one.owes);
  const ask = (all) => Promise.all(all.map((one) => one.ask({ type: "hint", table: tables.get(one) })));
  const few = await ask(club.slice(0, 6));
  assert.deepEqual(few.map(({ type }) => type), Array(6).fill("hint"));
  server.child.kill("SIGSTOP"); // so that all of them are heard in one turn
  const asked = ask(club);
  server.child.kill("SIGCONT");
  const many = await asked;
  const refused = many.filter(({ type }) => type === "error");
  assert.ok(refused.length >= 5 && refused.length < 40, `${refused.length} of 40`);
  for (const { code, why } of refused) assert.deepEqual([code, why], ["limit", "Too many are asking just now. Please try again."]);
});

test("one address does not have all the hints and analyses there are: another gets his", async (t) => {
  const server = await Server.open(t);
  const from = async (localAddress) => new Guest(server, await server.cookie()).connect({ localAddress });
  const crowd = [];
  for (let i = 0; i < 6; i++) crowd.push(await from("127.0.0.1"));
  const anna = await from("127.0.0.2");
  const all = [...crowd, anna];
  const tables = [];
  for (const one of all) tables.push(await withBots(one));
  for (const one of all) await one.until(() => one.owes);
  let asking = true;
  const asked = crowd.map(async (one, i) => {
    while (asking) await one.ask({ type: "hint", table: tables[i] });
  });
  for (let i = 0; i < 20; i++) assert.equal((await anna.get({ type: "hint", table: tables.at(-1) })).type, "hint");
  asking = false;
  await Promise.all(asked);

  const record = (...of) => execFileSync(binary, ["record", ...of, "--seed", "4", "--bots", "greedy"], { encoding: "utf8" });
  const games = [];
  for (const one of crowd.slice(0, 2)) games.push((await one.get({ type: "upload", record: record("voc", "--players", "5") })).table);
  for (const [i, table] of games.entries()) await crowd[i].get({ type: "analyse", table });
  const { table } = await anna.get({ type: "upload", record: record("byzanz", "--players", "3") });
  let hers;
  for (let i = 0; i < 6000 && !hers?.total; i++, await sleep(10)) hers = await anna.get({ type: "analyse", table });
  assert.ok(hers.total, "hers has begun");
  for (const [i, one] of games.entries()) {
    const { analysis } = await crowd[i].get({ type: "analyse", table: one });
    assert.equal(analysis, null, "theirs is not done yet");
  }
});

test("bots at tables nobody looks at leave room for those of tables somebody plays at", async (t) => {
  const server = await Server.open(t);
  const crowd = await Guest.arrive(server);
  const seats = ["shipowner", "shipowner", "shipowner"]; // who think for a tenth of a second each
  const anna = await new Guest(server, null).connect({ localAddress: "127.0.0.2" });
  await withBots(anna, { players: 3, seats: ["me", "shipowner", "shipowner"] });
  for (let i = 0; i < 120; i++) await crowd.get({ type: "open", game: "byzanz", players: 3, seats });
  /* How often the others move while hers owe a decision: each of theirs takes as long as one of hers. */
  let hers = 0, all = 0;
  for (let i = 0; i < 12; i++) {
    await anna.until(() => anna.table.window.over || anna.owes);
    if (anna.table.window.over) break;
    const { at, window } = anna.table;
    const before = await server.metric("bot_moves_total");
    await anna.move(window.moves[0], at);
    await anna.until(() => anna.table.window.over || (anna.table.at > at && anna.owes));
    hers++;
    all += (await server.metric("bot_moves_total")) - before;
  }
  assert.ok(hers > 0 && all < 100 * hers, `${all} moves of bots while hers answered ${hers} times`); // some 300 each time where none waits
});

test("what the store keeps of people besides games is bounded for an address, however many sockets it has", async (t) => {
  const server = await Server.open(t, { flags: [] });
  const anna = await Guest.arrive(server, "Anna");
  const sockets = await Promise.all(Array.from({ length: 10 }, () => new Guest(server, anna.cookie).connect()));
  const other = await new Guest(server, null).connect({ localAddress: "127.0.0.2" });
  const began = performance.now();
  const answers = await Promise.all(sockets.flatMap((one) => Array.from({ length: 50 }, (_, i) => one.ask({ type: "name", name: `Anna ${i % 7}` }))));
  const kept = answers.filter(({ type }) => type === "welcome").length;
  const most = 120 + 30 * Math.ceil((performance.now() - began) / 1000);
  assert.ok(kept >= 100 && kept <= most, `${kept} of ${answers.length} names were kept, ${most} may be`);
  assert.ok(answers.every(({ type, code }) => type === "welcome" || code === "rate"));
  assert.equal((await other.get({ type: "name", name: "Bert" })).person.name, "Bert");
});
