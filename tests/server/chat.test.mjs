/* People talk at their table: everyone who looks reads along, only those who have a seat write, nothing
   of it is lost or part of the game, and during a voyage of VOC! it costs what the rules say. */
import assert from "node:assert/strict";
import test from "node:test";
import { dice, gather, Guest, Server, play, sleep, withBots } from "./harness.mjs";

const say = (table, text, more = {}) => ({ type: "chat", table, text, ...more });
const texts = (guest) => guest.chat.map(({ text }) => text);
const arrive = (server, names) => Promise.all(names.map((name) => Guest.arrive(server, name)));
const count = (guest, type) =>
  guest.frames.filter((frame) => frame.startsWith(`{"type":"${type}"`)).length;

test("what one writes all at the table read, those who only look included", async (t) => {
  const server = await Server.open(t);
  const [anna, louis, eve, zoe] = await arrive(server, ["Anna", "Louis", "Eve", "Zoé"]);
  const table = await gather([anna, louis, eve]);
  await zoe.enter(table);
  const tables = count(louis, "table");
  const odd = "« Allons\u202f! » 🤷‍♂️ <b>\\n</b> 0 bid wood3";
  await anna.get(say(table, `  ${odd}   `));
  await louis.get(say(table, "Non."));
  for (const guest of [anna, louis, eve, zoe]) {
    await guest.until(() => guest.chat.length === 2);
    assert.deepEqual(guest.chat, [
      { n: 1, seat: 0, name: "Anna", text: odd },
      { n: 2, seat: 1, name: "Louis", text: "Non." },
    ]);
  }
  assert.equal(count(louis, "table"), tables, "talk sends no table anew");
  assert.equal(await server.metric("chats_total"), 2);

  const late = await Guest.arrive(server, "Axel");
  await late.enter(table);
  assert.deepEqual(texts(late), [odd, "Non."], "all is there before the table is");
  await eve.get({ type: "exit" });
  await anna.get(say(table, "Eve ?"));
  await zoe.until(() => zoe.chat.length === 3);
  assert.equal(eve.chat.length, 2, "who has gone hears nothing");
  await eve.enter(table);
  assert.deepEqual(texts(eve), [odd, "Non.", "Eve ?"]);
});

test("what cannot be said is refused with a reason, and nobody hears of it", async (t) => {
  const server = await Server.open(t);
  const [anna, louis, eve, zoe] = await arrive(server, ["Anna", "Louis", "Eve", "Zoé"]);
  const table = await gather([anna, louis, eve]);
  await zoe.enter(table);
  const refused = async (guest, request, code, why) =>
    assert.match((await guest.refused(request, code)).why, why);
  await refused(zoe, say(table, "Moi aussi !"), "seat", /^Only those who have a seat/);
  await refused(anna, say("nowhere", "Ohé"), "table", /no such table/);
  await refused(anna, say(table, ""), "bad", /cannot be empty/);
  await refused(anna, say(table, "  \u00a0 \u202f "), "bad", /cannot be empty/);
  await refused(anna, say(table, 7), "bad", /must be a text/);
  await refused(anna, say(table, null), "bad", /must be a text/);
  await refused(anna, say(table, "x", { fine: "yes" }), "bad", /true or false/);
  for (const bad of ["a\nb", "\u0007", "a\u202eb", "\u2067a", "a\u2028b", "\u200f", "\ufeff"])
    await refused(anna, say(table, bad), "bad", /letters, figures and signs/);
  await refused(anna, say(table, "é".repeat(201)), "bad", /at most \{n\} characters/);
  await anna.get(say(table, "😀".repeat(200)));
  await zoe.until(() => zoe.chat.length > 0);
  assert.deepEqual(texts(zoe), ["😀".repeat(200)]);
  assert.equal(await server.metric("chats_total"), 1);
});

test("talk makes nobody's move stale and is no obstacle to taking one back", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Louis", "Eve"]);
  const table = await gather(guests);
  const [talker] = guests;
  const acting = () => guests.find((guest) => guest.owes);
  const all = async (at) => {
    for (const guest of guests) await guest.until(() => guest.table.at >= at);
  };
  await all((await talker.get({ type: "enter", table })).at);
  const first = acting();
  const before = first.table.at;
  const other = guests.find((guest) => guest !== first);
  const answer = await other.get(say(table, "Passe donc !"));
  assert.equal(answer.at, before, "the version is the same");
  const passed = await first.move("pass", before);
  assert.equal(passed.type, "ok", JSON.stringify(passed));
  await all(passed.at);
  await other.get(say(table, "Merci."));
  assert.equal(first.table.window.undo.can, true, "a pass can be taken back");
  const undone = await first.ask({ type: "undo", table, at: passed.at });
  assert.equal(undone.type, "ok", JSON.stringify(undone));
  assert.deepEqual(texts(first).at(-1), "Merci.");
});

test("the same request twice is said twice, and a crash loses nothing that was said", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Louis", "Eve"]);
  const table = await gather(guests);
  const told = [];
  for (let round = 0; round < 5; round++) {
    for (const [seat, guest] of guests.entries()) {
      const text = `tour ${round}, place ${seat}`;
      await guest.get(say(table, text));
      told.push(text);
    }
    await server.kill();
    for (const guest of guests) {
      guest.chat = [];
      await guest.connect();
      await guest.enter(table);
      assert.deepEqual(texts(guest), told);
    }
  }
  // the table plays on from where it was
  const acting = guests.find((guest) => guest.owes);
  assert.equal((await acting.move("pass")).type, "ok");
});

test("one talks in the waiting room, after the game, and from a seat a bot holds", async (t) => {
  const server = await Server.open(t);
  const [anna, louis] = await arrive(server, ["Anna", "Louis"]);
  const seats = ["me", "open", "greedy"];
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats });
  await anna.get(say(table, "Qui vient ?"));
  await louis.enter(table);
  assert.deepEqual(texts(louis), ["Qui vient ?"]);
  await louis.refused(say(table, "Moi !"), "seat");
  await louis.get({ type: "sit", table, seat: 1 });
  await louis.get(say(table, "Moi !"));
  await louis.get({ type: "leave", table });
  await louis.get(say(table, "Je regarde."));
  await anna.enter(table);
  await play(anna, dice(3), {});
  await anna.get(say(table, "Bien joué."));
  await louis.until(() => louis.chat.length === 4);
  const { record } = await anna.get({ type: "record", table });
  assert.doesNotMatch(record, /say|Bien|Moi|Qui vient/, "a record is the game alone");
  await server.kill();
  await louis.connect();
  await louis.enter(table);
  assert.deepEqual(
    louis.chat.map(({ seat, name, text }) => [seat, name, text]),
    [
      [0, "Anna", "Qui vient ?"],
      [1, "Louis", "Moi !"],
      [1, "Louis", "Je regarde."],
      [0, "Anna", "Bien joué."],
    ],
  );
});

test("bots go on at their pace while somebody talks", async (t) => {
  const server = await Server.open(t, { pace: 60 });
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  let over = false;
  const talking = (async () => {
    for (; !over; await sleep(5)) await anna.get(say(table, "et alors ?"));
  })();
  await play(anna, dice(5), { stop: () => anna.table.window.position > 60 });
  over = true;
  await talking;
  assert.equal(await server.metric("bot_errors_total"), 0);
});

test("who comes or goes while talk is being kept is seen to", async (t) => {
  const server = await Server.open(t);
  const [anna, louis, eve] = await arrive(server, ["Anna", "Louis", "Eve"]);
  const table = await gather([anna, louis, eve]);
  const here = () => anna.table.summary.seats[2].here;
  for (let i = 0; i < 20; i++) {
    await Promise.all([anna.get(say(table, `${i}`)), eve.leave()]);
    await anna.until(() => !here(), 2000);
    await eve.connect();
    await Promise.all([louis.get(say(table, `${i}`)), eve.enter(table)]);
    await anna.until(here, 2000);
  }
});

test("a newcomer is told the newest 200 lines", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const table = await withBots(anna);
  for (let i = 1; i <= 205; i++) await anna.get(say(table, `ligne ${i}`));
  await anna.until(() => anna.chat.length === 205);
  const late = await Guest.arrive(server);
  await late.enter(table);
  assert.equal(late.chat.length, 200);
  assert.deepEqual(late.chat[0], { n: 6, seat: 0, name: "Anna", text: "ligne 6" });
  assert.equal(late.chat.at(-1).n, 205);
});

test("who writes without end is asked to wait, and the others are not", async (t) => {
  const server = await Server.open(t, { flags: [] });
  const guests = await arrive(server, ["Anna", "Louis", "Eve"]);
  const [anna, louis] = guests;
  const table = await gather(guests);
  for (let i = 0; i < 11; i++) await anna.get(say(table, `${i}`));
  const refusal = await anna.refused(say(table, "encore"), "rate");
  assert.match(refusal.why, /^You write too much/);
  const again = await new Guest(server, anna.cookie).connect();
  await again.refused(say(table, "par une autre porte"), "rate");
  await louis.get(say(table, "Laissez-nous jouer."));
  const acting = guests.find((guest) => guest.owes);
  assert.equal((await acting.move("pass")).type, "ok");
});

/* --- VOC! ------------------------------------------------------------------------------------ */

const money = (guest) => guest.table.window.picture.seats.map((seat) => seat.money);

/* Plays plain moves until a ship is under sail; the captain and the others. */
async function underSail(guests, request) {
  const table = await gather(guests, { game: "voc", ...request });
  for (let i = 0; i < 60; i++) {
    const { window } = guests[0].table;
    const acting = guests[window.turn[0]];
    if (window.picture.phase === "voyage")
      return { table, captain: acting, others: guests.filter((guest) => guest !== acting) };
    const { moves } = acting.table.window;
    const move = moves.find((m) => /^(outfit|sail)/.test(m)) ?? moves[0];
    const { type, at } = await acting.move(move);
    assert.equal(type, "ok");
    for (const guest of guests) await guest.until(() => guest.table.at >= at);
  }
  return assert.fail("no ship sailed");
}

test("during a voyage a message costs 5 daalders, and the writer says that he knows", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Louis", "Eve"]);
  const { table, captain, others } = await underSail(guests, { options: { rules: "advanced" } });
  const [one, two] = others;
  const seat = one.table.summary.seat;
  const { talk } = one.table.window;
  assert.deepEqual({ n: talk.n, why: talk.why }, { n: 5, why: null });
  assert.match(talk.say, /silent during the voyage/);

  const at = one.table.at;
  const refusal = await one.refused(say(table, "À tribord !"), "fine");
  assert.deepEqual([refusal.why, refusal.n, refusal.at], [talk.say, 5, at]);
  await one.refused(say(table, "À tribord !", { fine: false }), "fine");
  assert.deepEqual([money(two), texts(two), two.table.at], [[10, 10, 10], [], at]);

  await one.get(say(table, "À tribord !", { fine: true }));
  for (const guest of guests) {
    await guest.until(() => guest.chat.length === 1 && guest.table.at > at);
    assert.equal(money(guest)[seat], 5, "the writer paid");
    const { name } = guest.table.summary.seats[seat];
    assert.deepEqual(guest.chat, [{ n: 1, seat, name, text: "À tribord !" }]);
    assert.ok(guest.table.events.some((e) => e.kind === "chat" && e.seat === seat && e.n === 5));
  }
  assert.equal(one.table.window.undo.can, false, "said is said");

  // The captain is blindfolded and silent, and hears what others paid for.
  assert.match(captain.table.window.talk.why.say, /^A captain writes to nobody/);
  const silent = await captain.refused(say(table, "Où suis-je ?", { fine: true }), "illegal");
  assert.match(silent.why, /^A captain writes to nobody/);
  assert.equal(captain.table.window.picture.voyage.blind, true);

  // The second message empties the purse, a third is refused: nothing is said, nothing paid.
  await one.get(say(table, "Non, à bâbord !", { fine: true }));
  await one.until(() => money(one)[seat] === 0);
  const poor = await one.refused(say(table, "Stop !", { fine: true }), "illegal");
  assert.match(poor.why, /^You do not have the \{n\} daalders/);
  assert.equal(poor.n, 5);

  // All of it survives a crash, and ashore talk is free again.
  await server.kill();
  for (const guest of guests) {
    guest.chat = [];
    await guest.connect();
    await guest.enter(table);
    assert.deepEqual(texts(guest), ["À tribord !", "Non, à bâbord !"]);
    assert.equal(money(guest)[seat], 0);
  }
  const moved = await captain.get({ type: "move", table, at: captain.table.at, move: "stop" });
  await one.until(() => one.table.at >= moved.at);
  assert.equal(one.table.window.talk, null);
  await one.get(say(table, "Enfin."));
  await captain.get(say(table, "Où étais-je ?"));
  assert.equal(money(one)[seat], 0);
});

test("without money nothing is said during a voyage", async (t) => {
  const server = await Server.open(t);
  const guests = await arrive(server, ["Anna", "Louis", "Eve", "Axel"]);
  const { table, captain, others } = await underSail(guests, {}); // the basic game begins with none
  const before = captain.table.at;
  for (const guest of others) {
    assert.match(guest.table.window.talk.why.say, /^You do not have/);
    await guest.refused(say(table, "Terre !", { fine: true }), "illegal");
    await guest.refused(say(table, "Terre !"), "illegal");
  }
  await captain.get({ type: "move", table, at: before, move: "stop" });
  assert.deepEqual(captain.chat, []);
});
