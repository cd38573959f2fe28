/* `negoce admin`: over the folder and over the socket of a house that runs; who may not is refused, and
   what is refused has changed nothing. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { newcomer, PASSWORD, sign } from "./accounts.mjs";
import { binary, dice, eventually, gather, GENEROUS, Guest, play, Server, sleep, withBots } from "./harness.mjs";

/* One act at the house of this server. */
function admin(server, words, { input, status = 0 } = {}) {
  const ran = spawnSync(binary, ["--lang", "en", "admin", ...words, "--data", server.data], { input, encoding: "utf8" });
  assert.equal(ran.status, status, `${words.join(" ")}: ${ran.stdout}${ran.stderr}`);
  return status === 0 ? ran.stdout : ran.stderr;
}

/* The same without stopping the world: the house goes on while the act runs. */
function adminBeside(server, words) {
  const child = spawn(binary, ["--lang", "en", "admin", ...words, "--data", server.data]);
  let said = "";
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (said += text));
  return new Promise((go) => child.on("close", (status) => go({ status, said })));
}

/* Waits until the server has said so. */
async function said(server, what) {
  for (let i = 0; i < 2000 && !what.test(server.said); i++) await sleep(5);
  assert.match(server.said, what);
}

function scratch(t) {
  const folder = mkdtempSync(join(tmpdir(), "negoce-admin-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/* A finished game of one guest with bots. */
async function finished(server, name = "Anna") {
  const guest = await Guest.arrive(server, name);
  const table = await withBots(guest);
  await play(guest, dice(5));
  return { guest, table };
}

test("who sits at a table is told also where he brought it along, and a seat a machine holds for him is one seat", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  await guest.get({ type: "leave", table });
  const listed = new RegExp(`^${table} +byzanz +\\w+ +4 4 `);
  assert.match(admin(server, ["list"]), listed);
  await newcomer(server, "Berta");
  await sign(guest, { type: "sign-in", name: "Berta", password: PASSWORD, keep: true });
  assert.match(admin(server, ["show", table]), new RegExp(`person ${guest.person.id} Anna`));
  assert.match(admin(server, ["list"]), listed);
});

test("tables are listed and shown, and every act is logged", async (t) => {
  const server = await Server.open(t);
  const { guest, table } = await finished(server);
  const list = admin(server, ["list"]);
  assert.match(list, new RegExp(`^${table} +byzanz +over +4 4 \\d{4}-\\d\\d-\\d\\d .+\n$`));
  assert.equal(admin(server, ["list", "playing"]), "");
  const shown = admin(server, ["show", table]);
  assert.match(shown, new RegExp(`person ${guest.person.id} Anna`));
  assert.match(admin(server, ["show", "nowhere"], { status: 1 }), /there is no such table/);
  assert.match(admin(server, ["log"]), new RegExp(`\\d\\d:\\d\\d \\S+ +show ${table}\n$`));
  await said(server, /did: show\n/);
  assert.ok(!server.said.includes(table), "the id of a table is an invitation: it is not told on the terminal");
  assert.match(admin(server, ["check"]), /1 table is sound/);
  assert.match(admin(server, ["dance"], { status: 2 }), /there is no act “dance”/);
  assert.match(admin(server, ["close"], { status: 2 }), /it is: negoce admin close TABLE/);
  await server.stop("SIGTERM");
  assert.equal(admin(server, ["list"]), list, "the same while no server runs");
  assert.ok(!existsSync(join(server.data, "admin.sock")));
});

for (const running of [true, false])
  test(`every act is done and logged ${running ? "while the house runs" : "while it does not"}`, async (t) => {
    const server = await Server.open(t);
    const folder = scratch(t);
    const { guest, table } = await finished(server);
    await guest.leave();
    if (!running) await server.stop("SIGTERM");
    const file = join(folder, "table");
    const person = guest.person.id;
    const acts = [
      [["show", table], /person/], [["export", table], /^./], [["close", table], /is closed/], [["pardon", table], /nothing stands/],
      [["ban", person, "3"], /is kept out/], [["mute", person], /may not write/], [["penalties"], new RegExp(person)], [["pardon", person], /nothing stands/],
      [["ban", "203.0.113.9"], /is kept out/], [["purge", "5"], /0 games are gone/], [["rate"], /1 game is rated again/], [["reports"], /^$/],
      [["backup", join(folder, "copy")], /copied to/], [["check"], /1 table is sound/], [["delete", table], /is gone/], [["import", file], new RegExp(table)],
      [["list", "over"], new RegExp(table)],
    ];
    for (const [words, what] of acts) {
      const told = admin(server, words);
      assert.match(told, what, words.join(" "));
      if (words[0] === "export") writeFileSync(file, told);
    }
    const logged = admin(server, ["log"]).trim().split("\n").map((line) => line.split(/ +/)[3]);
    assert.match(admin(server, ["log"]), new RegExp(`import ${table}$`, "m"), "it says what was brought in");
    const looks = ["penalties", "reports", "check", "list"]; // these change nothing and show no secret
    assert.deepEqual(logged, acts.map(([[act]]) => act).filter((act) => !looks.includes(act)));
  });

test("a closed table is closed to all until it is pardoned", async (t) => {
  const server = await Server.open(t);
  const guests = await Promise.all(["Anna", "Louis", "Eve"].map((name) => Guest.arrive(server, name)));
  const table = await gather(guests);
  const gone = Promise.all(guests.map((guest) => new Promise((go) => guest.socket.once("close", go))));
  assert.match((await adminBeside(server, ["close", table])).said, /is closed/);
  await gone;
  await guests[0].connect();
  const refused = await guests[0].refused({ type: "enter", table }, "table");
  assert.equal(refused.why, "Whoever runs this house has closed this table.");
  const { tables, counts } = await guests[0].get({ type: "mine" });
  assert.deepEqual([tables, counts], [[], { turn: 0, waiting: 0, over: 0, won: 0 }], "and neither listed nor counted any more");
  assert.match(admin(server, ["list", "closed"]), new RegExp(table));
  await server.kill();
  await guests[0].connect();
  await guests[0].refused({ type: "enter", table }, "table");
  await adminBeside(server, ["pardon", table]);
  await guests[0].enter(table);
  assert.match(admin(server, ["pardon", table], { status: 1 }), /nothing stands against/);
});

test("a closed table stays off the list of open ones after a restart, and a search passes it by", async (t) => {
  const server = await Server.open(t);
  const [anna, louis] = await Promise.all(["Anna", "Louis"].map((name) => Guest.arrive(server, name)));
  const { table } = await anna.get({ type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"], listed: true });
  const open = async () => (await louis.get({ type: "lobby" })).open.map(({ id }) => id);
  assert.deepEqual(await open(), [table]);
  await adminBeside(server, ["close", table]);
  assert.deepEqual(await open(), []);
  await server.kill();
  await anna.connect();
  await louis.connect();
  assert.deepEqual(await open(), []);
  assert.notEqual((await louis.get({ type: "find", game: "byzanz" })).table, table);
});

test("who is banned is sent away and kept out; who is muted plays and does not write", async (t) => {
  const server = await Server.open(t);
  const [anna, louis, eve] = await Promise.all(["Anna", "Louis", "Eve"].map((name) => Guest.arrive(server, name)));
  const table = await gather([anna, louis, eve]);
  await adminBeside(server, ["mute", louis.person.id, "3"]);
  await louis.refused({ type: "chat", table, text: "Bonjour" }, "muted");
  const another = { type: "open", game: "byzanz", players: 3, seats: ["me", "open", "open"] };
  await louis.refused({ ...another, title: "Bonjour", listed: true }, "muted");
  await louis.get({ ...another, title: " " }); // it is named after a harbour
  await anna.get({ type: "chat", table, text: "Bonjour" });
  const closed = new Promise((go) => eve.socket.once("close", go));
  await adminBeside(server, ["ban", eve.person.id]);
  assert.equal(await closed, 1008);
  await assert.rejects(eve.connect(), /1008/);
  const list = admin(server, ["penalties"]);
  assert.match(list, new RegExp(`ban +${eve.person.id} +for ever\nmute +${louis.person.id} +20\\d\\d-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\n`));
  await adminBeside(server, ["pardon", eve.person.id]);
  await eve.connect();
  await adminBeside(server, ["ban", "127.0.0.1"]);
  await assert.rejects(anna.connect(), /1008/);
  assert.match(admin(server, ["ban", "a b"], { status: 1 }), /without spaces/);
  assert.match(admin(server, ["ban", "x", "soon"], { status: 2 }), /whole number/);
});

test("a penalty is over when its days are, also in a house that was open all the time", async (t) => {
  const server = await Server.open(t);
  const setWall = await server.ownWall();
  const [anna, louis, eve] = await Promise.all(["Anna", "Louis", "Eve"].map((name) => Guest.arrive(server, name)));
  const table = await gather([anna, louis, eve]);
  await adminBeside(server, ["mute", louis.person.id, "3"]);
  await adminBeside(server, ["ban", eve.person.id, "3"]);
  const DAY = 86400;
  setWall(3 * DAY - 3600);
  await louis.refused({ type: "chat", table, text: "Bonjour" }, "muted");
  await assert.rejects(eve.connect(), /1008/);
  setWall(3 * DAY + 3600);
  await louis.get({ type: "chat", table, text: "Bonjour" });
  await eve.connect();
});

test("nobody can be kept out or silenced who is not here", async (t) => {
  const server = await Server.open(t);
  const guest = await Guest.arrive(server, "Anna");
  const refused = (words) => admin(server, words, { status: 1 });
  assert.match(refused(["ban", "nobody"]), /neither an address nor the id of anybody here/);
  assert.match(refused(["ban", "203.0.113.300"]), /neither an address nor the id of anybody here/);
  assert.match(refused(["mute", "nobody"]), /nobody here has this id/);
  assert.match(refused(["mute", "203.0.113.9"]), /nobody here has this id/);
  assert.match(refused(["close", guest.person.id]), /there is no such table/);
  assert.match(refused(["pardon", "nobody"]), /nothing stands against/);
  assert.match(refused(["delete", "nobody"]), /there is no such table/);
  assert.match(refused(["reports", "close", "7"]), /no open report of this number/);
  assert.equal(admin(server, ["penalties"]), "");
  assert.equal(admin(server, ["log"]), "", "and nothing was done");
  admin(server, ["ban", "2001:DB8:1:2:3::4"]);
  assert.match(admin(server, ["penalties"]), /^ban +2001:db8:1:2:: +for ever\n$/, "of a home all its addresses");
  admin(server, ["pardon", "2001:db8:1:2::9"]);
  assert.equal(admin(server, ["penalties"]), "");
});

test("whoever comes from a banned address is kept out, however it is written", async (t) => {
  const server = await Server.open(t);
  const from = (address) => ({ headers: { "X-Forwarded-For": address } });
  const home = new Guest(server, null);
  await home.connect(from("2001:db8:1:2::1"));
  const sent = new Promise((go) => home.socket.once("close", go));
  await adminBeside(server, ["ban", "2001:0db8:0001:0002:0:0:0:77"]);
  await assert.rejects(new Guest(server, null).connect(from("2001:db8:1:2::5")), /1008/);
  assert.equal(await sent, 1008, "who is there is sent away");
  await new Guest(server, null).connect(from("2001:db8:1:3::5"));
});

test("a table is removed, brought back, and not brought in twice or by somebody else", async (t) => {
  const server = await Server.open(t);
  const folder = scratch(t);
  const { guest, table } = await finished(server);
  const { record } = await guest.get({ type: "record", table });
  const file = join(folder, "table");
  const text = admin(server, ["export", table]);
  writeFileSync(file, text);
  assert.match(admin(server, ["import", file], { status: 1 }), /there is a table of this id here already/);
  await guest.leave(); // who looks on is cut, some time
  await adminBeside(server, ["delete", table]);
  await guest.connect();
  await guest.refused({ type: "enter", table }, "table");
  assert.equal(admin(server, ["list"]), "");

  await t.test("a table that names people of this house is its own, or refused", () => {
    const forged = text.replace(/^title: .*$/m, "title: Mine");
    assert.match(admin(server, ["import", "-"], { input: forged, status: 1 }), /names people of this house/);
  });
  await t.test("a file that is cut, spoilt or no table is refused", () => {
    for (const [input, why] of [
      [text.slice(0, 900), /not the file of a table, or it was cut/],
      ["hello\n", /not the file of a table/],
      [text.replace(/^\* dealer \d$/m, "* dealer 9"), /not the file of a table/],
      [text.replace(/^seed: ./m, (s) => `seed: ${s.endsWith("0") ? "1" : "0"}`), /breaks the rules of its game/],
    ])
      assert.match(admin(server, ["import", "-"], { input, status: 1 }), why);
    assert.equal(admin(server, ["list"]), "", "nothing was changed");
  });
  assert.equal(admin(server, ["import", file]), `${table}\n`);
  assert.equal((await guest.get({ type: "record", table })).record, record);
  assert.match(admin(server, ["check"]), /1 table is sound/);
});

/* All that is kept of every table but its key and the moment of its last change. */
function kept(server) {
  const look = `import json,sqlite3,sys
d=sqlite3.connect(sys.argv[1])
for q in ["select id,game,players,options,title,listed,host,hex(seed),created,stage,at,turn,rated,ended,seats,series,round,wins,next,result from tables order by id",
  "select t.id,s.person,s.place from sitters s join tables t on t.key=s.game order by 1,2",
  "select t.id,r.seat,r.who,r.rank,r.points,r.margin,r.away,r.feats,r.gain,r.bests from results r join tables t on t.key=r.game order by 1,2",
  "select t.id,j.position,j.line from journal j join tables t on t.key=j.game order by 1,2"]:
  for r in d.execute(q): print(json.dumps(r))`;
  const ran = spawnSync("python3", ["-c", look, server.file], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout.trim().split("\n").map((line) => JSON.parse(line));
}

test("tables that are brought back are as they were: over, in play, gathering, in a series", async (t) => {
  const server = await Server.open(t);
  const { guest, table } = await finished(server);
  const { table: again } = await guest.get({ type: "rematch", table });
  const guests = await Promise.all(["Bert", "Cleo", "Dora"].map((name) => Guest.arrive(server, name)));
  const playing = await gather(guests);
  for (const one of [guest, ...guests]) await one.leave();
  await server.stop("SIGTERM");
  const before = kept(server);
  const line = before.find((row) => row[0] === table);
  assert.ok(line[13] > 0 && /^-?\d+:\d/.test(line.at(-1)), "it ended, with a result");
  assert.equal(line.at(-2), again, "and has a rematch");
  const files = [table, again, playing].map((id) => admin(server, ["export", id]));
  for (const id of [table, again, playing]) admin(server, ["delete", id]);
  for (const input of files) admin(server, ["import", "-"], { input });
  assert.deepEqual(kept(server), before);
});

test("a table of another house is brought in with its people", async (t) => {
  const one = await Server.open(t);
  const { table } = await finished(one);
  const text = admin(one, ["export", table]);
  const other = await Server.open(t);
  assert.equal(admin(other, ["import", "-"], { input: text }), `${table}\n`);
  const guest = await Guest.arrive(other, "Eve");
  await guest.enter(table);
  assert.equal(guest.table.window.over, true);
  assert.equal(guest.table.summary.seats[0].name, "Anna");
});

test("old finished games of guests are purged, others stay", async (t) => {
  const server = await Server.open(t);
  const { table } = await finished(server);
  const guest = await Guest.arrive(server, "Eve");
  const playing = await withBots(guest);
  assert.match(admin(server, ["purge", "1"]), /0 games are gone/);
  assert.match(admin(server, ["purge"], { status: 2 }), /purge DAYS/);
  assert.match(admin(server, ["penalties", "x"], { status: 2 }), /it is: negoce admin penalties$/m);
  assert.match(admin(server, ["purge", "x"], { status: 2 }), /whole number/);
  assert.match(admin(server, ["mute", "nobody", "100000"], { status: 2 }), /whole number/);
  await server.stop("SIGTERM");
  const age = "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.execute('update tables set created=created-864000');d.commit()";
  spawnSync("python3", ["-c", age, server.file]);
  assert.match(admin(server, ["purge", "9"]), /1 game is gone/);
  const left = admin(server, ["list"]);
  assert.match(left, new RegExp(playing));
  assert.doesNotMatch(left, new RegExp(table));
});

test("a guest whose page was open all the time is known after a purge, and keeps the seat he takes", async (t) => {
  const server = await Server.open(t, { flags: [...GENEROUS, "--idle", "1"] });
  const setWall = await server.ownWall();
  const guest = await Guest.arrive(server, "Eve");
  const used = "import sqlite3,sys;print(sqlite3.connect(sys.argv[1]).execute('select max(used) from sessions').fetchone()[0])";
  const came = () => Number(spawnSync("python3", ["-c", used, server.file], { encoding: "utf8" }).stdout);
  setWall(3 * 86400);
  await eventually(() => came() * 1000 >= Date.now() + 2 * 86400_000, 50);
  assert.match((await adminBeside(server, ["purge", "1"])).said, /0 games are gone/);
  const table = await withBots(guest);
  const { id } = guest.person;
  await guest.leave();
  await guest.connect();
  assert.deepEqual([guest.person.id, guest.person.name], [id, "Eve"]);
  assert.equal((await guest.enter(table)).summary.seat, 0);
});

test("whose move comes just when the table is removed hears that there is none", async (t) => {
  const server = await Server.open(t);
  const slow = await server.slowDisk();
  const [anna, berta] = await Promise.all(["Anna", "Berta"].map((name) => Guest.arrive(server, name)));
  const table = await withBots(anna);
  await anna.until(() => anna.owes);
  slow(true);
  const underWay = berta.get({ type: "name", name: "Bertha" });
  await sleep(200);
  const removed = adminBeside(server, ["delete", table]);
  await sleep(500); // both wait for the disk, the removal first
  const refused = anna.move(anna.table.window.moves[0]);
  await sleep(200);
  slow(false);
  assert.match((await removed).said, /is gone/);
  await underWay;
  const { code, why } = await refused;
  assert.deepEqual([code, why], ["table", "There is no such table."]);
});

/* So many more tables like the finished one that is there, all of them ten days old. */
const MULTIPLY = `import sqlite3,sys
d=sqlite3.connect(sys.argv[1])
d.execute("update tables set created=created-864000")
key,=d.execute("select key from tables").fetchone()
for name in ["tables","journal","sitters","results"]:
  cols=[c[1] for c in d.execute(f"pragma table_info({name})")]
  own="key" if name=="tables" else "game"
  for n in range(1,int(sys.argv[2])):
    put=",".join(f"{own}+{n}" if c==own else f"id||{n}" if c=="id" else c for c in cols)
    d.execute(f"insert into {name} select {put} from {name} where {own}={key}")
d.commit()`;

test("very many old games are purged in parts, so that others' moves are kept between them", async (t) => {
  const server = await Server.open(t);
  const { guest } = await finished(server);
  await guest.leave();
  await server.stop("SIGTERM");
  const made = spawnSync("python3", ["-c", MULTIPLY, server.file, "200"], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  await server.start();
  const before = await server.metric("commits_total");
  assert.match((await adminBeside(server, ["purge", "9"])).said, /^200 games are gone\n$/);
  const parts = (await server.metric("commits_total")) - before;
  assert.ok(parts > 5, `${parts} commits`);
  assert.equal(admin(server, ["list"]), "");
  assert.equal(admin(server, ["log"]).match(/purge 9/g).length, 1, "it is one act");
  assert.match(admin(server, ["check"]), /0 tables are sound/);
});

test("a copy is taken while the house runs and put back while it does not", async (t) => {
  const server = await Server.open(t);
  const folder = scratch(t);
  const copy = join(folder, "copy.db");
  const { table } = await finished(server);
  assert.match(admin(server, ["backup", copy]), /copied to/);
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  assert.match(admin(server, ["backup", copy], { status: 1 }), /never written over/);
  assert.match(admin(server, ["restore", copy], { status: 1 }), /a running server is using this directory/);
  await finished(server, "Eve");
  assert.match(admin(server, ["check"]), /2 tables are sound/);
  await server.stop("SIGTERM");

  await t.test("a damaged copy is refused, and nothing was changed", () => {
    const whole = readFileSync(copy);
    const before = readFileSync(server.file);
    const broken = join(folder, "broken.db");
    for (const spoil of [
      (bytes) => bytes.fill(0x5a, 8192, 12288),
      (bytes) => bytes.subarray(0, bytes.length - 4096),
      (bytes) => bytes.fill(0, 0, 100),
    ]) {
      writeFileSync(broken, spoil(Buffer.from(whole)));
      assert.match(admin(server, ["restore", broken], { status: 1 }), /damaged|not a store/);
    }
    /* Pages that hold together, and a journal that makes no game. */
    writeFileSync(broken, whole);
    const lie = "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.execute(\"update journal set line='9 dance' where position=30\");d.commit()";
    spawnSync("python3", ["-c", lie, broken]);
    assert.match(admin(server, ["restore", broken], { status: 1 }), /damaged; nothing was changed/);
    assert.match(admin(server, ["restore", join(folder, "none")], { status: 1 }), /there is no such copy/);
    assert.ok(before.equals(readFileSync(server.file)));
  });
  assert.match(admin(server, ["restore", copy]), /restored/);
  assert.match(admin(server, ["check"]), /1 table is sound/);
  assert.ok(existsSync(join(server.data, "negoce.db.before-restore")));
  /* Once more, to a house that has changed: what was set aside the first time is still there. */
  const first = readFileSync(join(server.data, "negoce.db.before-restore"));
  for (const name of ["negoce.db.before-restore-2", "negoce.db.before-restore-3"]) {
    const now = readFileSync(server.file);
    assert.match(admin(server, ["restore", copy]), new RegExp(`kept as ${name}\n`));
    assert.ok(now.equals(readFileSync(join(server.data, name))));
    assert.ok(first.equals(readFileSync(join(server.data, "negoce.db.before-restore"))));
  }
  await server.start();
  const guest = await Guest.arrive(server, "Zoé");
  await guest.enter(table);
});

/* Changes a store beside the house. */
function change(file, sql) {
  const said = spawnSync("python3", ["-c", "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.executescript(sys.argv[2]);d.commit()", file, sql], { encoding: "utf8" });
  assert.equal(said.status, 0, said.stderr);
}

test("a copy of an older version is put back, brought up to date", async (t) => {
  const server = await Server.open(t);
  const copy = join(scratch(t), "copy.db");
  await finished(server);
  admin(server, ["backup", copy]);
  await server.stop("SIGTERM");
  change(copy, "DROP INDEX journal_seated; DROP INDEX journal_people; PRAGMA user_version = 14;");
  const older = readFileSync(copy);
  assert.match(admin(server, ["restore", copy]), /restored/);
  assert.ok(older.equals(readFileSync(copy)), "the copy itself stays as it was");
  assert.match(admin(server, ["check"]), /1 table is sound/);
  assert.deepEqual(readdirSync(server.data).sort(), ["negoce.db", "negoce.db.before-restore", "negoce.lock", "session.key", "vapid.key"]);
  writeFileSync(copy, "");
  assert.match(admin(server, ["restore", copy], { status: 1 }), /not a copy of a store/);
  assert.match(admin(server, ["check"]), /1 table is sound/);
});

test("where nothing was before, a restore does not say that something is kept", async (t) => {
  const server = await Server.open(t);
  const copy = join(scratch(t), "copy.db");
  await finished(server);
  admin(server, ["backup", copy]);
  const fresh = { data: scratch(t) };
  assert.equal(admin(fresh, ["restore", copy]), "restored\n");
  assert.deepEqual(readdirSync(fresh.data).filter((name) => name.includes("before")), []);
  assert.match(admin(fresh, ["check"]), /1 table is sound/);
});

test("what root restores belongs to the account that has the folder", async (t) => {
  if (process.getuid() !== 0) return t.skip("only root can become somebody else");
  const server = await Server.open(t);
  const copy = join(scratch(t), "copy.db");
  await finished(server);
  admin(server, ["backup", copy]);
  await server.stop("SIGTERM");
  rmSync(join(server.data, "negoce.lock"));
  chownSync(server.data, 65534, 65534);
  for (const name of readdirSync(server.data)) chownSync(join(server.data, name), 65534, 65534);
  admin(server, ["restore", copy]);
  for (const name of readdirSync(server.data)) assert.equal(statSync(join(server.data, name)).uid, 65534, name);
});

test("a copy that could not be restored is told of when it is made", async (t) => {
  const server = await Server.open(t);
  const folder = scratch(t);
  const { table } = await finished(server);
  await server.stop("SIGTERM");
  change(server.file, "UPDATE journal SET line = '9 dance' WHERE position = 30");
  const said = admin(server, ["backup", join(folder, "one.db")], { status: 1 });
  assert.match(said, new RegExp(`table ${table}: its journal makes no game`));
  assert.match(said, /could not be restored as it is; keep the copies made before/);
  admin(server, ["delete", table]);
  assert.match(admin(server, ["backup", join(folder, "two.db")]), /copied to/);
});

test("another account hears who may look at a house", async (t) => {
  if (process.getuid() !== 0) return t.skip("only root can become somebody else");
  const server = await Server.open(t);
  const ran = spawnSync(binary, ["--lang", "en", "admin", "list", "--data", server.data], { uid: 65534, gid: 65534, encoding: "utf8" });
  assert.equal(ran.status, 1);
  assert.match(ran.stderr, /this account may not open negoce\.db: it belongs to the one that runs this house/);
});

test("who has lost every way into an account gets a new code from who runs the house, running or not", async (t) => {
  const server = await Server.open(t);
  const anna = await newcomer(server, "Anna Élise");
  assert.match(admin(server, ["code", "Berta"], { status: 1 }), /no account of this name or id/);
  const guest = await Guest.arrive(server, "Gast");
  assert.match(admin(server, ["code", guest.person.id], { status: 1 }), /no account of this name or id/);
  const code = admin(server, ["code", "anna Élise"]).trim();
  await guest.refused({ type: "sign-in", name: "Anna Élise", code: anna.code }, "account");
  await sign(guest, { type: "sign-in", name: "Anna Élise", code });
  assert.equal(guest.person.id, anna.person.id);
  await sign(guest, { type: "password", password: "une autre corde" });
  await server.stop("SIGTERM");
  const other = admin(server, ["code", anna.person.id]).trim();
  const log = admin(server, ["log"]);
  assert.equal(log.match(new RegExp(`code ${anna.person.id}\n`, "g")).length, 2, "the log names whom, and no code");
  await server.start();
  const lost = await Guest.arrive(server);
  await sign(lost, { type: "sign-in", name: "Anna Élise", code: other });
  assert.equal(lost.person.id, anna.person.id);
});

test("another account is refused at the desk of a house that runs", async (t) => {
  if (process.getuid() !== 0) return t.skip("only root can become somebody else");
  const server = await Server.open(t);
  const path = join(server.data, "admin.sock");
  assert.equal(statSync(path).mode & 0o777, 0o600, "the door is for its owner alone");
  const { table } = await finished(server);
  const as = (words) =>
    spawnSync(binary, ["--lang", "en", "admin", ...words, "--data", server.data], { uid: 65534, gid: 65534, encoding: "utf8" });
  const shut = as(["close", table]);
  assert.equal(shut.status, 1);
  assert.match(shut.stderr, /only the account that runs this house may do this|may not be|cannot be opened/);
  /* And were the doors left open, the house asks who is there. */
  chmodSync(server.data, 0o755);
  chmodSync(path, 0o777);
  const heard = as(["close", table]);
  assert.equal(heard.status, 1);
  assert.match(heard.stderr, /only the account that runs this house may do this/);
  await said(server, /was refused at the desk/);
  assert.doesNotMatch(admin(server, ["list"]), /closed/);
});

test("the desk takes no nonsense, and stays open for the next", async (t) => {
  const server = await Server.open(t);
  const say = (bytes) =>
    new Promise((go) => {
      const line = connect(join(server.data, "admin.sock"));
      let heard = "";
      line.on("data", (more) => (heard += more));
      line.on("close", () => go(heard));
      line.on("error", () => {});
      line.write(bytes);
    });
  assert.match(await say("dance\n"), /^no\t0\tthis act is not known/);
  assert.match(await say("a\tb\tc\td\te\n"), /^no\t/);
  assert.match(await say("x".repeat(2000)), /^no\t/);
  assert.match(await say("import\t999999999\n"), /^no\t/);
  assert.match(await say("import\t5\nhello"), /^no\t0\tthis is not the file of a table/);
  assert.match(await say("ban\t\n"), /^no\t/);
  assert.equal(admin(server, ["list"]), "");
});

test("penalties that cannot be read are told when the house opens, not taken for none", async (t) => {
  const server = await Server.open(t);
  const anna = await Guest.arrive(server, "Anna");
  admin(server, ["ban", anna.person.id]);
  await server.stop("SIGTERM");
  const spoil = "import sqlite3,sys;d=sqlite3.connect(sys.argv[1]);d.execute('alter table penalties rename column until to lost');d.commit()";
  assert.equal(spawnSync("python3", ["-c", spoil, server.file]).status, 0);
  await server.start();
  assert.match(server.said, /the penalties could not be read/);
});

test("a folder whose name is too long for a local socket loses nothing by that", async (t) => {
  const server = await Server.open(t);
  await server.stop("SIGTERM");
  const room = 107 - "/admin".length; // bytes of such a name
  const long = join(server.data, "x".repeat(room - server.data.length - 1));
  const short = new Server(long, server.flags, binary);
  await short.start();
  writeFileSync(join(long, "admin"), "notes");
  await short.stop("SIGTERM");
  await short.start();
  assert.match(short.said, /no place for admin\.sock/);
  assert.equal(await short.stop("SIGTERM"), 0);
  assert.equal(readFileSync(join(long, "admin"), "utf8"), "notes");
});
