/* Who must move and does not look is called by the push service of his browser: without content, signed,
   in hours he wishes; and a service that hangs, lies or is gone costs nobody anything. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { createServer as createTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { binary, gather, GENEROUS, Guest, Server, sleep } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "negoce-push-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
  "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
process.env.SSL_CERT_FILE = cert;

/* A push service on loopback that answers as it is told. */
async function service(t, status = () => 201) {
  const calls = [];
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    let body = "";
    request.on("data", (more) => (body += more));
    request.on("end", () => {
      calls.push({ path: request.url, headers: request.headers, body, response });
      const code = status(request.url);
      if (code) response.writeHead(code, { location: "https://localhost:1/" }).end("x".repeat(100000));
    });
  });
  await new Promise((go) => server.listen(0, "localhost", go));
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  return { calls, at: `localhost:${server.address().port}` };
}

const open = (t, push, more = []) =>
  Server.open(t, { flags: [...GENEROUS, "--push-after", "0", "--push-to", push.at, ...more] });

/* A table where the first to move is away from it, with these endpoints; `hours` gives the quiet ones of each. */
async function awaited(server, endpoints, hours = () => ({})) {
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((n) => Guest.arrive(server, n)));
  for (const [i, guest] of guests.entries())
    for (const endpoint of endpoints) await guest.get({ type: "subscribe", endpoint: `${endpoint}-${i}`, ...hours(endpoint) });
  const seats = ["me", "open", "open"];
  const { table } = await guests[0].get({ type: "open", game: "byzanz", players: 3, seats });
  for (const guest of guests) await guest.get({ type: "follow", asleep: true });
  for (let seat = 1; seat < 3; seat++) await guests[seat].get({ type: "sit", table, seat });
  return { guests, table };
}

async function until(holds, ms = 20000) {
  for (let waited = 0; waited < ms; waited += 50) {
    if (await holds()) return;
    await sleep(50);
  }
  assert.fail(`waited in vain: ${holds}`);
}

test("who must move and does not look is called, signed and without a word", async (t) => {
  const push = await service(t);
  const server = await open(t, push);
  const { guests } = await awaited(server, [`https://${push.at}/device`]);
  await until(() => push.calls.length > 0);
  const [call] = push.calls;
  assert.match(call.path, /^\/device-/);
  assert.equal(call.body, "");
  assert.equal(call.headers["content-length"], "0");
  assert.ok(Number(call.headers.ttl) > 0);
  const [, token, open_] = /^vapid t=([^,]+), k=(.+)$/.exec(call.headers.authorization);
  assert.equal(open_, guests[0].welcome.push);
  const [head, claims, signature] = token.split(".");
  const told = JSON.parse(Buffer.from(claims, "base64url"));
  assert.equal(told.aud, `https://${push.at}`);
  assert.ok(told.exp > Date.now() / 1000 && told.exp < Date.now() / 1000 + 24 * 3600);
  const point = Buffer.from(open_, "base64url");
  const jwk = { kty: "EC", crv: "P-256", x: point.subarray(1, 33).toString("base64url"), y: point.subarray(33).toString("base64url") };
  const pair = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), pair, Buffer.from(signature, "base64url")));
  assert.equal(statSync(join(server.data, "vapid.key")).mode & 0o777, 0o600);
  const key_ = guests[0].welcome.push;
  await server.kill();
  await guests[0].connect();
  assert.equal(guests[0].welcome.push, key_, "the key stays");
});

test("how long that takes is read again by SIGHUP", async (t) => {
  const push = await service(t);
  const file = join(folder, "negoce.conf");
  writeFileSync(file, "push-after = 86400\n");
  const server = await Server.open(t, { flags: [...GENEROUS, "--push-to", push.at, "--config", file] });
  writeFileSync(file, "push-after = 0\n");
  server.child.kill("SIGHUP");
  await until(() => /the options were read again/.test(server.said));
  await awaited(server, [`https://${push.at}/device`]);
  await until(() => push.calls.length > 0);
});

test("who looks is not called, nor who sleeps in quiet hours, which may go past midnight", async (t) => {
  const push = await service(t);
  const server = await open(t, push);
  const minute = Math.floor(Date.now() / 60000) % 1440;
  const zone = minute < 720 ? -minute : 1440 - minute; // where it is midnight
  const HOURS = {
    quiet: { quiet: [700, 760], zone: zone < 0 ? zone + 720 : zone - 720 }, // at noon
    night: { quiet: [1430, 30], zone },
    day: { quiet: [1430, 30], zone: zone < 0 ? zone + 720 : zone - 720 },
  };
  const at = (name) => `https://${push.at}/${name}`;
  const { guests } = await awaited(server, Object.keys(HOURS).map(at), (endpoint) => HOURS[endpoint.split("/").at(-1)]);
  const awake = await Guest.arrive(server, "Dora");
  await awake.get({ type: "subscribe", endpoint: `https://${push.at}/awake` });
  await awake.get({ type: "open", game: "byzanz", players: 3, seats: ["random", "me", "random"] });
  await until(() => push.calls.length > 0);
  await sleep(2500); // the bell rings once a second
  for (const { path } of push.calls) assert.match(path, /^\/day-/, "by day alone, and not who looks");
  await guests[0].get({ type: "unsubscribe", endpoint: at("quiet-0") });
});

test("an endpoint that is not a push service of the internet is refused", async (t) => {
  const push = await service(t);
  const server = await open(t, push);
  const guest = await Guest.arrive(server, "Anna");
  for (const endpoint of [
    "http://push.example.org/a", "https://127.0.0.1/a", "https://127.1/a", "https://2130706433/a", "https://0x7f.1/a",
    "https://10.0.0.7/a", "https://172.16.3.4/a", "https://192.168.1.1/a", "https://169.254.169.254/latest", "https://100.64.0.1/a",
    "https://0.0.0.0/a", "https://[::1]/a", "https://[fe80::1]/a", "https://localhost/a", "https://db.internal/a", "https://printer.local/a",
    "https://push.example.org:8080/a", "https://user@push.example.org/a", "https://push.example.org", "https://a b.org/a",
    "https://push.example.org/a\r\nHost: x", `https://push.example.org/${"a".repeat(700)}`, "", 7, null, ["https://a.org/"],
  ])
    await guest.refused({ type: "subscribe", endpoint }, "bad");
  for (const bad of [{ quiet: [0] }, { quiet: [0, 1440] }, { quiet: "night" }, { zone: 900 }, { zone: "CET" }])
    await guest.refused({ type: "subscribe", endpoint: "https://push.example.org/a", ...bad }, "bad");
  for (let i = 0; i < 12; i++) await guest.get({ type: "subscribe", endpoint: `https://push.example.org/${i}` });
});

test("a name that leads nowhere is a failure, and no more", async (t) => {
  const push = await service(t);
  const server = await open(t, push);
  await awaited(server, ["https://push.example.invalid/x"]);
  await until(async () => (await server.metric("push_failures_total")) > 0);
  assert.equal(push.calls.length, 0);
});

/* A server for which every name of example.org leads to this address. */
async function elsewhere(t, push, address) {
  const server = await open(t, push);
  const asan = `${process.env.ASAN_OPTIONS ? `${process.env.ASAN_OPTIONS}:` : ""}verify_asan_link_order=0`;
  const world = join(binary, "../tests/server/libworld.so");
  server.env = { ...process.env, LD_PRELOAD: world, WORLD_ADDRESS: address, ASAN_OPTIONS: asan };
  await server.kill();
  return server;
}

test("a name of the internet that leads to loopback or a private network is never called, and soon forgotten", async (t) => {
  /* Whatever is called at port 443 of loopback would be heard here, where the port is ours to take. */
  const heard = [];
  const ear = createTcp((socket) => (heard.push(socket.remoteAddress), socket.destroy()));
  await new Promise((go) => ear.on("error", go).listen(443, "::", go));
  t.after(() => ear.close());
  const push = await service(t);
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.7", "10.0.0.7", "169.254.169.254", "fd00::7", "fe80::1", "64:ff9b::7f00:1", "2002:7f00:1::1"]) {
    const server = await elsewhere(t, push, address);
    const { guests } = await awaited(server, ["https://push.example.org/x"]);
    await until(async () => (await server.metric("push_failures_total")) > 0);
    assert.equal((await guests[0].get({ type: "ping" })).type, "pong");
    await server.stop("SIGTERM");
  }
  assert.deepEqual(heard, []);
  assert.equal(push.calls.length, 0);
});

test("hosts whose name server never answers hold up nobody who has a browser's own", async (t) => {
  const push = await service(t);
  const server = await elsewhere(t, push, "127.0.0.1");
  await awaited(server, [1, 2, 3, 4].map((n) => `https://push${n}.example.net/x`)); // more of them than senders
  await sleep(2000); // until they are asked for
  await awaited(server, [`https://${push.at}/here`]);
  await until(() => push.calls.some(({ path }) => path.startsWith("/here")), 40000);
});

/* How often in a row each device of the store could not be called. */
const failures = (server) =>
  execFileSync("python3", ["-c", "import sqlite3,sys; print(*[row[0] for row in sqlite3.connect(sys.argv[1]).execute('SELECT failures FROM devices')])", server.file], { encoding: "utf8" }).trim();

test("a call that fails counts against its device, one that arrives clears that, and a device that is gone is forgotten", async (t) => {
  let status;
  const push = await service(t, () => status);
  const server = await open(t, push);
  const guest = await Guest.arrive(server, "Anna");
  await guest.get({ type: "subscribe", endpoint: `https://${push.at}/device` });
  for (const [code, known] of [[500, "1"], [201, "0"], [410, ""]]) {
    status = code;
    await server.kill(); // or the service rests for a minute, and who was called for five
    await guest.connect();
    await guest.get({ type: "follow", asleep: true });
    await guest.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "random", "random"] });
    await until(() => push.calls.length > 0);
    await until(() => failures(server) === known, 5000);
    push.calls.length = 0;
  }
});

test("a service that is gone, lies, sends elsewhere or hangs costs nobody anything", async (t) => {
  const push = await service(t, (path) => (path.startsWith("/gone") ? 410 : path.startsWith("/lies") ? 500 : path.startsWith("/away") ? 307 : 0));
  const server = await open(t, push);
  const { guests } = await awaited(server, [`https://${push.at}/gone`]);
  await until(() => push.calls.length > 0);
  await until(async () => (await server.metric("push_failures_total")) > 0);
  const other = await awaited(server, ["hangs", "lies", "away"].map((word) => `https://${push.at}/${word}`));
  const hanging = () => push.calls.find(({ path, response }) => path.startsWith("/hangs") && !response.destroyed);
  await until(hanging);
  for (const guest of [...guests, ...other.guests]) assert.equal((await guest.get({ type: "ping" })).type, "pong");
  assert.ok(hanging(), "nobody waited for its end");
  const moved = push.calls.filter((call) => call.path === "/");
  assert.equal(moved.length, 0, "no redirect is followed");
});
