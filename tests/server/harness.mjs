/* harness.mjs: a real server and real clients for the tests of the server.

   A server is `negoce serve` on a free port of loopback with a data folder of its own and bots that do
   not wait. A guest is one person with a session of its own: it connects, asks, and keeps every frame
   it was ever sent, so that a test can look at the bytes. NEGOCE names another binary; with
   NEGOCE_STORE=nats each server has its house in a log of its own (docs/cluster.md). */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { known } from "../known.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const WebSocket = createRequire(join(root, "web/package.json"))("ws");
export const binary = process.env.NEGOCE ?? join(root, "build/negoce");

const PATIENCE = 60_000; // ms: whoever waits longer waits in vain

export const sleep = (ms) => new Promise((go) => setTimeout(go, ms));

/* Waits until `holds()` does, looked at every so many milliseconds. */
export async function eventually(holds, every) {
  for (const end = Date.now() + PATIENCE; !(await holds()); await sleep(every))
    assert.ok(Date.now() < end, `waited in vain: ${holds}`);
}

/* A number from 0 to n - 1; the same seed plays the same choices. */
export function dice(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/* --- the server ------------------------------------------------------------------------------ */

export const GENEROUS = ["--rate", "100000", "--opens", "100000", "--neighbours", "1000"];

/* The port a server that starts tells in its first line. */
export function portOf(child) {
  return new Promise((go) => {
    let text = "";
    child.stdout.on("data", function hear(more) {
      const port = /http:\/\/[^\s/]*:(\d+)\n/.exec((text += more))?.[1];
      if (!port) return;
      child.stdout.off("data", hear);
      go(Number(port));
    });
  });
}

/* A nats-server for one house, with its data in this folder: the flags that lead there, and its end. */
async function openLog(folder) {
  const port = await new Promise((go) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const free = probe.address().port;
      probe.close(() => go(free));
    });
  });
  const log = spawn("nats-server", ["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", join(folder, "log")], { stdio: "ignore" });
  const gone = new Promise((go) => log.once("exit", go));
  const close = () => {
    log.kill("SIGKILL");
    return gone;
  };
  return { flags: ["--store", `nats://127.0.0.1:${port}`, "--nats-replicas", "1"], close };
}

export class Server {
  constructor(data, flags, program) {
    Object.assign(this, { data, flags, program, port: 0, said: "", child: null, env: process.env });
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /* The file its tables are in. */
  get file() {
    return join(this.data, this.flags.includes("--store") ? "replica.db" : "negoce.db");
  }

  get ws() {
    return `ws://127.0.0.1:${this.port}/ws`;
  }

  /* Opens a server; it is closed and its folder removed when the test `t` ends. */
  static async open(t, { pace = 0, flags = GENEROUS, program = binary } = {}) {
    const data = mkdtempSync(join(tmpdir(), "negoce-test-"));
    const server = new Server(data, ["--pace", String(pace), ...flags], program);
    const log = process.env.NEGOCE_STORE === "nats" ? await openLog(data) : null;
    if (log) server.flags.push(...log.flags);
    t.after(async () => {
      const exit = await server.stop("SIGTERM");
      await log?.close();
      rmSync(data, { recursive: true, force: true });
      assert.ok(exit === 0 || exit === null, `the server closed with ${exit}: ${server.said}`);
      assert.doesNotMatch(server.said, /Sanitizer|runtime error/);
    });
    await server.start();
    return server;
  }

  command() {
    const serve = ["serve", "--host", "127.0.0.1", "--port", String(this.port)];
    return [this.program, ...serve, "--data", this.data, ...this.flags];
  }

  async start() {
    const [first, ...rest] = this.command();
    const child = spawn(first, rest, { stdio: ["ignore", "pipe", "pipe"], env: this.env });
    this.child = child;
    this.exit = new Promise((go, fail) => {
      child.once("exit", (code, signal) => go(signal ?? code));
      child.once("error", fail);
    });
    const ready = portOf(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => (this.said += text));
    const port = await Promise.race([ready, this.exit.then(() => 0)]);
    assert.ok(port, `the server stopped: ${this.said}`);
    this.port = port; // and the same one where it is started again
  }

  /* Ends the server with this signal; its exit code, or the signal that ended it. */
  async stop(signal) {
    const child = this.child;
    this.child = null;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return this.exit;
  }

  async kill() {
    await this.stop("SIGKILL");
    await this.start();
  }

  /* Starts it anew in another world (world.c). */
  async inWorld(world) {
    const asan = `${process.env.ASAN_OPTIONS ? `${process.env.ASAN_OPTIONS}:` : ""}verify_asan_link_order=0`;
    this.env = { ...process.env, LD_PRELOAD: join(binary, "../tests/server/libworld.so"), ASAN_OPTIONS: asan, ...world };
    await this.kill();
  }

  /* With a wall clock of its own; what is returned sets it so many seconds ahead. */
  async ownWall() {
    const wall = join(this.data, "wall");
    const set = (ahead) => writeFileSync(wall, String(ahead));
    set(0);
    await this.inWorld({ WORLD_WALL: wall });
    return set;
  }

  /* With a disk of its own; what is returned fills it, or makes room. */
  async ownDisk() {
    const full = join(this.data, "full");
    await this.inWorld({ WORLD_FULL: full });
    return (is) => (is ? writeFileSync(full, "") : rmSync(full));
  }

  /* With a disk that may be slow; what is returned makes it so, or quick again. */
  async slowDisk() {
    const slow = join(this.data, "slow");
    await this.inWorld({ WORLD_SLOW: slow });
    return (is) => (is ? writeFileSync(slow, "") : rmSync(slow));
  }

  /* The number a metric has now. */
  async metric(name) {
    const text = await (await fetch(`${this.url}/metrics`)).text();
    const line = text.split("\n").find((l) => l.startsWith(`negoce_${name} `));
    assert.ok(line, `there is no metric ${name}`);
    return Number(line.split(" ")[1]);
  }

  async cookie() {
    const response = await fetch(`${this.url}/`);
    return response.headers.get("set-cookie").split(";")[0];
  }
}

/* --- a client -------------------------------------------------------------------------------- */

export class Closed extends Error {}

export class Guest {
  constructor(server, cookie) {
    Object.assign(this, { server, cookie, frames: [], tables: [], table: null, chat: [], acts: [], marks: 0 });
    this.waiting = new Map(); // mark of a question: who waits for its answer
    this.watchers = new Set(); // who waits for something to be so
  }

  /* A person with a session of its own, connected. */
  static async arrive(server, name = null) {
    const guest = new Guest(server, await server.cookie());
    await guest.connect();
    if (name) await guest.ask({ type: "name", name });
    return guest;
  }

  async connect(options = {}) {
    const headers = this.cookie ? { Cookie: this.cookie } : {};
    const socket = new WebSocket(this.server.ws, { headers, ...options });
    this.socket = socket;
    this.table = null;
    const welcome = new Promise((resolve, reject) => {
      this.greet = resolve;
      socket.once("error", reject);
      socket.once("close", (code, why) => reject(new Closed(`${code} ${why}`)));
    });
    socket.on("error", () => {});
    socket.on("message", (bytes) => this.hear(socket, bytes.toString()));
    socket.on("close", () => this.hangUp(socket));
    this.welcome = await welcome;
    this.person = this.welcome.person;
    return this;
  }

  hear(socket, text) {
    const message = JSON.parse(text);
    this.frames.push(text);
    if (socket !== this.socket) return;
    if (message.type === "welcome") this.greet(message);
    if (message.type === "table" || message.type === "change") this.look(message);
    if (message.type === "chat") this.listen(message);
    if (message.type === "acts") this.witness(message);
    const waiter = this.waiting.get(message.re);
    if (waiter) {
      this.waiting.delete(message.re);
      waiter.resolve(message);
    } else if (message.type === "error") {
      this.unasked = message;
    }
    for (const watcher of [...this.watchers]) watcher();
  }

  /* Keeps the events as docs/protocol.md says a client does. */
  look(message) {
    const same = message.type === "change";
    const before = same ? this.table.events.filter((e) => e.at <= message.from) : [];
    const oldest = same ? Math.min(this.table.oldest, message.from) : message.from;
    const told = known(this.table, message);
    this.tables.push(told);
    this.table = { ...told, oldest, events: [...before, ...message.events] };
  }

  /* Asks for the page of events before those it has; false where it has them all. */
  async older() {
    if (this.table.oldest === 0) return false;
    const page = await this.ask({ type: "events", table: this.table.summary.id, before: this.table.oldest });
    assert.equal(page.type, "events");
    assert.equal(page.to, this.table.oldest);
    assert.ok(page.from < page.to);
    this.table = { ...this.table, oldest: page.from, events: [...page.events, ...this.table.events] };
    return true;
  }

  /* And what was said, by its number. */
  listen({ table, lines }) {
    const before = this.chatAt === table ? this.chat : [];
    const fresh = lines.filter((line) => !before.some(({ n }) => n === line.n));
    Object.assign(this, { chatAt: table, chat: [...before, ...fresh] });
  }

  /* And what people did with their seats. */
  witness({ table, acts }) {
    const before = this.actsAt === table ? this.acts : [];
    const fresh = acts.filter((act) => !before.some((known) => known.act === act.act));
    Object.assign(this, { actsAt: table, acts: [...before, ...fresh] });
  }

  hangUp(socket) {
    if (socket !== this.socket) return;
    for (const waiter of this.waiting.values()) waiter.reject(new Closed("closed"));
    this.waiting.clear();
    for (const watcher of [...this.watchers]) watcher();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(bytes, options) {
    this.socket.send(bytes, options);
  }

  /* Sends a request; its answer. */
  ask(request) {
    const re = ++this.marks;
    return new Promise((resolve, reject) => {
      if (!this.open) return reject(new Closed("closed"));
      const late = setTimeout(() => reject(new Error(`no answer: ${JSON.stringify(request)}`)), PATIENCE);
      const settle = (how) => (value) => {
        clearTimeout(late);
        how(value);
      };
      this.waiting.set(re, { resolve: settle(resolve), reject: settle(reject) });
      this.send(JSON.stringify({ ...request, re }));
    });
  }

  /* The same, for a request that must be granted. */
  async get(request) {
    const answer = await this.ask(request);
    assert.notEqual(answer.type, "error", `${JSON.stringify(request)}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /* The same, for one that must be refused with this code. */
  async refused(request, code) {
    const answer = await this.ask(request);
    assert.equal(answer.type, "error", JSON.stringify({ request, answer }));
    assert.equal(answer.code, code, JSON.stringify({ request, answer }));
    assert.match(answer.why, /^\p{Lu}|^“/u, "a refusal says why");
    return answer;
  }

  /* Waits until `holds()` does, or the line is gone. */
  until(holds, ms = PATIENCE) {
    return new Promise((resolve, reject) => {
      const end = (settle, value) => {
        clearTimeout(timer);
        this.watchers.delete(check);
        settle(value);
      };
      const check = () => {
        if (holds()) end(resolve);
        else if (!this.open) end(reject, new Closed("closed"));
      };
      const timer = setTimeout(() => end(reject, new Error(`waited in vain: ${holds}`)), ms);
      this.watchers.add(check);
      check();
    });
  }

  async enter(table) {
    const answer = await this.get({ type: "enter", table });
    assert.equal(answer.type, "table");
    return answer;
  }

  move(move, at = this.table.at) {
    return this.ask({ type: "move", table: this.table.summary.id, at, move });
  }

  get owes() {
    const { window, summary } = this.table;
    return window.turn.includes(summary.seat) && !summary.seats[summary.seat].away;
  }

  async leave() {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    const gone = new Promise((go) => this.socket.once("close", go));
    this.socket.close();
    await gone;
  }
}

/* Opens a table of guests, in the order of their seats, and has all of them look at it. */
export async function gather(guests, request = {}) {
  const players = guests.length;
  const seats = ["me", ...Array(players - 1).fill("open")];
  const open = { type: "open", game: "byzanz", players, seats, ...request };
  const { table } = await guests[0].get(open);
  for (let seat = 1; seat < players; seat++) await guests[seat].get({ type: "sit", table, seat });
  for (const guest of guests) await guest.enter(table);
  return table;
}

/* A guest plays with bots; the table it looks at. */
export async function withBots(guest, request = {}) {
  const seats = ["me", "greedy", "random", "greedy"];
  const open = { type: "open", game: "byzanz", players: 4, seats, ...request };
  const { table } = await guest.get(open);
  await guest.enter(table);
  return table;
}

/* Plays moves at random for a guest until the game is over, or `stop` says so. */
export async function play(guest, roll, { stop = () => false, made = () => {} } = {}) {
  for (;;) {
    await guest.until(() => stop() || (guest.table && (guest.table.window.over || guest.owes)));
    if (stop() || guest.table.window.over) return;
    const { at, window } = guest.table;
    const move = window.moves[roll(window.moves.length)];
    const answer = await guest.move(move, at);
    if (answer.type === "ok") made({ at, move, seat: window.seat });
    else assert.equal(answer.code, "stale", JSON.stringify({ move, answer }));
    await guest.until(() => guest.table.at > at);
  }
}

/* The moves of a record. */
export function movesOf(record) {
  const body = record.split("\n\n")[1];
  return body.split("\n").filter((line) => line && !line.startsWith("#"));
}
