/* The clocks of a server that was stopped for a while, or whose wall clock was set: nobody loses time by it,
   nobody is late for it, and a restart in between changes nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { gather, GENEROUS, Guest, Server, sleep } from "./harness.mjs";

/* Three people at Byzanz with this much time; the one who must move. */
async function three(server, time) {
  const guests = await Promise.all(["Anna", "Bert", "Clara"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests, { time });
  const seat = guests[0].table.window.turn[0];
  return { table, guests, seat, mover: guests[seat] };
}

/* What is left to a seat, as the server says it now. */
async function left(guest, table, seat) {
  await guest.get({ type: "exit" });
  return (await guest.enter(table)).times[seat].left;
}

test("a server that was stopped takes nothing from anybody, and who is late by that alone is not late", async (t) => {
  const MINUTE = 12; // seconds of the world
  const server = await Server.open(t, { flags: [...GENEROUS, "--minute", String(MINUTE)] });
  const watched = [];
  for (const time of ["slow:1", "bank:600+0", "decision:300"]) watched.push(await three(server, time));
  const begun = Date.now();
  for (const one of watched) one.before = await left(one.mover, one.table, one.seat);
  const short = await three(server, "decision:30"); // six seconds of the world
  server.child.kill("SIGSTOP");
  t.after(() => server.child?.kill("SIGCONT"));
  const stopped = 7000;
  await sleep(stopped);
  const { at, window } = short.mover.table;
  const move = short.mover.move(window.moves.find((one) => one === "pass") ?? window.moves[0], at); // it waits at the door
  server.child.kill("SIGCONT");
  assert.equal((await move).type, "ok");
  assert.equal(short.mover.acts.filter((act) => act.kind === "late").length, 0);
  assert.equal((await short.mover.enter(short.table)).summary.seats[short.seat].away, false);
  for (const { mover, table, seat, before } of watched) {
    const after = await left(mover, table, seat);
    const counted = ((before - after) * MINUTE) / 60;
    const passed = Date.now() - begun;
    assert.ok(counted >= 0 && counted <= passed - stopped + 500, `${counted} ms of ${passed} were counted, ${stopped} of them stopped`);
    assert.equal(mover.acts.length, 0);
  }
});

test("a wall clock that is set forward or back has no say in it, nor over a restart", async (t) => {
  const server = await Server.open(t);
  const setWall = await server.ownWall();
  const { table, guests, mover, seat } = await three(server, "decision:600");
  const said = async () => {
    const { table: fresh } = await guests[0].get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
    return (await guests[0].enter(fresh)).summary.created - Date.now() / 1000;
  };
  const DAY = 86400;
  let before = await left(mover, table, seat);
  assert.ok(before > 500_000, `${before}`);
  for (const [ahead, restart] of [[3 * DAY, false], [-30 * DAY, false], [400 * DAY, true], [0, true]]) {
    if (restart) await server.stop("SIGTERM");
    setWall(ahead);
    if (restart) {
      await server.start();
      for (const guest of guests) await guest.connect();
    }
    assert.ok(Math.abs((await said()) - ahead) < 1000, "the server sees another day");
    const now = await left(mover, table, seat);
    assert.ok(now <= before + 50 && now > before - 100_000, `${now} after ${before}`);
    assert.equal(mover.acts.filter((act) => act.kind === "late").length, 0);
    before = now;
  }
  await guests[0].enter(table);
  const { at, window } = (await mover.enter(table), mover.table);
  assert.equal((await mover.move(window.moves.find((move) => move === "pass") ?? window.moves[0], at)).type, "ok");
});
