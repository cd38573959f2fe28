/* Doors of NATS: who may speak to the log, and over which lines; and what stands there that is not ours. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { binary, dice, GENEROUS, Guest, Server, withBots } from "../server/harness.mjs";
import { freePorts, play, Program, speak, until } from "./harness.mjs";
import { credentials } from "./nkeys.mjs";

/* A nats-server with these lines in its file. */
async function openLog(t, lines) {
  const folder = mkdtempSync(join(tmpdir(), "negoce-doors-"));
  const [port] = await freePorts(1);
  writeFileSync(join(folder, "nats.conf"), `listen: 127.0.0.1:${port}\njetstream { store_dir: ${join(folder, "log")} }\n${lines(folder)}\n`);
  const log = new Program(["nats-server", "-c", join(folder, "nats.conf")]);
  log.start();
  t.after(async () => {
    await log.stop("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  await until(() => /Server is ready/.test(log.said) || !log.runs, "nats-server runs");
  assert.ok(log.runs, log.said);
  return { folder, port };
}

/* What a server says that cannot open its house. */
function refusal(folder, ...flags) {
  const said = spawnSync(binary, ["serve", "--port", "0", "--data", join(folder, "refused"), "--nats-replicas", "1", ...flags], { encoding: "utf8", timeout: 60000 });
  assert.equal(said.status, 1, said.stdout + said.stderr);
  assert.equal(said.stderr.trim().split("\n").length, 1, said.stderr);
  return said.stderr;
}

/* Somebody plays a whole game there. */
async function serves(t, folder, ...flags) {
  const server = new Server(join(folder, "node"), ["--pace", "0", "--nats-replicas", "1", ...flags, ...GENEROUS], binary);
  t.after(() => server.stop("SIGTERM"));
  await server.start();
  const guest = await Guest.arrive(server, "Anna");
  await withBots(guest);
  await play(guest, dice(8));
  assert.equal(guest.table.window.over, true);
  await guest.leave();
  await server.stop("SIGTERM");
}

test("a log behind TLS and a password is opened with both, and refuses who lacks one of them", async (t) => {
  const openssl = (...words) => execFileSync("openssl", words, { stdio: "ignore" });
  const { folder, port } = await openLog(t, (at) => {
    const file = (name) => join(at, name);
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=house", "-keyout", file("ca.key"), "-out", file("ca.pem"));
    openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost", "-keyout", file("key.pem"), "-out", file("request.pem"));
    writeFileSync(file("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n");
    openssl("x509", "-req", "-in", file("request.pem"), "-CA", file("ca.pem"), "-CAkey", file("ca.key"), "-CAcreateserial", "-days", "2", "-extfile", file("names"), "-out", file("cert.pem"));
    return `tls { cert_file: ${file("cert.pem")}, key_file: ${file("key.pem")} }\nauthorization { user: negoce, password: poivre }`;
  });
  const ca = ["--nats-ca", join(folder, "ca.pem")];
  await serves(t, folder, "--store", `tls://negoce:poivre@localhost:${port}`, ...ca);
  assert.match(refusal(folder, "--store", `tls://negoce:sel@localhost:${port}`, ...ca), /NATS does not let us in/);
  assert.match(refusal(folder, "--store", `tls://negoce:poivre@localhost:${port}`), /NATS/);
  assert.match(refusal(folder, "--store", `tls://negoce:poivre@localhost:${port}`, "--nats-ca", join(folder, "none.pem")), /certificates for NATS cannot be read/);
});

test("a log with accounts is opened with credentials, and without them there is one sentence", async (t) => {
  const { conf, creds } = credentials();
  const { folder, port } = await openLog(t, () => conf);
  const file = join(folder, "user.creds");
  writeFileSync(file, creds);
  const store = ["--store", `nats://127.0.0.1:${port}`];
  await serves(t, folder, ...store, "--nats-creds", file);
  assert.match(refusal(folder, ...store), /NATS does not let us in: see --nats-creds/);
  writeFileSync(join(folder, "other.creds"), credentials().creds);
  assert.match(refusal(folder, ...store, "--nats-creds", join(folder, "other.creds")), /NATS does not let us in/);
  assert.match(refusal(folder, ...store, "--nats-creds", join(folder, "none.creds")), /credentials cannot be read/);
});

test("a stream of a newer version is refused, and so is one that is not ours", async (t) => {
  const { folder, port } = await openLog(t, () => "");
  const make = (description) => speak(port, "$JS.API.STREAM.CREATE.NEGOCE", JSON.stringify({ name: "NEGOCE", subjects: ["negoce.log.>"], storage: "file", description }));
  const store = ["--store", `nats://127.0.0.1:${port}`];
  await make("Négoce, format 99");
  assert.match(refusal(folder, ...store), /newer Négoce, whose format is number 99/);
  await speak(port, "$JS.API.STREAM.DELETE.NEGOCE", "");
  await make("Négoce, format 1");
  await speak(port, "negoce.log.house", JSON.stringify({ v: 99, do: "anything" })); // of a node that came later
  assert.match(refusal(folder, ...store), /the log in NATS has messages of a newer Négoce; install that one/);
  assert.ok(!existsSync(join(folder, "refused", "replica.db.lost")), "its copy stays");
  assert.match(await speak(port, "$JS.API.STREAM.INFO.NEGOCE", ""), /Négoce, format 2/, "older nodes are told so at once");
  await speak(port, "$JS.API.STREAM.DELETE.NEGOCE", "");
  await make("of somebody else");
  assert.match(refusal(folder, ...store), /is not a log of Négoce/);
});

test("a server of NATS that stands alone keeps no log three times, and that is said at once", async (t) => {
  const { folder, port } = await openLog(t, () => "");
  const words = ["serve", "--port", "0", "--data", join(folder, "alone"), "--store", `nats://127.0.0.1:${port}`, "--nats-replicas", "3"];
  const said = spawnSync(binary, words, { encoding: "utf8", timeout: 25000 }); // a cluster that starts is waited for longer
  assert.equal(said.status, 1, said.stdout + said.stderr);
  assert.match(said.stderr, /NATS has fewer than 3 servers for a log/);
});
