/* Accounts: who somebody is on another day and another device, and who he is not. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Authenticator, PASSWORD, b64, challenge, exchange, newcomer, openAccount, sign } from "./accounts.mjs";
import { Closed, GENEROUS, Guest, Server, binary, dice, gather, play, sleep, withBots } from "./harness.mjs";

/* --- tests -------------------------------------------------------------------------------------- */

test("a guest who opens an account keeps his games and seats, and another device joins him", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  const bert = await Guest.arrive(server, "Bert");
  const cleo = await Guest.arrive(server, "Cleo");
  const table = await gather([anna, bert, cleo]);
  const id = anna.person.id;
  await openAccount(anna, "Anna");
  assert.equal(anna.person.id, id, "the person is the same");
  assert.equal((await anna.enter(table)).summary.seat, 0);
  const phone = await Guest.arrive(server);
  assert.notEqual(phone.person.id, id);
  await sign(phone, { type: "sign-in", name: "anna", password: PASSWORD });
  assert.deepEqual(phone.person, { id, name: "Anna", account: true });
  assert.equal((await phone.enter(table)).summary.seat, 0);
  assert.equal((await phone.get({ type: "mine" })).tables[0].id, table);
  const { sessions } = await phone.get({ type: "account" });
  assert.deepEqual(sessions.map(({ here, way }) => [here, way]).sort(), [[false, "password"], [true, "password"]]);
  await server.kill();
  await phone.connect();
  assert.equal(phone.person.id, id, "the session outlives the server");
});

/* Somebody who has an account from another device sits down here as a guest. */
async function guestOf(server, name) {
  const account = await newcomer(server, name);
  return { account, guest: await Guest.arrive(server, "Hôte") };
}

test("who signs in brings the guest’s games and seats along where he asks for it", async (t) => {
  const server = await Server.open(t);
  const { account, guest } = await guestOf(server, "Anna");
  const bert = await Guest.arrive(server, "Bert");
  const cleo = await Guest.arrive(server, "Cleo");
  const table = await gather([guest, bert, cleo], { title: "Galata" });
  const waiting = (await bert.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] })).table;
  await guest.get({ type: "sit", table: waiting, seat: 2 });
  const solo = await withBots(guest);
  await play(guest, dice(3));
  const { id } = account.person;
  const was = guest.person.id;
  const watching = await new Guest(server, guest.cookie).connect(); // another tab of the same guest
  await sign(guest, { type: "sign-in", name: "Anna", password: PASSWORD, keep: true });
  await watching.until(() => !watching.open);
  assert.deepEqual(guest.person, { id, name: "Anna", account: true });
  const { tables } = await guest.get({ type: "mine" });
  assert.deepEqual(tables.map((one) => one.id).sort(), [table, waiting, solo].sort());
  const told = await guest.enter(table);
  assert.deepEqual([told.summary.seat, told.summary.host, told.summary.seats[0].name], [0, true, "Hôte"]);
  assert.equal((await account.enter(waiting)).summary.seat, 2, "on every device");
  assert.equal((await bert.enter(table)).summary.seats[0].name, "Hôte");
  await account.get({ type: "leave", table: waiting });
  const results = (await guest.get({ type: "person", name: "Anna" })).person;
  assert.deepEqual([results.played, results.results[0].table], [1, solo]);
  const stranger = await new Guest(server, guest.old).connect();
  assert.ok(stranger.person.id !== was && stranger.person.id !== id, "the guest is no more");
  await server.kill();
  await guest.connect();
  assert.equal((await guest.enter(table)).summary.seat, 0);
  const checked = execFileSync(binary, ["--lang", "en", "admin", "check", "--data", server.data], { encoding: "utf8" });
  assert.match(checked, /3 tables|well|sound/i);
});

test("tables stay with the guest where nobody asks for them, and where both have a seat nothing changes", async (t) => {
  const server = await Server.open(t);
  const { account, guest } = await guestOf(server, "Anna");
  const bert = await Guest.arrive(server, "Bert");
  const table = await gather([account, guest, bert]);
  const signIn = { type: "sign-in", name: "Anna", password: PASSWORD };
  await guest.refused({ ...signIn, keep: "yes" }, "bad");
  const { n, why } = await guest.refused({ ...signIn, keep: true }, "seat");
  assert.equal(n, 1);
  assert.match(why, /both you and this guest/);
  await guest.refused({ type: "sign-in", name: "Anna", code: account.code, keep: true }, "seat");
  assert.equal((await guest.enter(table)).summary.seat, 1, "he is the guest still");
  const before = guest.cookie;
  const { code } = await sign(guest, { type: "sign-in", name: "Anna", code: account.code }); // which was not used up
  assert.ok(code);
  assert.equal((await guest.enter(table)).summary.seat, 0);
  const left = await new Guest(server, before).connect();
  assert.equal((await left.enter(table)).summary.seat, 1, "the guest’s seat is the guest’s");
  for (let i = 0; i < 5; i++) await left.refused({ ...signIn, keep: true }, "seat"); // none of them a wrong guess
  await left.refused({ ...signIn, password: "not this one at all", keep: true }, "account");
});

test("an invitation that was declined is no seat: the guest’s table comes along, and so does its end", async (t) => {
  const server = await Server.open(t);
  const { account, guest } = await guestOf(server, "Anna");
  const bert = await Guest.arrive(server, "Bert");
  const open = async () => {
    const { table } = await bert.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
    await guest.get({ type: "sit", table, seat: 1 });
    await bert.get({ type: "invite", table, seat: 2, name: "Anna" });
    return table;
  };
  const [played, kept] = [await open(), await open()];
  await account.get({ type: "leave", table: played });
  await bert.get({ type: "fill", table: played, seat: 2, bot: "random" });
  const signIn = { type: "sign-in", name: "Anna", password: PASSWORD, keep: true };
  const { n } = await guest.refused(signIn, "seat");
  assert.equal(n, 1, "the seat that is still kept for her is one");
  assert.equal((await guest.enter(played)).summary.seat, 1, "and nothing was changed");
  await bert.get({ type: "fill", table: kept, seat: 2, bot: "" });
  await sign(guest, signIn);
  for (const table of [played, kept]) assert.equal((await guest.enter(table)).summary.seat, 1);
  assert.deepEqual((await bert.enter(played)).summary.seats.map(({ kind }) => kind), ["person", "person", "bot"]);
  await bert.refused({ type: "invite", table: kept, seat: 2, name: "Anna" }, "seat"); // she sits there already
  await server.kill();
  await guest.connect();
  assert.equal((await guest.enter(played)).summary.seat, 1);
  const lines = execFileSync("python3", ["-c", "import sqlite3,sys; print(*[r[0] for r in sqlite3.connect(sys.argv[1]).execute(\"SELECT line FROM journal WHERE line LIKE '%Anna%'\")], sep='\\n')", server.file], { encoding: "utf8" });
  assert.equal(lines.trim(), "", "what she declined does not name her");
  const checked = execFileSync(binary, ["--lang", "en", "admin", "check", "--data", server.data], { encoding: "utf8" });
  assert.match(checked, /2 tables|well|sound/i);
});

test("two of one guest’s devices at once: what one does while the other signs in is lost to nobody", async (t) => {
  const server = await Server.open(t);
  const { account, guest } = await guestOf(server, "Anna");
  const bert = await Guest.arrive(server, "Bert");
  const tables = [];
  for (let i = 0; i < 6; i++)
    tables.push((await bert.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] })).table);
  const other = await new Guest(server, guest.cookie).connect();
  await guest.get({ type: "sit", table: tables[0], seat: 1 });
  const busy = tables.map((table, i) =>
    other.ask({ type: "sit", table, seat: i === 0 ? 2 : 1 }).then((answer) => answer.type === "ok", () => null),
  );
  await sign(guest, { type: "sign-in", name: "Anna", password: PASSWORD, keep: true });
  const sat = await Promise.all(busy);
  for (const [i, table] of tables.entries()) {
    const { summary } = await account.enter(table);
    if (i === 0) assert.equal(summary.seat, 1);
    else if (sat[i]) assert.equal(summary.seat, 1, "a seat that was acknowledged came along");
    else assert.ok(summary.seat === 1 || summary.seat === null);
  }
});

test("who signs in while the account is deleted stays the guest he was, with his tables", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Eve");
  const table = await withBots(guest);
  const anna = await newcomer(server, "Anna");
  const crowd = await Promise.all(["Louis", "Mary", "Jack"].map((name) => Guest.arrive(server, name)));
  const wrong = (name) => ({ type: "sign-in", name, password: "not this one at all" });
  const busy = crowd.map((one) => one.refused(wrong(one.person.name), "account")); // one after the other
  const refused = guest.refused({ type: "sign-in", name: "Anna", password: PASSWORD, keep: true }, "account");
  await sign(anna, { type: "delete", name: "Anna" });
  await Promise.all([refused, ...busy]);
  const { id } = guest.person;
  await guest.leave();
  await guest.connect();
  assert.deepEqual([guest.person.id, guest.person.name], [id, "Eve"]);
  assert.equal((await guest.enter(table)).summary.seat, 0);
});

test("a passkey or a code used while its account is deleted is told to be unknown, and accuses nobody", async (t) => {
  const server = await Server.open(t);
  const key = new Authenticator(server);
  const [eve, mary] = [await Guest.arrive(server, "Eve"), await Guest.arrive(server, "Mary")];
  const anna = await newcomer(server, "Anna");
  await anna.get({ type: "add-key", key: key.make(await challenge(anna)) });
  const proof = key.use(await challenge(eve));
  server.child.kill("SIGSTOP"); // so that all of them are heard at once, in this order
  const gone = anna.ask({ type: "delete", name: "Anna" });
  const [by_key, by_code] = [eve.ask({ type: "sign-in", key: proof }), mary.ask({ type: "sign-in", name: "Anna", code: anna.code })];
  await sleep(200);
  server.child.kill("SIGCONT");
  assert.equal((await gone).type, "signed");
  assert.equal((await by_key).why, "This key is not known here.");
  assert.equal((await by_code).why, "The name or the code is wrong.");
  assert.doesNotMatch(server.said, /backwards/);
});

test("what other devices do while an account is deleted leaves its name nowhere", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Zéphyrine");
  const bert = await Guest.arrive(server, "Bert");
  const open = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  const tables = [];
  for (let i = 0; i < 16; i++) tables.push((await bert.get(open)).table);
  const others = [];
  for (let i = 0; i < 8; i++) others.push(await new Guest(server, anna.cookie).connect());
  const busy = tables.map((table, i) => others[i % 8].ask({ type: "sit", table, seat: 1 }));
  const gone = anna.ask({ type: "delete", name: "Zéphyrine" });
  for (const one of others) for (let i = 0; i < 4; i++) busy.push(one.ask(open));
  await Promise.allSettled(busy);
  assert.equal((await gone).type, "signed");
  await server.stop("SIGTERM"); // all that was under way is kept
  const left = execFileSync("python3", ["-c", "import sqlite3,sys; db = sqlite3.connect(sys.argv[1]); print(*[r[0] for sql in ('SELECT line FROM journal', 'SELECT seats FROM tables', 'SELECT name FROM people') for r in db.execute(sql) if 'phyrine' in r[0]], sep=chr(10))", server.file], { encoding: "utf8" });
  assert.equal(left.trim(), "");
  await server.start();
  await bert.connect();
  for (const table of tables) await bert.enter(table); // each can be read
});

test("a session that was planted does not come along into the account", async (t) => {
  const server = await Server.open(t);
  const planted = await server.cookie(); // the attacker knows it, the victim's browser was given it
  const victim = await new Guest(server, planted).connect();
  await victim.get({ type: "name", name: "Victim" });
  const attacker = await new Guest(server, planted).connect();
  assert.equal(attacker.person.id, victim.person.id);
  await openAccount(victim, "Victim");
  await attacker.until(() => false).catch((error) => assert.ok(error instanceof Closed, "his line is cut"));
  await attacker.connect();
  assert.notEqual(attacker.person.id, victim.person.id);
  assert.equal(attacker.person.account, false);
  const again = await new Guest(server, await server.cookie()).connect();
  const fixed = again.cookie;
  await sign(again, { type: "sign-in", name: "Victim", password: PASSWORD });
  const thief = await new Guest(server, fixed).connect();
  assert.notEqual(thief.person.id, victim.person.id);
  await sign(again, { type: "sign-out" });
  assert.equal(again.person.account, false);
  const old = await new Guest(server, again.old).connect();
  assert.equal(old.person.account, false, "a session that ended stays ended");
  await old.get({ type: "name", name: "Somebody" });
  await old.connect();
  assert.notEqual(old.person.id, victim.person.id);
});

test("tickets by the hundred for one address do not spoil that of another", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server);
  await anna.get({ type: "code" });
  const { ticket } = await anna.get({ type: "join", name: "Anna", password: PASSWORD });
  for (let i = 0; i < 300; i++) {
    const other = await new Guest(server, null).connect({ localAddress: "127.0.0.2" });
    assert.equal((await other.get({ type: "sign-out", everywhere: true })).type, "signed");
  }
  assert.equal((await exchange(server, ticket, anna.cookie)).status, 204);
});

test("a ticket is good once, with the cookie it was given to, from our own page", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const other = await Guest.arrive(server);
  const { ticket } = await anna.get({ type: "sign-out" });
  assert.equal((await exchange(server, ticket, other.cookie)).status, 403, "a stolen ticket, which is void now");
  assert.equal((await exchange(server, ticket, anna.cookie)).status, 403);
  const bert = await newcomer(server, "Bert");
  const second = (await bert.get({ type: "sign-out" })).ticket;
  assert.equal((await exchange(server, second, bert.cookie, { origin: "http://elsewhere.example" })).status, 403);
  assert.equal((await exchange(server, second, bert.cookie)).status, 204);
  assert.equal((await exchange(server, second, bert.cookie)).status, 403, "a ticket twice");
  assert.equal((await exchange(server, "A".repeat(22), bert.cookie)).status, 403);
  assert.equal((await fetch(`${server.url}/session`, { method: "POST" })).status, 403);
});

test("names that imitate others are refused to accounts and to guests, at the table too", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna Ludo");
  const guest = await Guest.arrive(server);
  await guest.get({ type: "code" });
  const seats = ["open", "trader", "trader"];
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats });
  for (const name of ["Anna Ludo", "anna ludo", "Ánna  Ludo", "Аnnа Ludо", "AnnaLud0", "Anna LUDO"]) {
    await guest.refused({ type: "join", name, password: PASSWORD }, "taken");
    await guest.refused({ type: "name", name }, "taken");
    await guest.refused({ type: "sit", table, seat: 0, name }, "taken");
  }
  for (const name of ["Négoce", "Admiral", "Amiral", "Ruyter", "Mistral", "N. N."])
    await guest.refused({ type: "join", name, password: PASSWORD }, "taken");
  await openAccount(guest, "Anna Ludwig");
  await guest.refused({ type: "name", name: "Anna Ludo" }, "taken");
  await guest.get({ type: "name", name: "Bert" });
  await anna.get({ type: "name", name: "ANNA LUDO" }); // her own
  await anna.connect();
  assert.equal(anna.person.name, "ANNA LUDO");
});

/* Guesses wrong until it has to wait; how often it was only wrong. Each wait is twice the one before, so
   a slow machine comes to one too. */
async function guessUntilMade(guest, request) {
  for (let wrong = 0; wrong < 12; wrong++) {
    const { code, why, n } = await guest.ask(request);
    if (code === "rate") {
      assert.match(why, /wait \{n\}/);
      assert.ok(n >= 1);
      return wrong;
    }
    assert.deepEqual([code, why], ["account", "The name or the password is wrong."]);
  }
  assert.fail("there is no wait");
}

test("a wrong password costs time that grows, for names that exist and for those that do not", async (t) => {
  const server = await Server.open(t);
  await newcomer(server, "Anna");
  const from = async (address) => new Guest(server, await server.cookie()).connect({ headers: { "x-forwarded-for": address } });
  for (const name of ["Anna", "Nobody"]) {
    const wrong = { type: "sign-in", name, password: "not this one at all" };
    const guest = await from(`192.0.2.${name.length}`);
    assert.ok((await guessUntilMade(guest, wrong)) >= 4);
    const elsewhere = await from(`198.51.100.${name.length}`);
    assert.ok((await guessUntilMade(elsewhere, wrong)) < 4, "the name itself has to wait");
  }
  const guest = await from("192.0.2.99");
  let tries = 0;
  for (let code = ""; code !== "rate"; tries++)
    ({ code } = await guest.ask({ type: "sign-in", name: `Somebody ${tries}`, password: PASSWORD }));
  assert.ok(tries > 4 && tries < 12, "the address has to wait");
});

test("a guess costs the processor the same, whether the name exists, has a password or neither", async (t) => {
  const server = await Server.open(t);
  await newcomer(server, "Anna");
  const keyed = await Guest.arrive(server);
  await keyed.get({ type: "code" });
  await sign(keyed, { type: "join", name: "Bert", key: new Authenticator(server).make(await challenge(keyed)) });
  const spent = async () => [await server.metric("passwords_total"), await server.metric("password_seconds_total")];
  const cost = {};
  let address = 0;
  for (let round = 0; round < 3; round++)
    for (const name of ["Anna", "Bert", `Nobody ${round}`]) {
      const guest = new Guest(server, await server.cookie());
      await guest.connect({ headers: { "x-forwarded-for": `192.0.2.${++address}` } });
      const [made, seconds] = await spent();
      const answer = await guest.refused({ type: "sign-in", name, password: "not this one at all" }, "account");
      assert.equal(answer.why, "The name or the password is wrong.");
      const [now, later] = await spent();
      assert.equal(now - made, 1, `one hash for ${name}`);
      (cost[name.split(" ")[0]] ??= []).push(later - seconds);
    }
  const median = (list) => list.sort((a, b) => a - b)[1];
  const [known, other, nobody] = ["Anna", "Bert", "Nobody"].map((name) => median(cost[name]));
  for (const one of [other, nobody]) assert.ok(one > known / 3 && one < known * 3, `${one} s instead of ${known} s`);
});

test("the recovery code opens the account once, and another replaces it", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const lost = await Guest.arrive(server);
  await lost.refused({ type: "sign-in", name: "Anna", code: "2222-2222-2222-2222-2222" }, "account");
  await lost.refused({ type: "sign-in", name: "Anna", code: "short" }, "bad");
  const { code } = await sign(lost, { type: "sign-in", name: "Anna", code: anna.code.toLowerCase().replaceAll("-", " ") });
  assert.equal(lost.person.id, anna.person.id);
  assert.match(code, /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){4}$/);
  const second = await Guest.arrive(server);
  await second.refused({ type: "sign-in", name: "Anna", code: anna.code }, "account");
  await sign(second, { type: "sign-in", name: "Anna", code });
  await second.refused({ type: "keep-code" }, "account");
  const fresh = (await second.get({ type: "code" })).code;
  await second.get({ type: "keep-code" });
  const third = await Guest.arrive(server);
  await sign(third, { type: "sign-in", name: "Anna", code: fresh });
  const stored = readFileSync(server.file, "latin1") + readFileSync(`${server.file}-wal`, "latin1");
  for (const secret of [anna.code, anna.code.replaceAll("-", ""), fresh, PASSWORD, anna.cookie.split("=")[1]])
    assert.ok(!stored.includes(secret), "a secret was kept");
});

test("a passkey opens an account and signs in; what is not quite it is refused", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server);
  const key = new Authenticator(server);
  await anna.get({ type: "code" });
  const made = async (change = () => {}) => {
    const other = new Authenticator(server);
    change(other);
    return other.make(await challenge(anna));
  };
  const join = (made) => ({ type: "join", name: "Anna", key: made });
  const foreign = { site: "https://negoce.example.net" };
  await anna.refused(join(await made((it) => Object.assign(it, foreign))), "account");
  await anna.refused(join(await made((it) => (it.rp = "negoce.example.net"))), "account");
  await anna.refused(join(await made((it) => (it.flags = 0x01))), "account"); // nobody was verified
  const used = await challenge(anna);
  await anna.refused(join(new Authenticator(server).use(used)), "account"); // not what was asked
  await anna.refused(join(key.make(used)), "account"); // a challenge is good once
  await anna.refused({ type: "join", name: "Anna", key: { data: "*", client: "" } }, "bad");
  await anna.refused({ type: "join", name: "Anna" }, "bad");
  await sign(anna, join(key.make(await challenge(anna))));
  assert.equal((await anna.get({ type: "account" })).keys.length, 1);

  const phone = await Guest.arrive(server);
  const enter = async (change = () => {}) => {
    const before = { ...key };
    change(key);
    const proof = key.use(await challenge(phone));
    Object.assign(key, before);
    return { type: "sign-in", key: proof };
  };
  await phone.refused(await enter((it) => Object.assign(it, foreign)), "account");
  await phone.refused(await enter((it) => (it.rp = "negoce.example.net")), "account");
  await phone.refused(await enter((it) => (it.flags = 0x01)), "account");
  await phone.refused(await enter((it) => (it.id = randomBytes(32))), "account");
  await phone.refused(await enter((it) => (it.pair = generateKeyPairSync("ec", { namedCurve: "P-256" }))), "account");
  const good = await enter();
  const again = await Guest.arrive(server);
  await again.refused(good, "account"); // the challenge was another socket's
  const { key: proof } = good;
  await phone.refused({ type: "sign-in", key: { ...proof, signature: b64(Buffer.alloc(70)) } }, "account");
  await phone.refused(good, "account"); // and it is used up now
  key.counter = 7;
  await sign(phone, await enter());
  assert.equal(phone.person.id, anna.person.id);
  for (const counter of [7, 6, 0]) {
    key.counter = counter;
    await again.refused({ type: "sign-in", key: key.use(await challenge(again)) }, "account");
  }
  assert.match(server.said, /a passkey counted backwards/);
  key.counter = 8;
  await sign(again, { type: "sign-in", key: key.use(await challenge(again)) });
});

test("keys are added and removed, but the last way in stays", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const [key, second] = [new Authenticator(server), new Authenticator(server)];
  await anna.get({ type: "add-key", key: key.make(await challenge(anna)) });
  await anna.refused({ type: "add-key", key: key.make(await challenge(anna)) }, "account"); // it is known
  const bert = await newcomer(server, "Bert");
  await bert.refused({ type: "drop-key", id: b64(key.id) }, "account"); // not his
  await anna.get({ type: "drop-key", id: b64(key.id) });
  await anna.refused({ type: "drop-key", id: b64(key.id) }, "account");
  for (let i = 0; i < 10; i++)
    await anna.get({ type: "add-key", key: new Authenticator(server).make(await challenge(anna)) });
  await anna.refused({ type: "add-key", key: second.make(await challenge(anna)) }, "limit");
  const cleo = await Guest.arrive(server);
  await cleo.refused({ type: "add-key", key: second.make(await challenge(cleo)) }, "account"); // a guest
  await cleo.get({ type: "code" });
  await sign(cleo, { type: "join", name: "Cleo", key: second.make(await challenge(cleo)) });
  await cleo.refused({ type: "drop-key", id: b64(second.id) }, "account"); // it is the last
  await sign(cleo, { type: "password", password: PASSWORD });
  await cleo.get({ type: "drop-key", id: b64(second.id) });
});

test("who forgot the password and came in with the code sets another without the old one", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const fresh = "un autre mot de passe";
  const lost = await Guest.arrive(server);
  await sign(lost, { type: "sign-in", name: "Anna", code: anna.code });
  await anna.refused({ type: "password", password: fresh }, "account"); // the session of the password is asked for it
  await sign(lost, { type: "password", password: fresh });
  const back = await Guest.arrive(server);
  await sign(back, { type: "sign-in", name: "Anna", password: fresh });
  await lost.refused({ type: "password", password: PASSWORD }, "account"); // the code was good for one
});

test("a new password ends every other session, and signing out everywhere all of them", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const phone = await Guest.arrive(server);
  await sign(phone, { type: "sign-in", name: "Anna", password: PASSWORD });
  const fresh = "un autre mot de passe";
  await anna.refused({ type: "password", password: "short", old: PASSWORD }, "account");
  await anna.refused({ type: "password", password: fresh, old: "not this one at all" }, "account");
  await anna.refused({ type: "password", password: fresh }, "account");
  await sign(anna, { type: "password", password: fresh, old: PASSWORD });
  await phone.until(() => !phone.open);
  await phone.connect();
  assert.equal(phone.person.account, false, "a stolen session is worth nothing now");
  await phone.refused({ type: "sign-in", name: "Anna", password: PASSWORD }, "account");
  await sign(phone, { type: "sign-in", name: "Anna", password: fresh });
  const { sessions } = await anna.get({ type: "account" });
  const other = sessions.find(({ here }) => !here);
  await phone.refused({ type: "sign-out", session: "0123456789abcdef" }, "account");
  assert.equal((await anna.get({ type: "sign-out", session: other.id })).type, "ok");
  await phone.until(() => !phone.open);
  await phone.connect();
  assert.equal(phone.person.account, false);
  await sign(phone, { type: "sign-in", name: "Anna", password: fresh });
  await sign(anna, { type: "sign-out", everywhere: true });
  assert.equal(anna.person.account, false);
  await phone.until(() => !phone.open);
  await phone.connect();
  assert.equal(phone.person.account, false);
  const guest = await Guest.arrive(server);
  for (const type of ["account", "export", "sign-out"]) await guest.refused({ type }, "account");
  await guest.refused({ type: "delete", name: guest.person.name }, "account");
});

test("a session nobody used for a year is over; one that is used lives on", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna");
  const age = async (seconds) => {
    await server.stop("SIGTERM");
    const script = `import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.execute("UPDATE sessions SET used=used-?", [int(sys.argv[2])]); d.commit()`;
    execFileSync("python3", ["-c", script, server.file, String(seconds)]);
    await server.start();
    await anna.connect();
  };
  const year = 365 * 24 * 3600;
  await age(year - 60);
  assert.equal(anna.person.account, true);
  await age(year - 60);
  assert.equal(anna.person.account, true, "the visit before counted");
  await age(year + 60);
  assert.equal(anna.person.account, false);
});

/* What is in the store, one value a row; `sql` may change it, where no server has it. */
const rows = (server, sql) =>
  execFileSync("python3", ["-c", "import sqlite3,sys; db = sqlite3.connect(sys.argv[1]); [print(row[0]) for row in db.execute(sys.argv[2])]; db.commit()", server.file, sql], { encoding: "utf8" }).split("\n").slice(0, -1);

test("who deletes an account with many tables is taken out of them in parts, between which others play", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Annabelle");
  const bert = await Guest.arrive(server, "Bert");
  const seats = ["me", "open", "open"];
  for (let i = 0; i < 40; i++) await anna.get({ type: "open", game: "byzanz", players: 3, seats });
  const { table } = await bert.get({ type: "open", game: "byzanz", players: 3, seats });
  await bert.get({ type: "chat", table, text: "Words of Bert" });
  await server.stop("SIGTERM");
  rows(server, `WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100) INSERT INTO journal
    SELECT key, (SELECT max(position) FROM journal WHERE game = key) + i, 'chat 0 Words of Anna' FROM tables, n WHERE id <> '${table}'`);
  await server.start();
  await Promise.all([anna.connect(), bert.connect()]);
  const commits = await server.metric("commits_total");
  const answer = await anna.get({ type: "delete", name: "Annabelle" });
  assert.equal(answer.type, "signed");
  assert.ok((await server.metric("commits_total")) - commits >= 8, "4000 lines are not one transaction");
  assert.deepEqual(rows(server, "SELECT line FROM journal WHERE line LIKE '%Annabelle%' OR line LIKE '%of Anna%'"), []);
  assert.equal(rows(server, "SELECT 1 FROM journal WHERE line = 'chat 0 …'").length, 4000);
  assert.deepEqual(rows(server, "SELECT line FROM journal WHERE line LIKE '%of Bert%'"), ["chat 0 Words of Bert"]);
  assert.deepEqual(rows(server, "SELECT name FROM people WHERE since > 0"), []);
  assert.equal((await bert.enter(table)).summary.seats[0].name, "Bert");
});

test("all that is kept of somebody is his to take along; deleted, his games stay and his name goes", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Annabelle");
  const bert = await Guest.arrive(server, "Bert");
  const cleo = await Guest.arrive(server, "Cleo");
  const table = await gather([anna, bert, cleo], { title: "Galata" });
  await anna.get({ type: "chat", table, text: "Venez donc !" });
  await bert.get({ type: "chat", table, text: "Me voici." });
  await anna.get({ type: "regard", table, seat: 1, how: "mute" });
  await anna.get({ type: "report", table, seat: 2, text: "Elle triche." });
  await bert.get({ type: "regard", table, seat: 0, how: "block" });
  await bert.get({ type: "report", table, seat: 0, text: "Elle crie." });
  await anna.get({ type: "subscribe", endpoint: "https://push.example.org/annas-phone", quiet: [1320, 480], zone: 60 });
  const shown = await gather([bert, cleo, await Guest.arrive(server, "Dora")]);
  await anna.enter(shown);
  await anna.get({ type: "aside", table: shown, text: "Bien joué." });
  const dora = await Guest.arrive(server, "Dorothée");
  const { table: asked } = await dora.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] });
  await dora.get({ type: "invite", table: asked, seat: 1, name: "Annabelle" });
  await dora.enter(asked);
  await bert.enter(table);
  const solo = await withBots(anna);
  await play(anna, dice(3));
  const { data } = await anna.get({ type: "export" });
  assert.deepEqual([data.id, data.name, data.password, data.keys], [anna.person.id, "Annabelle", true, []]);
  const mine = data.tables.find((one) => one.table === table);
  assert.deepEqual([mine.title, mine.game, mine.host, mine.said], ["Galata", "byzanz", true, ["Venez donc !"]]);
  assert.ok(data.tables.some((one) => one.table === solo && one.stage === "over"));
  assert.deepEqual(data.regards.map(({ name, how }) => [name, how]), [["Bert", "mute"]]);
  assert.deepEqual(data.reports.map(({ name, table: at, text, closed }) => [name, at, text, closed]), [["Cleo", table, "Elle triche.", 0]]);
  assert.deepEqual(data.calls, [{ endpoint: "https://push.example.org/annas-phone", quiet_from: 1320, quiet_to: 480, zone: 60 }]);
  assert.deepEqual(data.asides, [{ table: shown, text: "Bien joué." }]);
  assert.doesNotMatch(JSON.stringify(data), /argon2|Me voici|crie|block/, "nothing of what others did about her");
  await anna.refused({ type: "delete", name: "Anna" }, "account");
  await sign(anna, { type: "delete", name: "Annabelle" });
  assert.equal(anna.person.account, false);
  await bert.until(() => bert.table.summary.seats[0].name === "N. N.");
  await dora.until(() => dora.table.summary.seats[1].name === "N. N.");
  const looker = await Guest.arrive(server);
  assert.equal((await looker.enter(table)).summary.seats[0].name, "N. N.");
  assert.deepEqual(looker.chat.map(({ name, text }) => [name, text]), [["N. N.", "…"], ["Bert", "Me voici."]]);
  const { record } = await looker.get({ type: "record", table: solo });
  assert.doesNotMatch(record, /Annabelle/);
  await server.stop("SIGTERM");
  const dump = execFileSync("python3", ["-c", `import sqlite3,sys\nfor l in sqlite3.connect(sys.argv[1]).iterdump(): print(l)`, server.file], { encoding: "utf8" });
  assert.doesNotMatch(dump, /Annabelle|Venez donc|Bien joué|annas-phone/);
  await server.start();
  await anna.connect();
  await anna.refused({ type: "sign-in", name: "Annabelle", password: PASSWORD }, "account");
  await openAccount(anna, "Annabelle"); // the name is free again
});

test("an address opens only so many accounts, and a crowd of passwords waits in a bounded line", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--opens", "24"] });
  for (const name of ["Anna", "Bert", "Cleo"]) await newcomer(server, name);
  const dirk = await Guest.arrive(server);
  await dirk.get({ type: "code" });
  await dirk.refused({ type: "join", name: "Dirk", password: PASSWORD }, "limit");
  const crowd = await Promise.all(
    Array.from({ length: 24 }, async (_, i) => new Guest(server, await server.cookie()).connect({ headers: { "x-forwarded-for": `203.0.113.${i}` } })),
  );
  const answers = await Promise.all(crowd.map((one, i) => one.ask({ type: "sign-in", name: `Nobody ${i}`, password: PASSWORD })));
  assert.deepEqual([...new Set(answers.map(({ code }) => code))].sort(), ["account", "limit"]);
});

test("who signs in rightly again and again from one address has to wait, which counts as no wrong try, and others come in", async (t) => {
  const server = await Server.open(t, { flags: ["--rate", "5"] });
  await newcomer(server, "Anna");
  const words = { type: "sign-in", name: "Anna", password: PASSWORD };
  const come = async (localAddress) => {
    const guest = new Guest(server, null);
    await guest.connect({ localAddress });
    return guest;
  };
  let signed = 0;
  for (let i = 0; i < 16; i++) {
    const answer = await (await come("127.0.0.2")).ask(words);
    if (answer.type === "signed") signed++;
    else assert.equal(answer.code, "limit");
  }
  assert.ok(signed >= 5 && signed < 10, `${signed} of 16`);
  assert.equal((await (await come("127.0.0.3")).ask(words)).type, "signed");
});
