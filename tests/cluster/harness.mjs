/* harness.mjs: a house of several servers on loopback: nats-servers, nodes and a balancer, each a process
   of its own, set up by the files of examples/cluster with their names and ports changed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, Closed, GENEROUS, Guest, root, Server, sleep } from "../server/harness.mjs";

const example = (name) => readFileSync(join(root, "examples/cluster", name), "utf8");

/* So many ports that are free, all at once, so that none is given twice. */
export async function freePorts(count) {
  const listeners = await Promise.all(
    Array.from({ length: count }, () => new Promise((go) => {
      const one = createServer().listen(0, "127.0.0.1", () => go(one));
    })),
  );
  const ports = listeners.map((one) => one.address().port);
  await Promise.all(listeners.map((one) => new Promise((go) => one.close(go))));
  return ports;
}

/* Waits until `holds()` does, however long that takes on a busy machine. */
export async function until(holds, what, ms = 60000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await holds();
    if (found) return found;
    assert.ok(Date.now() < end, `waited in vain: ${what}`);
    await sleep(50);
  }
}

/* Says something to NATS by hand, and waits until it was heard: its protocol is text. `alone`: the messages
   of the subject before it are forgotten. */
export function speak(port, subject, body, alone = false) {
  return new Promise((go, fail) => {
    const line = createConnection(port, "127.0.0.1");
    let heard = "";
    line.on("error", fail);
    line.on("data", (bytes) => {
      heard += bytes;
      if (!heard.includes(subject.startsWith("$JS") ? "MSG answer" : "PONG")) return;
      line.end();
      go(heard);
    });
    const head = alone ? "NATS/1.0\r\nNats-Rollup: sub\r\n\r\n" : "";
    const size = alone ? `${head.length} ${head.length + Buffer.byteLength(body)}` : Buffer.byteLength(body);
    line.write(`CONNECT {"verbose":false,"headers":true}\r\nSUB answer 1\r\n${alone ? "HPUB" : "PUB"} ${subject} answer ${size}\r\n${head}${body}\r\nPING\r\n`);
  });
}

/* What a node says some time after a table was folded, and stands in place of its moves then. */
export const forget = (port, table) =>
  speak(port, `negoce.log.table.${table}`, JSON.stringify({ v: 1, do: "forget", table: { id: table } }), true);

/* A program that is started, killed, paused and started again. */
export class Program {
  constructor(command) {
    Object.assign(this, { command, child: null, said: "" });
  }

  start() {
    const [first, ...rest] = this.command;
    const child = spawn(first, rest, { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (this.said = (this.said + text).slice(-20000)));
    this.exit = new Promise((go) => {
      child.once("exit", (code, signal) => go(signal ?? code));
      child.once("error", (error) => {
        this.said += error;
        go(-1);
      });
    });
  }

  get runs() {
    return this.child !== null && this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(signal = "SIGTERM") {
    const child = this.child;
    this.child = null;
    if (!child) return;
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      child.kill("SIGCONT"); // it may have been paused
    }
    await this.exit;
  }
}

export class House {
  /* A house of so many nodes and nats-servers; all of it is gone when the test `t` ends. */
  static async open(t, { nodes = 3, logs = 3, flags = GENEROUS, pace = 0, balancer = false } = {}) {
    const house = new House();
    const folder = mkdtempSync(join(tmpdir(), "negoce-cluster-"));
    Object.assign(house, { folder, nodes: [], logs: [], balancer: null });
    t.after(async () => {
      await house.close();
      for (const node of house.nodes) assert.doesNotMatch(node.said, /Sanitizer|runtime error/);
      rmSync(folder, { recursive: true, force: true });
    });
    await house.openLogs(logs);
    house.store = ["--store", `nats://${house.ports.slice(0, logs).map((port) => `127.0.0.1:${port}`).join(",")}`, "--nats-replicas", String(logs)];
    Object.assign(house, { pace, flags });
    await Promise.all(Array.from({ length: nodes }, () => house.addNode()));
    if (balancer) await house.openBalancer();
    return house;
  }

  /* One more node, started by the command `wrap` where there is one. */
  async addNode(wrap = null) {
    const flags = ["--pace", String(this.pace), ...this.store, ...this.flags];
    const node = new Server(join(this.folder, `node${this.nodes.length}`), flags, binary);
    node.wrap = wrap;
    this.nodes.push(node);
    await node.start();
  }

  async openLogs(count) {
    this.ports = await freePorts(2 * count);
    const names = ["one", "two", "three"].slice(0, count);
    const routes = names.map((_, i) => `nats-route://127.0.0.1:${this.ports[count + i]}`);
    names.forEach((name, i) => {
      let text = example("nats-server.conf")
        .replace("server_name: one", `server_name: ${name}`)
        .replace("0.0.0.0:4222", `127.0.0.1:${this.ports[i]}`)
        .replace("0.0.0.0:6222", `127.0.0.1:${this.ports[count + i]}`)
        .replace("/var/lib/nats", join(this.folder, name))
        .replace(/routes: \[[^\]]*\]/, `routes: [${routes.join(", ")}]`);
      if (count === 1) text = text.replace(/cluster \{[\s\S]*\n\}/, "");
      mkdirSync(join(this.folder, name));
      writeFileSync(join(this.folder, `${name}.conf`), text);
      this.logs.push(new Program(["nats-server", "-c", join(this.folder, `${name}.conf`)]));
    });
    for (const log of this.logs) log.start();
  }

  async openBalancer() {
    const [port] = await freePorts(1);
    const names = ["one", "two", "three"];
    let site = example("nginx.conf")
      .replace("listen 443 ssl;", `listen 127.0.0.1:${port};`)
      .replace("server_name negoce.example.org;", "");
    names.forEach((name, i) => {
      site = this.nodes[i] ? site.replace(`server ${name}:8642`, `server 127.0.0.1:${this.nodes[i].port}`) : site.replace(new RegExp(`.*server ${name}:8642.*\n`), "");
    });
    const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${this.folder}/${kind};`);
    writeFileSync(
      join(this.folder, "nginx.conf"),
      `daemon off; pid ${this.folder}/pid; error_log ${this.folder}/error.log; worker_processes 1;${process.getuid() === 0 ? " user root;" : ""}
       events {} http { access_log off; ${kinds.join(" ")}\n${site}\n}`,
    );
    this.balancer = new Program(["/usr/sbin/nginx", "-e", join(this.folder, "error.log"), "-c", join(this.folder, "nginx.conf")]);
    this.balancer.start();
    this.door = new Server(null, [], null); // where people come in: any node
    this.door.port = port;
    await until(() => fetch(this.door.url).then((answer) => answer.ok, () => false), "the balancer answers");
  }

  async close() {
    await this.balancer?.stop();
    await Promise.all(this.nodes.map((node) => {
      node.child?.kill("SIGCONT");
      return node.stop("SIGTERM");
    }));
    await Promise.all(this.logs.map((log) => log.stop("SIGKILL")));
  }

  /* One nats-server that all share, without a cluster. */
  static single(t, options = {}) {
    return House.open(t, { logs: 1, ...options });
  }

  health(i) {
    return fetch(`${this.nodes[i].url}/healthz`).then((answer) => answer.status, () => 0);
  }

  /* Which of the log's servers leads; the server `i` is asked. */
  async leader(i) {
    const asked = async () => (await speak(this.ports[i], "$JS.API.STREAM.INFO.NEGOCE", "")).match(/"leader":"(one|two|three)"/);
    const [, name] = await until(asked, "the log has a leader");
    return ["one", "two", "three"].indexOf(name);
  }

  /* The journal of a table as each node has it, by its own copy. */
  async record(table, name) {
    return Promise.all(this.nodes.map(async (node) => {
      const guest = await Guest.arrive(node, name);
      const { record } = await guest.get({ type: "record", table });
      await guest.leave();
      return record;
    }));
  }
}

export const canMove = (guest) => guest.owes && guest.table.window.moves.length > 0;

/* Plays moves at random for a guest until the game is over, or `stop` says so. Where the log has just found a
   leader again a move may not be kept yet: so many times in all (`patience`) one is tried again, as he is told. */
export async function play(guest, roll, { stop = () => false, made = () => {}, patience = 0 } = {}) {
  for (;;) {
    await guest.until(() => stop() || (guest.table && (guest.table.window.over || canMove(guest))), 60000);
    if (stop() || guest.table.window.over) return;
    const { at, window } = guest.table;
    const move = window.moves[roll(window.moves.length)];
    const answer = await guest.move(move, at);
    if (answer.code === "store" && patience-- > 0) {
      await sleep(500);
      continue;
    }
    if (answer.type === "ok") made({ at, move, seat: window.seat });
    else assert.equal(answer.code, "stale", JSON.stringify({ move, answer }));
    await guest.until(() => guest.table.at > at, 60000);
  }
}

/* So many moves of guests, whoever of them owes one. */
export async function some(guests, roll, count) {
  for (let i = 0; i < count; i++) {
    const guest = await until(() => guests.find(canMove), "somebody may move");
    const { at, window } = guest.table;
    await guest.get({ type: "move", table: guest.table.summary.id, at, move: window.moves[roll(window.moves.length)] });
    for (const one of guests) await one.until(() => one.table.at > at);
  }
}

/* Somebody who comes again, to any node of `doors`, whatever happens to them, and plays at random until
   the game is over. A move without an answer is sent again as it was: it is played then, or it is stale
   because it had been. `sent` has all of them. */
export async function persist(guest, table, roll, sent, doors) {
  let pending = null;
  const end = Date.now() + 240000;
  for (;;) {
    assert.ok(Date.now() < end, `the game did not end: ${JSON.stringify(guest.table?.window?.turn)}`);
    try {
      if (!guest.open) {
        guest.server = doors[roll(doors.length)];
        await guest.connect();
        await guest.enter(table);
      }
      if (!pending) {
        await guest.until(() => guest.table.window.over || canMove(guest), 120000);
        if (guest.table.window.over) return;
        const { at, window } = guest.table;
        pending = { at, move: window.moves[roll(window.moves.length)], seat: window.seat, acknowledged: false };
        sent.push(pending);
      }
      const { at, move } = pending;
      const answer = await guest.move(move, at);
      if (answer.type === "ok") pending.acknowledged = true;
      else if (answer.code === "store") {
        await sleep(200); // the log is away: again, as it was
        continue;
      } else assert.equal(answer.code, "stale", JSON.stringify(answer));
      pending = null;
      await guest.until(() => guest.table.at > at);
    } catch (error) {
      const expected = error instanceof Closed || /ECONN|socket hang up|Unexpected server response|refused/.test(`${error.code} ${error.message}`);
      if (!expected && !/cannot be read|closed/.test(error.message)) {
        error.message += ` at ${guest.server.url}: ${JSON.stringify({ table, pending, at: guest.table?.at, turn: guest.table?.window?.turn })}`;
        throw error;
      }
      guest.socket?.terminate();
      await sleep(100);
    }
  }
}
