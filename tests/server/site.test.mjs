/* For who hosts it: options from a file, the environment and the command line, SIGHUP, logs that
   programs read, texts of the house, TLS by certificate files and behind nginx. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { connect as connectTls } from "node:tls";
import { GENEROUS, binary, dice, Guest, play, Server, sleep, WebSocket, withBots } from "./harness.mjs";

/* What the servers of these tests free is overwritten at once: nothing goes on from options read before. */
Object.assign(process.env, { MALLOC_PERTURB_: "165", GLIBC_TUNABLES: "glibc.malloc.tcache_count=0" });

function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "negoce-house-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function said(server, what) {
  for (let i = 0; i < 2000 && !what.test(server.said); i++) await sleep(5);
  assert.match(server.said, what);
}

/* `negoce serve` that must not start: its one sentence. */
function refused(words, env = {}) {
  const ran = spawnSync(binary, ["--lang", "en", "serve", ...words], {
    encoding: "utf8",
    timeout: 20000,
    env: { ...process.env, ...env },
  });
  assert.ok(ran.status > 0, `it started: ${words.join(" ")}`);
  assert.equal(ran.stderr.trimEnd().split("\n").length, 1, ran.stderr);
  return ran.stderr;
}

/* A certificate of its own, good for so many days; negative: it has expired. */
function certificate(folder, name, days) {
  const key = join(folder, `${name}.key`);
  const file = join(folder, `${name}.pem`);
  const old = days < 0;
  const request = join(folder, `${name}.csr`);
  const run = (...words) => execFileSync("openssl", words, { stdio: "ignore" });
  run("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", request, "-subj", `/CN=${name}`);
  const config = join(folder, `${name}.cnf`);
  writeFileSync(config, `[ca]\ndefault_ca=own\n[own]\ndatabase=${folder}/${name}.txt\nnew_certs_dir=${folder}\nserial=${folder}/${name}.srl\ndefault_md=sha256\npolicy=any\nemail_in_dn=no\nunique_subject=no\n[any]\ncommonName=supplied\n`);
  writeFileSync(join(folder, `${name}.txt`), "");
  writeFileSync(join(folder, `${name}.srl`), "01\n");
  const day = (n) => new Date(Date.now() + n * 86400e3).toISOString().replace(/[-:T]/g, "").slice(0, 14) + "Z";
  run("ca", "-batch", "-selfsign", "-config", config, "-keyfile", key, "-in", request, "-out", file, "-notext",
    "-startdate", day(old ? days - 30 : -1), "-enddate", day(days));
  return { key, file };
}

test("the log of a French house is English throughout: why the options were not read again, too", async (t) => {
  const file = join(scratch(t), "house.conf");
  writeFileSync(file, "");
  const server = await Server.open(t, { flags: [...GENEROUS, "--lang", "fr", "--config", file] });
  for (const [line, why] of [["rate = none", "rate takes a whole number"], ["terms = /nowhere", "/nowhere: this file cannot be read"]]) {
    writeFileSync(file, `${line}\n`);
    server.child.kill("SIGHUP");
    await said(server, new RegExp(`not read again, it goes on as it was: .*${why}`));
  }
});

test("options come from the command line, the environment and a file, in that order", async (t) => {
  const folder = scratch(t);
  const file = join(folder, "negoce.conf");
  writeFileSync(join(folder, "terms.txt"), "Soyez aimables.\n\nBe kind.\n");
  writeFileSync(file, `# the house\npace = 60000\nquiet = yes\nterms = ${folder}/terms.txt\norigin=http://club.example\n`);
  const server = await Server.open(t, { flags: ["--config", file, "--rate", "1000"], pace: 0 });
  const response = await fetch(`${server.url}/terms.txt`);
  assert.equal(await response.text(), "Soyez aimables.\n\nBe kind.\n");
  assert.equal((await fetch(`${server.url}/contact.txt`)).status, 404);
  const guest = await Guest.arrive(server, "Anna");
  assert.deepEqual(guest.welcome.house, { terms: true, contact: false });
  await withBots(guest); // the pace of the command line is 0: bots move
  await play(guest, dice(1));
  assert.ok(!server.said.includes("was opened"), "the file said quiet");

  await t.test("what makes no sense is one sentence with its place", () => {
    const bad = join(folder, "bad.conf");
    for (const [text, why] of [
      ["pace = fast\n", /bad.conf:1: pace takes a whole number from 0 to 60000, not “fast”/],
      ["\n\nspeed = 3\n", /bad.conf:3: there is no option “speed”/],
      ["quiet\n", /bad.conf:1: a line is “option = value”/],
      ["quiet = maybe\n", /bad.conf:1: quiet takes yes or no, not “maybe”/],
      ["log = xml\n", /--log takes text or json, not “xml”/],
      ["push-to = foo\n", /--push-to takes HOST:PORT, not “foo”/],
      ["push-to = foo:70000\n", /--push-to takes HOST:PORT/],
      ["push-to = a/b:1\n", /--push-to takes HOST:PORT/],
      ["terms = /nowhere/at/all\n", /\/nowhere\/at\/all: this file cannot be read/],
      ["certificate = x\n", /--certificate and --key go together/],
    ]) {
      writeFileSync(bad, text);
      assert.match(refused(["--config", bad, "--data", join(folder, "data"), "--port", "0"]), why);
    }
    assert.match(refused(["--config", join(folder, "none")]), /there is no such file/);
    assert.match(refused([], { NEGOCE_PORT: "70000" }), /NEGOCE_PORT takes a whole number from 0 to 65535/);
    writeFileSync(bad, "port = 1\n");
    assert.match(
      refused(["--config", bad, "--port", "99999"], { NEGOCE_PORT: "2" }),
      /--port takes a whole number/,
      "all three are read",
    );
  });
});

test("limits that are read again hold for who is here already", async (t) => {
  const file = join(scratch(t), "negoce.conf");
  const write = async (text) => {
    writeFileSync(file, text);
    const before = server.said.length;
    server.child.kill("SIGHUP");
    for (let i = 0; i < 2000 && !/the options were read again/.test(server.said.slice(before)); i++) await sleep(5);
  };
  writeFileSync(file, "opens = 1\n");
  const server = await Server.open(t, { flags: ["--config", file] });
  const guest = await Guest.arrive(server, "Anna");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  await guest.get(open);
  await guest.refused(open, "limit");
  await write("opens = 3\n");
  for (let i = 0; i < 2; i++) await guest.get(open);
  await guest.refused(open, "limit");
  await write("opens = 3\nrate = 1\n");
  const answers = await Promise.all(Array.from({ length: 9 }, () => guest.ask({ type: "ping" })));
  assert.ok(answers.some(({ code }) => code === "rate"));
});

test("SIGHUP reads names, limits, texts and the log again; what makes no sense changes nothing", async (t) => {
  const folder = scratch(t);
  const file = join(folder, "negoce.conf");
  const contact = join(folder, "contact.txt");
  writeFileSync(contact, "Anna, 12 rue du Port");
  writeFileSync(file, "rate = 1000\n");
  const server = await Server.open(t, { flags: ["--config", file] });
  const ask = (host) =>
    new Promise((go, fail) => {
      import("node:http").then(({ get }) =>
        get(`${server.url}/healthz`, { headers: { host } }, (answer) => go(answer.resume().statusCode)).on("error", fail),
      );
    });
  assert.equal(await ask("club.example"), 421);
  const guest = await Guest.arrive(server, "Anna");
  await withBots(guest);
  writeFileSync(file, `rate = 1000\ntables = 77\norigin = http://club.example\ncontact = ${contact}\nlog = json\n`);
  server.child.kill("SIGHUP");
  await said(server, /tables was changed: that waits for the next start/);
  await said(server, /the options were read again/);
  assert.equal(await ask("club.example"), 200);
  assert.equal(await (await fetch(`${server.url}/contact.txt`)).text(), "Anna, 12 rue du Port");
  await withBots(guest);
  await said(server, /\{"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","level":"info","message":"a table of byzanz for 4 was opened"\}\n/);
  writeFileSync(file, "rate = none\n");
  server.child.kill("SIGHUP");
  await said(server, /rate takes a whole number/);
  await said(server, /it goes on as it was/);
  assert.equal(await ask("club.example"), 200);
  assert.ok(guest.open, "nobody was sent away");
  for (let i = 1; i <= 4; i++) {
    writeFileSync(file, `origin = http://x${i}.example\nterms = ${join(folder, `nowhere-${i}`)}\n`);
    server.child.kill("SIGHUP");
    await said(server, new RegExp(`nowhere-${i}: `));
  }
  const json = server.said.slice(server.said.indexOf("{")).trimEnd().split("\n");
  assert.ok(json.length > 6, "each refusal is there");
  for (const line of json) assert.equal(typeof JSON.parse(line).message, "string", "a log of JSON has nothing else in it");
  assert.equal(await ask("club.example"), 200, "what was read well still stands");
  assert.equal(await ask("x4.example"), 421);
});

test("with a certificate it speaks https; an expired one is one sentence", async (t) => {
  const folder = scratch(t);
  const good = certificate(folder, "localhost", 30);
  const old = certificate(folder, "old", -1);
  const data = join(folder, "data");
  const tls = ({ file, key }) => ["--certificate", file, "--key", key, "--data", data, "--port", "0"];
  assert.match(refused(tls(old)), /old.pem: this certificate has expired; get a new one/);
  assert.match(refused(tls({ file: good.file, key: old.key })), /the key does not go with the certificate/);
  assert.match(refused(tls({ file: good.key, key: good.key })), /this is not a certificate in PEM/);
  assert.match(refused(tls({ file: "/nowhere", key: good.key })), /nowhere: this file cannot be read/);
  assert.ok(!existsSync(data), "nothing was made");

  const child = spawn(binary, ["serve", "--pace", "0", ...tls(good)], { stdio: ["ignore", "pipe", "pipe"] });
  let heard = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (heard += text));
  const gone = new Promise((go) => child.once("exit", go));
  t.after(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  for (let i = 0; i < 2000 && !/https:\/\/localhost:\d+\n/.test(heard); i++) await sleep(5);
  const port = /https:\/\/localhost:(\d+)\n/.exec(heard)?.[1];
  assert.ok(port, heard);
  const get = (path) =>
    new Promise((go, fail) => {
      https
        .get({ host: "127.0.0.1", port, path, rejectUnauthorized: false, agent: false }, (answer) => {
          const { subject } = answer.socket.getPeerCertificate();
          answer.resume();
          answer.on("end", () => go({ status: answer.statusCode, headers: answer.headers, name: subject.CN }));
        })
        .on("error", fail);
    });
  const page = await get("/");
  assert.equal(page.status, 200);
  assert.match(page.headers["set-cookie"][0], /^__Host-negoce=.*; Secure/);
  assert.equal(page.name, "localhost");
  const socket = new WebSocket(`wss://127.0.0.1:${port}/ws`, { rejectUnauthorized: false });
  const welcome = await new Promise((go, fail) => {
    socket.once("message", (bytes) => go(JSON.parse(bytes.toString())));
    socket.once("error", fail);
  });
  assert.equal(welcome.type, "welcome");

  await t.test("who would speak HTTP/2, as every browser would, is told not to", async () => {
    const line = connectTls({ host: "127.0.0.1", port, ALPNProtocols: ["h2", "http/1.1"], rejectUnauthorized: false });
    await once(line, "secureConnect");
    assert.equal(line.alpnProtocol, "http/1.1");
    line.destroy();
  });
  await t.test("a game is played over it to its end", async () => {
    const guest = new Guest({ ws: `wss://127.0.0.1:${port}/ws` }, null);
    await guest.connect({ rejectUnauthorized: false });
    await withBots(guest, { game: "byzanz" });
    await play(guest, dice(7));
    assert.ok(guest.table.window.over);
    guest.socket.close();
  });
  await t.test("a new certificate in place of the old one is used after SIGHUP", async () => {
    const fresh = certificate(folder, "renewed", 60);
    writeFileSync(good.key, readFileSync(fresh.key));
    writeFileSync(good.file, readFileSync(fresh.file));
    child.kill("SIGHUP");
    for (let i = 0; i < 2000 && !/read again/.test(heard); i++) await sleep(5);
    assert.equal((await get("/healthz")).name, "renewed");
    assert.equal(socket.readyState, WebSocket.OPEN, "and nobody was sent away");
  });
  await t.test("one that is about to end is used, and said to be", async () => {
    const brief = certificate(folder, "brief", 2.5);
    writeFileSync(good.key, readFileSync(brief.key));
    writeFileSync(good.file, readFileSync(brief.file));
    assert.doesNotMatch(heard, /the certificate expires/);
    child.kill("SIGHUP");
    for (let i = 0; i < 2000 && !/the certificate expires in 3 days/.test(heard); i++) await sleep(5);
    assert.match(heard, /the certificate expires in 3 days/);
    assert.equal((await get("/healthz")).name, "brief");
  });
  await t.test("one that has expired meanwhile is refused, and it goes on with the one it has", async () => {
    writeFileSync(good.file, readFileSync(old.file));
    child.kill("SIGHUP");
    for (let i = 0; i < 2000 && !/goes on as it was/.test(heard); i++) await sleep(5);
    assert.match(heard, /this certificate has expired/);
    assert.equal((await get("/healthz")).name, "brief");
  });
  socket.close();
});

/* A port nobody has now. */
function freePort() {
  return new Promise((go) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => go(port));
    });
  });
}

test("behind Debian's nginx, set up as docs/hosting.md says, a game is played over TLS", async (t) => {
  if (spawnSync("/usr/sbin/nginx", ["-v"]).status !== 0) return t.skip("nginx is not installed");
  const folder = scratch(t);
  const { file, key } = certificate(folder, "club.example", 30);
  const server = await Server.open(t, { flags: ["--rate", "100000", "--origin", "https://club.example"] });
  const port = await freePort();
  const text = readFileSync(new URL("../../docs/hosting.md", import.meta.url), "utf8");
  const site = /```\n(map \$http_upgrade[\s\S]*?)```/.exec(text)[1]; // what the page tells people to write
  const mine = site
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replace(/(ssl_certificate) .*;/, `$1 ${file};`)
    .replace(/(ssl_certificate_key) .*;/, `$1 ${key};`)
    .replace("server_name negoce.example.org;", "server_name club.example;")
    .replaceAll("http://127.0.0.1:8642", server.url);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;${process.getuid() === 0 ? " user root;" : ""}
     events {} http { access_log off; ${kinds.join(" ")}\n${mine}\n}`,
  );
  const nginx = spawn("/usr/sbin/nginx", ["-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")], { stdio: "pipe" });
  let heard = "";
  nginx.stderr.on("data", (more) => (heard += more));
  const gone = new Promise((go) => nginx.once("exit", go));
  t.after(async () => {
    nginx.kill("SIGTERM");
    await gone;
  });
  const get = (path) =>
    new Promise((go, fail) => {
      https
        .get({ host: "127.0.0.1", port, path, headers: { host: "club.example" }, rejectUnauthorized: false }, (answer) => {
          answer.resume();
          answer.on("end", () => go(answer));
        })
        .on("error", fail);
    });
  let page = null;
  for (let i = 0; i < 400 && !page && nginx.exitCode === null; i++) page = await get("/").catch(() => sleep(25).then(() => null));
  assert.ok(page, heard);
  assert.equal(page.statusCode, 200);
  assert.match(page.headers["set-cookie"][0], /^__Host-negoce=.*; Secure/);
  for (const path of ["/metrics", "/metrics&x", "/metrics/x/..", "/x/%2e%2e/metrics", "//metrics"])
    assert.notEqual((await get(path)).statusCode, 200, path);
  const guest = new Guest({ ws: `wss://127.0.0.1:${port}/ws` }, page.headers["set-cookie"][0].split(";")[0]);
  await guest.connect({
    rejectUnauthorized: false,
    headers: { Cookie: guest.cookie, Host: "club.example", Origin: "https://club.example" },
  });
  await withBots(guest);
  await play(guest, dice(2));
  assert.equal(guest.table.window.over, true);
  guest.socket.close();
});

test("the version is one: of the command, the page's welcome and the metrics", async (t) => {
  const server = await Server.open(t);
  const version = execFileSync(binary, ["--version"], { encoding: "utf8" }).match(/^negoce ([\d.]+)/)[1];
  const guest = await Guest.arrive(server, "Anna");
  assert.equal(guest.welcome.version, version);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  assert.ok(metrics.includes(`\nnegoce_build_info{version="${version}"} 1\n`), metrics.slice(0, 300));
});

test("the example of a configuration is one: its own defaults, said aloud, are taken", async (t) => {
  const folder = scratch(t);
  const example = readFileSync(new URL("../../examples/negoce.conf", import.meta.url), "utf8");
  const aloud = example.replace(/^#(?=(pace|minute|grace|rate|connections|neighbours|patience|opens|listed|gather|tables|idle|log|quiet) =)/gm, "");
  writeFileSync(join(folder, "negoce.conf"), aloud);
  const server = await Server.open(t, { flags: ["--config", join(folder, "negoce.conf")] });
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
});
