/* Bots by other people at a table: programs the house allows, and what becomes of those that fail. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newcomer, PASSWORD, sign } from "./accounts.mjs";
import { binary, dice, GENEROUS, Guest, play, Server, sleep } from "./harness.mjs";

/* A house with these shell scripts as its guests. */
async function house(t, scripts) {
  const folder = mkdtempSync(join(tmpdir(), "visitors-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const flags = [...GENEROUS];
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(folder, name), text.replaceAll("$FOLDER", folder));
    flags.push("--guest-bot", `${name}=exec sh ${join(folder, name)}`);
  }
  return { folder, server: await Server.open(t, { flags }) };
}

/* Answers the first legal move of each question, and notes its number and that it was asked. */
const first = `echo $$ >> $FOLDER/started
while read -r word rest; do
  case $word in
    turn) found= ;;
    legal) [ -n "$found" ] || found=$rest ;;
    go) echo asked >> $FOLDER/asked; echo "move $found" ;;
  esac
done`;

/* The whole lines a program has written so far: a file may be there before its first. */
const notes = (folder, name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1) : []);

/* It is this person's turn and nobody else's: no bot thinks. */
const alone = ({ owes, table }) => owes && table.window.turn.length === 1;

/* Waits until a metric of the server is this. */
async function counts(server, metric, number) {
  let now;
  for (let i = 0; i < 6000 && (now = await server.metric(metric)) !== number; i++) await sleep(10);
  assert.equal(now, number, metric);
}

test("a program the house allows plays a whole game, and ends with it", async (t) => {
  const { folder, server } = await house(t, { first });
  const anna = await Guest.arrive(server, "Anna");
  const mine = anna.welcome.bots.find(({ id }) => id === "guest:first");
  assert.deepEqual(mine, { id: "guest:first", title: "first", offered: true });
  const { table } = await anna.get({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:first", "random"] });
  await anna.enter(table);
  assert.equal(anna.table.summary.seats[1].bot, "guest:first");
  assert.equal(anna.table.summary.seats[1].lost, false);
  await play(anna, dice(1));
  assert.ok(notes(folder, "asked").length > 4, "it was asked again and again");
  await counts(server, "guest_bots", 0);
  assert.equal(anna.table.summary.seats[1].lost, false);
  assert.equal(await server.metric("bot_errors_total"), 0);
  const { record } = await anna.get({ type: "record", table });
  assert.match(record, /^bot\.1: trader\n# seat 1: the program first\n/m);
  for (const command of ["check", "fair"]) assert.equal(spawnSync(binary, [command, "-"], { input: record }).status, 0, command);
  await anna.get({ type: "upload", record });
});

test("one that fails loses its seat, the table says so, and the game goes on, also after a crash", async (t) => {
  const scripts = {
    dies: "exit 3",
    floods: "yes nonsense",
    errs: "while read -r word rest; do case $word in go) echo 'move mutiny';; esac; done",
  };
  const { server } = await house(t, scripts);
  const anna = await Guest.arrive(server, "Anna");
  const seats = ["me", ...Object.keys(scripts).map((name) => `guest:${name}`)];
  const { table } = await anna.get({ type: "open", game: "batavia", players: 4, seats });
  await anna.enter(table);
  const lost = () => anna.table.summary.seats.map((seat) => seat.lost);
  await play(anna, dice(2), { stop: () => lost().filter(Boolean).length === 3 });
  assert.deepEqual(lost(), [false, true, true, true]);
  assert.equal(anna.table.summary.seats[1].bot, "trader");
  await anna.until(() => anna.acts.filter((act) => act.kind === "lost").length === 3);
  assert.match(anna.acts.find((act) => act.kind === "lost").say, /program failed: a trader plays on/);
  assert.match(server.said, /guest bot dies lost its seat: It ended\./);
  assert.match(server.said, /guest bot floods lost its seat: It said more than/);
  assert.match(server.said, /guest bot errs lost its seat: It answered a move that is not possible: “/);
  await server.kill();
  await anna.connect();
  await anna.enter(table);
  assert.deepEqual(lost(), [false, true, true, true], "the journal keeps it");
  await play(anna, dice(3));
  assert.equal(server.said.match(/lost its seat/g).length, 3, "nobody is asked again");
  const { record } = await anna.get({ type: "record", table });
  assert.match(record, /^# seat 1: the program dies, which lost its seat$/m);
});

test("where the house has no such program any more, a trader plays", async (t) => {
  const { server } = await house(t, { first });
  const anna = await Guest.arrive(server, "Anna");
  const { table } = await anna.get({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:first", "open"] });
  await server.stop("SIGTERM");
  server.flags = server.flags.slice(0, -2);
  await server.start();
  await anna.connect();
  await anna.enter(table);
  await anna.refused({ type: "fill", table, seat: 2, bot: "guest:first" }, "bad");
  await anna.refused({ type: "fill", table, seat: 2, bot: "guest:No Name" }, "bad");
  await anna.refused({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:first", "open"] }, "bad");
  await anna.get({ type: "fill", table, seat: 2, bot: "random" });
  await anna.until(() => anna.table.summary.begun);
  await play(anna, dice(4));
  assert.equal(anna.table.summary.seats[1].lost, false);
});

test("no program is seated where the result counts", async (t) => {
  const { server } = await house(t, { first });
  const anna = await newcomer(server, "Anna");
  const rated = { type: "open", game: "batavia", players: 3, rated: true, time: "slow:24" };
  await anna.refused({ ...rated, seats: ["me", "guest:first", "open"] }, "account");
  const { table } = await anna.get({ ...rated, seats: ["me", "open", "open"] });
  const { why } = await anna.refused({ type: "fill", table, seat: 1, bot: "guest:first" }, "account");
  assert.equal(why, "At a rated table only our own machines play.");
  await anna.get({ type: "fill", table, seat: 1, bot: "trader" });
});

test("the programs of a table that is closed end with it", async (t) => {
  const { folder, server } = await house(t, { first });
  const anna = await Guest.arrive(server, "Anna");
  const { table } = await anna.get({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:first", "guest:first"] });
  await anna.enter(table);
  await play(anna, dice(5), { stop: () => notes(folder, "started").length === 2 && alone(anna) });
  await counts(server, "guest_bots", 2);
  const { status, stderr } = spawnSync(binary, ["admin", "close", table, "--data", server.data], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  await counts(server, "tables", 0);
  assert.equal(await server.metric("guest_bots"), 0);
  for (const pid of notes(folder, "started")) assert.throws(() => process.kill(Number(pid), 0), { code: "ESRCH" });
});

test("a program that thinks for ever ends with a server that is killed", async (t) => {
  const { folder, server } = await house(t, { thinks: "echo $$ >> $FOLDER/started; while :; do :; done" });
  const anna = await Guest.arrive(server, "Anna");
  const { table } = await anna.get({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:thinks", "random"] });
  await anna.enter(table);
  for (let i = 0; i < 3000 && !notes(folder, "started").length; i++) {
    const { at, window } = anna.table;
    if (anna.owes) {
      assert.equal((await anna.move(window.moves[0], at)).type, "ok");
      await anna.until(() => anna.table.at > at);
    } else await sleep(10); // nothing comes while it thinks
  }
  const pid = notes(folder, "started")[0];
  const stat = `/proc/${pid}/stat`;
  const runs = () => existsSync(stat) && !/ [ZX] /.test(readFileSync(stat, "utf8"));
  t.after(() => runs() && process.kill(Number(pid), "SIGKILL"));
  assert.ok(runs());
  await server.kill();
  for (let i = 0; i < 3000 && runs(); i++) await sleep(10);
  assert.ok(!runs(), "it is gone");
});

test("a program is asked on after its table was read again", async (t) => {
  const { folder, server } = await house(t, { first });
  await newcomer(server, "Anna");
  const guest = await Guest.arrive(server);
  const { table } = await guest.get({ type: "open", game: "batavia", players: 3, seats: ["me", "guest:first", "random"] });
  await guest.enter(table);
  await play(guest, dice(6), { stop: () => notes(folder, "asked").length > 1 && alone(guest) });
  await sign(guest, { type: "sign-in", name: "Anna", password: PASSWORD, keep: true }); // the journal is changed below the table
  await guest.enter(table);
  const before = notes(folder, "asked").length;
  await play(guest, dice(7));
  assert.ok(notes(folder, "asked").length > before + 4, `it was asked ${notes(folder, "asked").length - before} times more`);
  assert.equal(notes(folder, "started").length, 1, "the one that had begun plays on");
  await counts(server, "guest_bots", 0);
});

test("what a program thinks about may be taken back meanwhile", async (t) => {
  const { server } = await house(t, { slow: "exec sleep 100" });
  const anna = await Guest.arrive(server, "Anna");
  let undone = 0;
  for (let i = 0; i < 40 && undone < 3; i++) { // Chance says who begins, and the program never moves
    const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "guest:slow", "guest:slow"] });
    const before = await server.metric("guest_bots");
    await anna.enter(table);
    await anna.until(() => anna.table.window.turn.length > 0);
    if (!anna.owes) {
      await anna.get({ type: "leave", table });
      continue;
    }
    await anna.move(anna.table.window.moves[0]);
    for (let k = 0; k < 1000 && (await server.metric("guest_bots")) <= before && before < 10; k++)
      await new Promise((go) => setTimeout(go, 10));
    const answer = await anna.ask({ type: "undo", table, at: anna.table.at });
    if (answer.type === "ok") undone++;
  }
  assert.ok(undone > 0, "something was taken back");
  assert.equal((await anna.get({ type: "lobby" })).type, "lobby");
});

test("one address has ten programs at most, and leaves room for those of others", async (t) => {
  const { folder, server } = await house(t, { first });
  const from = async (address) => new Guest(server, await server.cookie()).connect({ localAddress: address });
  const running = () => server.metric("guest_bots");
  /* A game with five programs, until all of them have begun, or others play in their place. */
  const gather = async (guest, seed, most) => {
    const { table } = await guest.get({ type: "open", game: "byzanz", players: 6, seats: ["me", ...Array(5).fill("guest:first")] });
    await guest.enter(table);
    let moves = 0;
    const begun = () => notes(folder, "started").length >= most;
    await play(guest, dice(seed), { made: () => moves++, stop: () => alone(guest) && (begun() || moves > 12) });
  };
  const anna = await from("127.0.0.2");
  for (let i = 1; i <= 4; i++) await gather(anna, i, 5 * i);
  const hers = await running();
  assert.ok(hers >= 10 && hers <= 10 + 3, `${hers} run, some of them begun before she looked`);
  await gather(await from("127.0.0.3"), 5, hers + 3);
  assert.ok((await running()) >= hers + 3);
});
