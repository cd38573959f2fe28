/* A server in the page: a worker that answers the requests of docs/protocol.md as a server would, for tables
   of one person and bots. The engine judges, draws and thinks; this file only carries: requests in, answers
   out, lines to the shelf, and the time. What is answered has been kept.

   One table is loaded at a time, and one tab at a time has it: the lock of its name is held. */
import type { FoundedMessage, Request, ServerMessage, Summary, TableMessage } from "../lib/protocol";
import type { Eyes } from "../replay/messages";
import { once } from "../lib/once";
import { type Engine, load } from "../lib/wasm";
import { welcome, winds } from "virtual:welcome";
import { Counsel } from "./counsel";
import { digits, type Kept, listed, Shelf } from "./shelf";
import { soon } from "./soon";

const PACE = 700; // ms a bot takes for a step, so that people can follow
const SEATS_MAX = 6; // core/game.h
const TEMPI = ["brisk", "calm", "once", "wait"]; // table/run.h
const SLICE = 12; // ms of thought between two looks at what people ask

type Asked = Request & { re?: number };
type Opening = Extract<Request, { type: "open" }>;

interface Lesson {
  players: number;
  options: Record<string, string>;
  bot: string;
}

let engine: Engine;
let counsel: Counsel | undefined;
let kept: Kept | null = null; // the table that is loaded
let looking = false; // somebody looks at it
let release: (() => void) | null = null; // gives its lock back
let chats = 0; // lines of chat that were told
let timer: ReturnType<typeof setTimeout> | undefined;
let due = false; // a bot is about to think on
let name = "";

const post = (message: object): void => self.postMessage(JSON.stringify(message));
const told = (of: string, ...given: (string | number | boolean)[]): ServerMessage =>
  JSON.parse(engine.text(of, ...given)) as ServerMessage;
/* A sentence of the catalogue (lib/words.svelte.ts, which needs a page). */
const N_ = (sentence: string): string => sentence;
const refusal = (code: string, why: string): ServerMessage => ({ type: "error", code, why, n: 0 });

const shelf = new Shelf(() => post({ type: "unkept" }));

/* Who has no name is called by a wind. */
const greeting = (): ServerMessage => ({ ...welcome, person: { ...welcome.person, name } });

const luck = (): number => crypto.getRandomValues(new Int32Array(1))[0] ?? 0;

/* --- the table that is loaded ---------------------------------------------------------------- */

/* The lock of a table, unless another tab holds it. */
function lock(id: string): Promise<boolean> {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    void navigator.locks.request(`negoce ${id}`, { ifAvailable: true }, (held) => {
      resolve(held !== null);
      return held ? new Promise<void>((go) => (release = go)) : undefined;
    });
  });
}

function unload(): void {
  clearTimeout(timer);
  counsel?.leave();
  release?.();
  release = null;
  kept = null;
  looking = false;
}

/* Keeps what was entered; everything that is told of it comes after. */
async function keepBatch(): Promise<void> {
  if (!kept) return;
  const lines = engine.text("solo_batch");
  if (lines === "") return;
  const { summary } = told("solo_table") as TableMessage;
  kept = { ...kept, changed: Date.now(), summary };
  await shelf.add(kept, lines);
  engine.call("solo_saved");
}

/* Makes a table, a new one or one from the shelf, the one that is loaded. A new one that is played from its
   start is sealed. */
async function set(table: Kept, lines: string[]): Promise<boolean> {
  const { game, players, options, seed, id, title } = table;
  if (!engine.call("solo_open", game, players, options, seed)) return false;
  if (lines[0]?.startsWith("seat") && !lines.includes("begin") && engine.text("solo_seal") !== "") return false;
  for (const line of lines) if (engine.text("solo_line", line) !== "") return false;
  if (table.batches) engine.call("solo_saved");
  if (told("solo_begin", id, title).type !== "ok") return false;
  kept = table;
  chats = 0;
  await keepBatch();
  return true;
}

async function loadTable(id: string): Promise<ServerMessage | null> {
  if (kept?.id === id) return null;
  unload();
  const found = await shelf.find(id);
  if (!found) return refusal("table", N_("There is no such table."));
  if (!(await lock(id))) return refusal("table", N_("This game is open in another tab of this browser."));
  if (await set(found.kept, found.lines.split("\n").filter((line) => line !== ""))) return null;
  unload();
  return refusal("table", N_("This game cannot be read: it was kept by another version."));
}

/* --- requests -------------------------------------------------------------------------------- */

/* The first game of a lesson: its deal is no secret. */
function learn(game: string): Promise<ServerMessage> {
  const lesson = JSON.parse(engine.text("solo_lesson", game)) as Lesson | null;
  if (!lesson) return Promise.resolve(refusal("bad", N_("There is no lesson of this game.")));
  const { players, options, bot } = lesson;
  const seats = Array.from({ length: players }, (_, seat) => (seat ? bot : "me"));
  return open({ type: "open", game, players, options, seats }, ["lesson"]);
}

async function open(
  { game, players, options, seats, title, nonce }: Opening,
  first: string[] = [],
): Promise<ServerMessage> {
  if (seats.includes("open") || seats.filter((seat) => seat === "me").length !== 1)
    return refusal("limit", N_("Without a server you play against bots alone."));
  unload();
  const id = `~${digits(8)}`;
  const lines = [...first];
  lines.push(...seats.map((seat, i) => (seat === "me" ? `seat ${i} person me ${name}` : `seat ${i} bot ${seat}`)));
  if (nonce) lines.push(`nonce ${seats.indexOf("me")} ${nonce}`);
  const table: Kept = {
    id,
    game,
    players,
    options: Object.entries(options ?? {}).map(([option, choice]) => `${option}=${choice}`).join(" "),
    title: title?.trim() || engine.text("solo_harbour", luck()),
    seed: digits(32),
    changed: Date.now(),
    batches: 0,
    summary: {} as Kept["summary"],
  };
  return found(table, lines);
}

/* A new table that begins with these lines. */
async function found(table: Kept, lines: string[]): Promise<ServerMessage> {
  await lock(table.id);
  if (await set(table, lines)) {
    const { summary } = told("solo_table") as TableMessage;
    return { type: "opened", table: table.id, commitment: summary.commitment, next: null };
  }
  unload();
  return refusal("bad", N_("Such a table cannot be opened."));
}

/* A new table that begins with moves already made: a record, or a position to go on from. */
async function foundOn(base: FoundedMessage, title: string): Promise<ServerMessage> {
  const { game, players, options, lines } = base;
  unload();
  const seed = base.seed || digits(32);
  const table = { id: `~${digits(8)}`, game, players, options, title, seed, changed: Date.now(), batches: 0 };
  return found({ ...table, summary: {} as Kept["summary"] }, lines.split("\n").filter((line) => line !== ""));
}

async function upload(record: string): Promise<ServerMessage> {
  const base = told("solo_import", record);
  return base.type === "founded" ? foundOn(base, engine.text("solo_harbour", luck())) : base;
}

function fork({ position, seat }: Extract<Request, { type: "fork" }>): Promise<ServerMessage> | ServerMessage {
  const base = told("solo_fork", position, seat, name);
  return base.type === "founded" && kept ? foundOn(base, kept.title) : base;
}

async function list({ state, game, find, series }: Extract<Request, { type: "mine" }>): Promise<ServerMessage> {
  const all: Summary[] = (await shelf.all()).map(listed);
  const partOf = (one: Summary) =>
    one.over ? "over" : one.seat !== null && one.turn.includes(one.seat) && !one.seats[one.seat]?.away ? "turn" : "waiting";
  const of = (part: string) => all.filter((one) => partOf(one) === part);
  const [turn, waiting, over] = [of("turn"), of("waiting"), of("over")];
  const sought = (find ?? "").toLowerCase();
  const tables = [...turn, ...waiting, ...over].filter(
    (one) =>
      !series &&
      (!state || partOf(one) === state) &&
      (!game || one.game === game) &&
      `${one.title} ${one.game}`.toLowerCase().includes(sought),
  );
  const counts = { turn: turn.length, waiting: waiting.length, over: over.length, won: 0 };
  return { type: "mine", tables, counts, next: null };
}

/* The same bots once more. */
async function rematch(table: string): Promise<ServerMessage> {
  const found = await shelf.find(table);
  if (!found) return refusal("table", N_("There is no such table."));
  const { game, players, options, title, seats } = found.kept.summary;
  return open({ type: "open", game, players, options, title, seats: seats.map((seat) => (seat.mine ? "me" : (seat.bot ?? "trader"))) });
}

function enter(): ServerMessage {
  looking = true;
  chats = 0;
  tellChat();
  return told("solo_table");
}

/* As table/run.h has them: one's own, a seat's, or with everything open. */
const eyesOf = (eyes: Eyes): number => (eyes === null ? 0 : eyes === "open" ? SEATS_MAX + 1 : eyes + 1);

/* What concerns a table; it is loaded. */
function judge(request: Asked): ServerMessage | Promise<ServerMessage> {
  switch (request.type) {
    case "enter":
      return enter();
    case "move":
      return told("solo_move", request.at, request.move);
    case "undo":
      return told("solo_undo", request.at);
    case "chat":
      return told("solo_chat", request.text, request.fine);
    case "why":
      return told("solo_why", request.move);
    case "events":
      return told("solo_events", request.before, eyesOf(request.eyes ?? null));
    case "replay":
      return told("solo_replay", request.position, eyesOf(request.eyes), request.known ?? 0);
    case "outline":
      return told("solo_outline", 0);
    case "pace":
      return told("solo_pace", TEMPI.indexOf(request.pace));
    case "record":
      return told("solo_record");
    case "leave":
      return told("solo_leave");
    case "sit":
      return told("solo_sit");
    case "analyse":
      return (counsel as Counsel).analyse(request);
    case "fork":
      return fork(request);
    default:
      return refusal("unknown", N_("This needs a connection to the server."));
  }
}

async function answer(request: Asked): Promise<ServerMessage> {
  if (request.type === "ping") return { type: "pong" };
  if (request.type === "mine") return list(request);
  if (request.type === "lobby") return { type: "lobby", open: [], watch: [], total: 0 };
  if (request.type === "follow") return { type: "ok" };
  if (request.type === "prepare") {
    ready().catch(() => {}); // nobody waits for it yet
    return { type: "ok" };
  }
  if (request.type === "gallery") return { type: "gallery", games: [] };
  if (request.type === "name") {
    name = request.name;
    return greeting();
  }
  if (request.type === "exit") {
    unload();
    return { type: "ok" };
  }
  await ready();
  if (request.type === "rematch") return rematch(request.table);
  if (request.type === "open") return open(request);
  if (request.type === "learn") return learn(request.game);
  if (request.type === "upload") return upload(request.record);
  if (!("table" in request)) return refusal("unknown", N_("This needs a connection to the server."));
  const refused = await loadTable(request.table);
  if (refused) return refused;
  const made = await judge(request);
  await keepBatch();
  return made;
}

/* --- telling and thinking -------------------------------------------------------------------- */

function tellChat(): void {
  const message = told("solo_chats", chats);
  if (message.type !== "chat" || message.lines.length === 0) return;
  chats = message.lines.at(-1)?.n ?? chats;
  post(message);
}

function tell(): void {
  if (!kept || !looking) return;
  tellChat();
  post(told("solo_table"));
}

/* Sees to it that the bots move when they are due, as long as somebody looks. */
function consider(): void {
  clearTimeout(timer);
  if (!kept || !looking) return;
  const wait = engine.call("solo_wait", PACE);
  if (wait === 0 && !due) {
    due = true;
    soon(() => next(think));
  } else if (wait > 0) timer = setTimeout(() => next(think), wait);
}

async function think(): Promise<void> {
  due = false;
  if (!kept) return;
  const moved = engine.call("solo_lapse") || engine.call("solo_think", SLICE, 0) === 1;
  if (moved) {
    await keepBatch();
    tell();
  }
  consider();
}

async function hint(table: string, position: number, re: number | undefined): Promise<void> {
  await ready();
  const refused = (await loadTable(table)) ?? (counsel as Counsel).hint(table, position, re);
  if (refused) reply(refused, re);
}

const reply = (made: ServerMessage, re: number | undefined): void => post(re === undefined ? made : { ...made, re });

async function serve(request: Asked): Promise<void> {
  if (request.type === "hint") return hint(request.table, request.position ?? 0, request.re);
  const before = kept && engine.text("solo_batch");
  const made = await answer(request);
  reply(made, request.re);
  const changes = ["move", "undo", "chat", "leave", "sit"].includes(request.type);
  if (made.type === "ok" && changes && before !== null) tell();
  consider();
}

/* One thing at a time, in the order in which they came. */
let queue: Promise<void> = Promise.resolve();
function next(task: () => Promise<void>): void {
  queue = queue.then(task).catch((why: unknown) => {
    unload(); // what is kept is sound: it is loaded again when somebody asks
    post({ type: "broken", why: String(why) });
  });
}

/* The engine is the largest file of the page: it comes when it is needed, or when the page foresees that. */
const ready = once(async () => {
  engine = await load();
  counsel = new Counsel(engine, shelf, reply);
});

next(async () => {
  await shelf.open();
  name = winds[Math.abs(luck()) % winds.length] ?? "";
  post(greeting());
});
self.onmessage = ({ data }: MessageEvent<string>) => next(() => serve(JSON.parse(data) as Asked));
