/* People at tables: a seat kept for somebody by his name, and who sits there, with what each of them shows. */
import assert from "node:assert/strict";
import test from "node:test";
import { newcomer } from "./accounts.mjs";
import { Guest, Server, dice, gather, play, withBots } from "./harness.mjs";

const company = async (guest, table) => (await guest.get({ type: "company", table })).company;

test("a host invites somebody by his name: he is told, and takes the seat or leaves it", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const bert = await newcomer(server, "Bert");
  const cleo = await Guest.arrive(server, "Cleo");
  await bert.get({ type: "follow", mine: true });
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  const { table } = await anna.get(open);
  const invite = { type: "invite", table, seat: 1, name: "bert" };
  await anna.refused({ ...invite, name: "Nobody" }, "account");
  await anna.refused({ ...invite, name: "Cleo" }, "account"); // a guest has no name of his own
  await anna.refused({ ...invite, name: "Anna" }, "seat");
  await anna.refused({ ...invite, seat: 0 }, "seat");
  await anna.refused({ ...invite, seat: 5 }, "seat");
  await anna.refused({ ...invite, seat: "1" }, "bad");
  await anna.refused({ ...invite, table: "AAAAAAAAAAAA" }, "table");
  await bert.refused(invite, "host");
  await anna.get(invite);
  await bert.until(() => bert.frames.some((text) => text.includes('"type":"yours"') && text.includes(table)));
  await anna.refused({ ...invite, seat: 2 }, "seat"); // a seat is kept for him already
  const { tables } = await bert.get({ type: "mine", state: "turn" });
  assert.deepEqual([tables[0].id, tables[0].seats[1].kind, tables[0].seats[1].name, tables[0].seats[1].mine], [table, "invited", "Bert", true]);
  await cleo.refused({ type: "sit", table, seat: 1 }, "seat");
  await bert.get({ type: "leave", table }); // no, thank you
  assert.deepEqual((await bert.get({ type: "mine" })).tables, []);
  await anna.get(invite);
  await bert.get({ type: "sit", table, seat: 1 });
  await cleo.get({ type: "sit", table, seat: 2 });
  await anna.refused({ ...invite, seat: 2 }, "illegal"); // it has begun
});

test("who hides himself is not found by his name, and nobody is flooded with invitations", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const bert = await newcomer(server, "Bert");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  await bert.get({ type: "show", shown: false });
  const { table: hidden } = await anna.get(open);
  await anna.refused({ type: "invite", table: hidden, seat: 1, name: "Bert" }, "account");
  await bert.get({ type: "show", shown: true });
  for (let i = 0; i < 20; i++) {
    const { table } = await anna.get(open);
    await anna.get({ type: "invite", table, seat: 1, name: "Bert" });
  }
  await anna.refused({ type: "invite", table: hidden, seat: 1, name: "Bert" }, "limit");
  const [{ id }] = (await bert.get({ type: "mine" })).tables;
  await bert.get({ type: "leave", table: id });
  await anna.get({ type: "invite", table: hidden, seat: 1, name: "Bert" });
});

test("who sits at a table is told with his page, what the game was worth to him, and me my new emblems", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const bert = await newcomer(server, "Bert");
  const guest = await Guest.arrive(server, "Guest");
  const friendly = await gather([anna, bert, guest]);
  const nothing = { points: null, margin: null, gain: null };
  assert.deepEqual(await company(guest, friendly), {
    seats: [{ page: "Anna", ...nothing }, { page: "Bert", ...nothing }, { page: null, ...nothing }],
    emblems: [],
  });
  await bert.get({ type: "show", shown: false });
  assert.equal((await company(anna, friendly)).seats[1].page, null);
  assert.equal((await company(bert, friendly)).seats[1].page, "Bert", "to himself he is not hidden");
  const seats = ["me", "random", "random"];
  const table = await withBots(anna, { rated: true, time: "slow:24", players: 3, seats });
  await play(anna, dice(2));
  const told = await company(anna, table);
  const page = (await anna.get({ type: "person", name: "Anna" })).person;
  assert.equal(told.seats[0].gain, page.results[0].gain);
  assert.deepEqual([told.seats[0].points, told.seats[0].margin], [page.ratings[0].points, page.ratings[0].margin]);
  assert.deepEqual(told.seats[1], { page: null, ...nothing });
  const got = page.emblems.filter((one) => one.got).map(({ id }) => id);
  assert.ok(got.includes("e-bale"));
  assert.deepEqual(told.emblems.map(({ id }) => id), got, "all of them are of this game");
  assert.deepEqual((await company(guest, table)).emblems, [], "another’s are not told");
  assert.deepEqual((await anna.get({ type: "person", name: "Anna" })).person, page, "nothing was changed");
  const second = await withBots(anna, { players: 3, seats });
  await play(anna, dice(2));
  assert.ok(!(await company(anna, second)).emblems.some(({ id }) => id === "e-bale"), "not twice");
  assert.equal((await company(anna, second)).seats[0].gain, null, "a friendly game is worth nothing");
  await guest.refused({ type: "company", table: "AAAAAAAAAAAA" }, "table");
});
