/* A node that was paused for twenty seconds: everything it has is old, and it does not know that yet. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { dice, gather, GENEROUS, Guest, sleep } from "../server/harness.mjs";
import { House, some, until } from "./harness.mjs";

const PAUSE = 20_000;

test("a node that slept notices that it is behind before it answers anything", async (t) => {
  const house = await House.single(t, { nodes: 2 });
  const arrive = (node, ...names) => Promise.all(names.map((name) => Guest.arrive(house.nodes[node], name)));
  const guests = await arrive(0, "Anna", "Bert", "Clara");
  const table = await gather(guests);
  const [looker, stranger, leaver] = await arrive(1, "Marie", "Paul", "Louis");
  await looker.enter(table);
  const twin = new Guest(house.nodes[1], guests[0].cookie);
  await twin.connect();
  await twin.enter(table);
  const before = twin.table;
  house.nodes[1].child.kill("SIGSTOP");
  const end = Date.now() + PAUSE;
  await some(guests, dice(30), 12);
  const at = Math.max(...guests.map((guest) => guest.table.at));
  const { table: fresh } = await guests[0].get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "greedy"], listed: true });
  await sleep(end - Date.now());
  for (const request of [{ type: "ranking", game: "byzanz" }, { type: "name", name: "Gone" }])
    leaver.send(JSON.stringify(request)); // and leaves before it is heard
  leaver.socket.terminate();
  const asked = Promise.all([ // they wait in its sockets while it sleeps
    looker.ask({ type: "enter", table }),
    twin.ask({ type: "move", table, at: before.at, move: before.window.moves[0] ?? "pass" }),
    stranger.ask({ type: "enter", table: fresh }),
  ]);
  house.nodes[1].child.kill("SIGCONT");
  const [entered, moved, found] = await asked;
  assert.ok(entered.at >= at, `told ${entered.at}, but the table stood at ${at}`);
  assert.equal(moved.code, "stale", JSON.stringify(moved));
  assert.equal(found.type, "table", JSON.stringify(found));
  await until(async () => (await stranger.get({ type: "lobby" })).open.some(({ id }) => id === fresh), "it is in the list");
});

test("a table nobody waits at stays in the list where somebody sits down through another node meanwhile", async (t) => {
  const house = await House.single(t, { nodes: 1, flags: [...GENEROUS, "--gather", "4", "--idle", "1"] });
  house.flags = GENEROUS;
  await house.addNode();
  const [one, two] = house.nodes;
  const anna = await Guest.arrive(one, "Anna");
  const bert = await Guest.arrive(two, "Bert");
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true });
  const listed = async (guest) => (await guest.get({ type: "lobby" })).open.find(({ id }) => id === table);
  await until(() => listed(bert), "the other node lists it");
  await anna.leave();
  await sleep(2000); // the node has seen that nobody is there
  one.child.kill("SIGSTOP");
  await bert.get({ type: "sit", table, seat: 1 });
  await sleep(4000);
  one.child.kill("SIGCONT"); // it takes the table off before it hears of Bert
  await sleep(2000);
  const clara = await Guest.arrive(one, "Clara");
  for (const guest of [bert, clara]) {
    const offer = await until(() => listed(guest), "it is in the list", 5000);
    assert.equal(offer.seats[1].name, "Bert");
    await guest.leave();
  }
});
