// play, driven through a pipe: whole games, typed notation, undo, save and resume, several people.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, negoce, root, scratch } from "./negoce.mjs";

const folder = scratch();
const at = (name) => join(folder, name);
const read = (name) => readFileSync(at(name), "utf8");

/** Plays with these lines typed one after the other, then the end of input. */
function play(args, typed, env) {
  const run = negoce(["play", ...args], { input: typed.map((line) => line + "\n").join(""), env });
  assert.equal(run.code, 0, run.err);
  assert.equal(run.err, "");
  return run.out;
}

/** Numbers of moves as somebody without a plan would type them; enough for any game. */
function numbers(seed, count = 1500) {
  let x = seed;
  return Array.from({ length: count }, () => {
    x = (x * 1103515245 + 12345) % 2147483648;
    return `${1 + ((x >> 8) % 4)}`;
  });
}

/** What stands between two marks of a text. */
const between = (text, from, to) => text.split(from)[1].split(to)[0];

/** A record of bots in which a person sits in `seat` instead, up to the move number `moves`. */
function cut(record, seat, moves) {
  const lines = record.split("\n");
  const first = lines.indexOf("") + 1;
  const header = lines.slice(0, first - 1).filter((line) => !line.startsWith(`bot.${seat}:`) && !line.startsWith("seed"));
  return [...header, "", ...lines.slice(first, first + moves), ""].join("\n");
}
const movesOf = (record) => {
  const lines = record.split("\n");
  const first = lines.indexOf("") + 1;
  const end = lines.indexOf("", first);
  return lines.slice(first, end < 0 ? undefined : end);
};

for (const [lang, over, table] of [
  ["en", "The game is over.", /^ 1\. /m],
  ["fr", "La partie est finie.", /^ 1\. /m],
])
  test(`a whole game against bots, to the result (${lang})`, () => {
    for (const players of [3, 4, 5, 6]) {
      const file = `whole-${lang}-${players}.negoce`;
      const args = ["byzanz", "--players", `${players}`, "--seed", "8", "--lang", lang];
      const out = play(args, [...numbers(players), `save ${at(file)}`]);
      const result = out.split(over + "\n")[1];
      assert.match(result, table);
      assert.equal(result.match(/^ \d\. /gm).length, players);
      const points = [...result.matchAll(/^ \d\. .*?(\d+)   .*$/gm)].map((row) => +row[1]);
      const scores = read(file).match(/^score: (.*)$/m)[1].split(" ").map(Number);
      assert.deepEqual(points, scores.sort((a, b) => b - a), "ranks go by points");
      assert.equal(negoce(["check", at(file)]).code, 0);
      for (const line of out.split("\n")) assert.ok([...line].length <= 80 || line.includes(folder), line);
      assert.doesNotMatch(out, /\u001b/, "no escape sequences in a pipe");
    }
  });

test("where all have lost to Amsterdam, the result lists every player and nobody as first", () => {
  const bots = ["--players", "4", "--bots", "greedy,random,random,random"];
  for (let seed = 1; seed <= 200; seed++) {
    const record = negoce(["record", "voc", ...bots, "--seed", `${seed}`]).out;
    const scores = record.match(/^score: (.*)$/m)[1].split(" ").map(Number);
    const result = negoce(["show", "-"], { input: record }).out;
    if (new Set(scores).size < 4 || /^ 1\. /m.test(result)) continue;
    const ranks = [...result.matchAll(/^ (\d)\. /gm)].map((row) => +row[1]);
    assert.deepEqual(ranks, [2, 3, 4, 5]);
    return;
  }
  assert.fail("Amsterdam beat nobody");
});

test("every score of the result is the sum of its parts", () => {
  const out = play(["byzanz", "--people", "0", "--seed", "5"], []);
  const rows = out.match(/^ \d\. .*(\n {10,}.*)*/gm).map((row) => row.replace(/\n +/g, " "));
  assert.equal(rows.length, 4);
  for (const row of rows) {
    const [, points, parts] = row.match(/^ \d\. \w+ +(\d+)   ([^(]*)/);
    const sum = [...parts.matchAll(/ (\d+)/g)].reduce((all, [, n]) => all + +n, 0);
    assert.equal(sum, +points, row);
  }
});

test("the same seed and the same lines give the same game", () => {
  const args = ["byzanz", "--seed", "77", "--bots", "random,greedy,greedy"];
  assert.equal(play(args, numbers(1)), play(args, numbers(1)));
  assert.notEqual(play(["byzanz", "--seed", "78"], numbers(1, 5)), play(["byzanz", "--seed", "79"], numbers(1, 5)));
});

test("moves are typed in either language, cards in any order, accents and capitals left out or not", () => {
  const open = ["byzanz", "--players", "3", "--bots", "greedy", "--seed", "5"];
  const spoken = (line, lang = "en") => play([...open, "--lang", lang], [line]).match(/^(You bid|Vous misez).*$/m)?.[0];
  const said = "You bid 6: grain 2, grain 1, olives 2 and wine 1.";
  for (const line of [
    "bid grain2 grain1 olives2 wine1",
    "bid wine1 olives2 grain1 grain2",
    "  BID\twine1   Olives2 grain1 grain2 ",
    "miser céréales2 céréales1 olives2 vin1",
    "Miser CEREALES2 vin1 grain1 olives2",
  ])
    assert.equal(spoken(line), said, line);
  assert.equal(spoken("bid wine1 olives2 grain1 grain2", "fr"), "Vous misez 6\u202f: céréales 2, céréales 1, olives 2 et vin 1.");
});

test("moves are listed with numbers, and a number plays its move", () => {
  const open = ["byzanz", "--players", "3", "--bots", "greedy", "--seed", "5"];
  const listed = between(play(open, ["moves"]), "> moves\n", "\n>");
  const moves = [...listed.matchAll(/(\d+)  ([a-z0-9 ]+?)(?=  |\n|$)/g)];
  assert.ok(moves.some(([, , move]) => move === "pass") && moves.length > 2);
  for (const [, number, move] of moves) {
    play(open, ["moves", number, `save ${at("by-number")}`]);
    play(open, [move, `save ${at("by-words")}`]);
    assert.equal(read("by-number"), read("by-words"), move);
  }
  assert.match(play([...open, "--lang", "fr"], ["coups"]), / 1 {2}passer\n/);
});

test("what cannot be played is answered by its reason and changes nothing", () => {
  const open = ["byzanz", "--players", "3", "--bots", "greedy", "--seed", "5"];
  const typed = {
    "bid grain2": /^A bid must beat 4\.$/m,
    "bid cloth4": /^You do not hold these cards\.$/m,
    "bid trader": /^A trader cannot be bid\.$/m,
    "miser commerçant": /^A trader cannot be bid\.$/m,
    "bid wood9": /^There is no such card/m,
    bid: /^A bid needs at least one goods card\.$/m,
    "take wood": /^The market is closed now\.$/m,
    "sell grain2": /^A sale is exactly three cards\.$/m,
    done: /^The final sale has not begun\.$/m,
    frobnicate: /^That is neither a move nor a command/m,
    0: /^Your moves have numbers from 1 to \d+\.$/m,
    999: /^Your moves have numbers from 1 to \d+\.$/m,
    99999999999999999999: /^Your moves have numbers from 1 to \d+\.$/m,
    "-1": /^That is neither a move nor a command/m,
    "* deal 0 wood1": /^That is neither a move nor a command/m,
    "undo 3": /^(Someone else|There is nothing|Cards have)/m,
    ["bid " + "wood1 ".repeat(3000)]: /^This (line|move) is too long\.$/m,
    save: /^Say into which file/m,
  };
  play(open, [`save ${at("before")}`]);
  for (const [line, reason] of Object.entries(typed)) {
    const out = play(open, [line, `save ${at("after")}`]);
    assert.match(out, reason, line);
    assert.equal(read("after"), read("before"), line);
  }
  assert.match(play([...open, "--lang", "fr"], ["miser vin4"]), /^Vous n’avez pas ces cartes en main\.$/m);
});

test("a verb without what it needs is answered by an example, a move that is not possible is not", () => {
  const voc = ["voc", "--seed", "4"];
  assert.match(play(voc, ["order"]), /^An order is a heading .*\nFor example: order 37 60$/m);
  assert.match(play([...voc, "--lang", "fr"], ["ordonner"]), /^Par exemple\u202f: ordonner 37 60$/m);
  assert.match(play(["batavia", "--seed", "4"], ["lay"]), /^For example: lay \w+ \d$/m);
  assert.match(play(["byzanz", "--seed", "3"], ["bid"]), /^A bid needs .*\nFor example: bid wood3 grain1$/m, "also where none is a bid that can be read");
  assert.match(play(voc, ["sail"]), /^For example: sail 400$/m);
  assert.doesNotMatch(play(voc, ["stop"]), /For example/, "what is not possible now");
  assert.doesNotMatch(play(voc, ["order 37 60", "frobnicate", "99"]), /For example/);
});

test("a ship under way is told to be under sail, also to its captain", () => {
  const out = play(["voc", "--seed", "4"], ["sail 400"]);
  assert.match(out.split("> sail 400\n")[1], /^> A  under sail · you are captain$/m);
});

test("once the game is over there are no moves to list, and it says so", () => {
  const out = play(["byzanz", "--players", "3", "--option", "length=short", "--seed", "8"], [...numbers(3), "moves"]);
  assert.match(out, /> moves\nThe game is over\.\n/);
});

test("cards dealt one by one are told together, what happens to two ships in a sentence each", () => {
  const ships = play([join(root, "tests/records/voc/pepper-is-named-by-its-port.negoce")], ["log", "quit"]);
  assert.match(ships, /\nShip C is manned again; it sails next year\.\nShip D is manned again; it sails next year\.\n/);
  const cards = play(["byzanz", "--players", "3", "--seed", "5"], ["quit"]);
  assert.match(cards, /\nYou are dealt (\w+ \d, ){2}\w+ \d and \w+ \d\.\n/);
});

test("help, rules and log are there in both languages, by either language's words", () => {
  const en = ["byzanz", "--seed", "1"];
  const fr = [...en, "--lang", "fr"];
  for (const line of ["help", "?", "aide", "HELP"]) {
    assert.match(play(en, [line]), /bid wood3 grain1/);
    assert.match(play(fr, [line]), /miser bois3 céréales1/);
  }
  assert.match(play(en, ["rules"]), /^- At any time you may sell three cards/m);
  assert.match(play(fr, ["regles"]), /^- À tout moment/m);
  assert.match(play(en, ["log"]).split("> log\n")[1], /^You are dealt .*\.$/m);
  assert.match(play(fr, ["journal"]).split("> journal\n")[1], /^Vous recevez\s: .*\.$/m);
  const unseen = play(en, ["1"]).split("> 1\n")[1];
  assert.match(unseen, /^ *1  \w.*$[^]*^These are your moves: type the number again to play one\.$/m, "a number plays nothing unseen");
  assert.match(play(fr, ["1", "1"]), /^Vous (misez|passez|prenez|vendez|défaussez)/m);
  const twice = play(en, [""]);
  assert.equal(twice.match(/^Your hand/gm).length, 2, "an empty line shows the table again");
});

test("an honest move is taken back; one that revealed something is not", () => {
  const known = new Set();
  let undone = 0;
  let refused = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const record = negoce(["record", "byzanz", "--players", "3", "--seed", `${seed}`]).out;
    const moves = movesOf(record);
    moves.forEach((move, i) => {
      const kind = move.match(/^0 (sell|bid|pass|take|give|discard)/)?.[1];
      if (!kind || known.has(kind + seed)) return;
      known.add(kind + seed);
      // up to this move it is played by bots, then a person makes it and takes it back
      writeFileSync(at("start"), cut(record, 0, i));
      const out = play([at("start"), "--seed", "1"], [move.slice(2), "undo", `save ${at("end")}`]);
      if (out.includes("\nTaken back.\n")) {
        undone++;
        assert.equal(read("end"), read("start"), `${seed}: ${move}`);
      } else {
        refused++;
        assert.match(out, /^(Your last move showed|Someone else has|Cards have been|There is nothing)/m);
        assert.ok(read("end").startsWith(read("start").trimEnd() + "\n" + move), `${seed}: ${move}`);
      }
    });
  }
  assert.ok(undone > 2, `${undone} undone`);
  assert.ok(refused > 2, `${refused} refused`);
});

test("a game saved and resumed is the same game, and can be finished", () => {
  const typed = numbers(6, 30);
  const out = play(["byzanz", "--seed", "21", "--name", "Zoé", "--option", "gains=open"], [...typed, `save ${at("saved")}`]);
  assert.match(out, /^Saved\. “negoce play .*saved” goes on from here\.$/m);
  assert.match(read("saved"), /^name.0: Zoé$/m);
  assert.match(read("saved"), /^option.gains: open$/m);
  for (const args of [[at("saved")], ["--resume", at("saved")], [`--resume=${at("saved")}`]]) {
    play(args, [`sauver ${at("again")}`]);
    assert.equal(read("again"), read("saved"));
  }
  const end = play([at("saved")], [...numbers(3), `save ${at("finished")}`]);
  assert.match(end, /^The game is over\.$/m);
  assert.ok(read("finished").startsWith(read("saved")));
  assert.equal(negoce(["check", at("finished")]).code, 0);
  assert.match(play([at("finished")], []), /^ 1\. /m, "a finished game shows its result");
});

test("a saved game is moved into its place whole, and never over a file that is no record", () => {
  writeFileSync(at("letter"), "Dear Anna,\n");
  const out = play(["byzanz"], [`save ${at("letter")}`, `save ${at("no/such/folder/x")}`, `save ${folder}`]);
  assert.match(out, /letter is there and is no record/);
  assert.match(out, /could not be written/);
  assert.equal(read("letter"), "Dear Anna,\n");
  assert.ok(!existsSync(at("no")));
  execFileSync("mkfifo", [at("pipe")]);
  assert.match(play(["byzanz"], [`save ${at("pipe")}`]), /pipe is there and is no record/, "it is not even opened");
  const home = at("home");
  mkdirSync(home);
  play(["byzanz"], ["save ~/my game.negoce"], { HOME: home });
  assert.equal(negoce(["check", join(home, "my game.negoce")]).code, 0, "a path with ~ and a space");
});

test("quit asks once before it drops a game; the end of input just leaves", () => {
  const out = play(["byzanz"], ["quit", "quit", "moves"]);
  assert.match(out, /The game is not saved/);
  assert.ok(!out.includes("> moves"), "gone at the second quit");
  assert.ok(!play(["byzanz"], [`save ${at("kept")}`, "quit", "moves"]).includes("not saved"));
  assert.ok(play(["byzanz", "--lang", "fr"], ["quitter"]).includes("n’est pas sauvée"));
  play(["byzanz"], []);
});

test("several people in turn: nobody's hand is shown before he has said that he is there", () => {
  const names = ["Ana", "Ben", "Zoé"];
  const args = ["byzanz", "--players", "4", "--people", "3", "--seed", "3", ...names.flatMap((n) => ["--name", n])];
  // Enter, then a move, over and over; whoever moves twice in a row just looks at the table again
  const typed = numbers(9, 700).flatMap((n) => ["", n]);
  const out = play(args, [...typed, "", `save ${at("people")}`]);
  const turns = out.split(/^(\S+), it is your turn\. Press Enter once nobody else is looking\.$/m);
  assert.doesNotMatch(turns[0], /Your hand|You are dealt/, "nothing before the first has come");
  assert.ok(turns.length > 40);
  const record = read("people");
  const dealt = (seat) => movesOf(record).filter((m) => m.startsWith(`* deal ${seat} `)).map((m) => m.split(" ")[3]);
  for (let i = 1; i < turns.length; i += 2) {
    const [name, turn] = [turns[i], turns[i + 1]];
    const before = turn.split("\n> \n")[0];
    assert.doesNotMatch(before, /Your hand|You are dealt/, "the hand waits for Enter");
    for (const other of names) if (other !== name) assert.ok(!turn.includes(`${other}> `), `${name}: ${turn}`);
    const cards = turn.match(/^You are dealt (.*)\.$/m)?.[1];
    if (cards) {
      const ids = cards.split(/, | and /).flatMap((told) => {
        const [card, times = 1] = told.split(" ×");
        return Array(Number(times)).fill(card.replace(" ", ""));
      });
      assert.deepEqual(ids.sort(), dealt(names.indexOf(name)).sort(), "each hears his own cards");
    }
  }
  assert.equal(out.match(/^You are dealt/gm).length, 3, "each once");
  assert.match(turns.at(-1), /^The game is over\.$/m);
});

test("before the next person has come the game can be saved and left, and nothing is shown", () => {
  const args = ["byzanz", "--players", "3", "--people", "2", "--seed", "3"];
  const out = play(args, [`save ${at("called")}`, "quit", "moves"]);
  assert.match(out, /^Saved\./m);
  assert.doesNotMatch(out, /Your hand|> moves/);
  assert.equal(negoce(["check", at("called")]).code, 0);
  const asked = play(args, ["QUITTER", "quit", "moves"]);
  assert.match(asked, /The game is not saved/);
  assert.doesNotMatch(asked, /Your hand|> moves/);
});

test("why a file cannot be written is told in the language of the person, and how to go on in one the shell reads", () => {
  const french = ["byzanz", "--lang", "fr"];
  assert.match(play(french, [`sauver ${at("nowhere/at/all")}`]), /n’a pas pu être écrit\s: ce dossier n’existe pas\.$/m);
  assert.match(play(french, ["sauver /proc/game"]), /n’a pas pu être écrit\s: (ce dossier n’existe pas|vous n’avez pas le droit d’y écrire)\.$/m);
  assert.match(play(["byzanz"], [`save ${at("Anna's game")}`]), /^Saved\. “negoce play '\S+\/Anna'\\''s game'” goes on from here\.$/m);
});

test("a file named like a game or an option is told with its folder, and the game goes on from there", () => {
  for (const [name, told] of [["voc", "./voc"], ["-odd", "./-odd"], ["-o d", "'./-o d'"], ["plain", "plain"]]) {
    const run = (args, input) => execFileSync(binary, ["--lang", "en", "play", ...args], { cwd: folder, input, encoding: "utf8" });
    const out = run(["byzanz", "--seed", "4"], `save ${name}\n`);
    assert.ok(out.includes(`Saved. “negoce play ${told}” goes on from here.`), out);
    const path = told.replaceAll("'", "");
    assert.match(run([path], "save again\n"), /^Saved\./m);
    assert.equal(read("again"), read(name));
  }
});

test("a game that was over when it was saved says so, and tells its result", () => {
  const whole = negoce(["record", "byzanz", "--players", "3", "--seed", "4", "--bots", "random"]).out;
  for (const record of [whole, whole.replace("bot.0: random", "name.0: Anna")]) {
    writeFileSync(at("over"), record);
    assert.match(play([at("over")], []), /^\nThe game is over\.\n\n 1\. /);
  }
  const played = play(["byzanz", "--people", "0", "--players", "3", "--seed", "4"], []);
  assert.equal(played.match(/^The game is over\.$/gm).length, 1, "who saw it end is not told twice");
});

test("a list of moves that are too many to list says that these are some", () => {
  const some = /^These are only some: others of the kind may be typed too\.$/m;
  assert.match(play(["voc", "--seed", "4"], ["moves"]), some);
  assert.doesNotMatch(play(["byzanz"], ["moves"]), some);
});

test("who has the name of somebody there gets a number", () => {
  const names = (...args) => {
    play(["byzanz", "--players", "4", ...args], ["", `save ${at("names")}`]);
    return read("names").match(/(?<=^name\.\d: ).*$/gm);
  };
  const out = play(["byzanz", "--players", "4", "--seed", "4"], []);
  const [second] = [...out.matchAll(/^[> ] (\S+) +\d+ cards/gm)].map((one) => one[1]).filter((one) => one !== "You");
  assert.ok(second);
  assert.deepEqual(names("--name", second.toLowerCase()), [`${second.toLowerCase()} 2`]);
  const long = "A".repeat(24);
  assert.deepEqual(names("--people", "3", "--name", long, "--name", long, "--name", long), [long, `${"A".repeat(22)} 2`, `${"A".repeat(22)} 3`]);
});

test("help offers the verbs of the variants that are played", () => {
  const verbs = { basic: ["tender", "hush", "wait"], advanced: ["outfit", "sign", "takeover", "tighten", "recall", "deliver"] };
  for (const rules of ["basic", "advanced"]) {
    const help = play(["voc", "--seed", "4", "--option", `rules=${rules}`], ["help"]);
    assert.match(help, /^ {2}sail 400$/m);
    for (const [variant, words] of Object.entries(verbs))
      for (const word of words) assert.equal(new RegExp(`^  ${word}\\b`, "m").test(help), variant === rules, `${rules}: ${word}`);
  }
});

test("the one who gave the screen away may still take his move back, and is called again", () => {
  const args = ["byzanz", "--players", "3", "--people", "3", "--seed", "5"];
  const out = play(args, ["", "pass", "undo", "", `save ${at("after")}`]);
  const calls = [...out.matchAll(/^(.*), it is your turn\./gm)].map((m) => m[1]);
  assert.equal(calls.length, 3);
  assert.equal(calls[0], calls[2]);
  assert.notEqual(calls[0], calls[1]);
  assert.match(out, new RegExp(`^${calls[0]} may still type “undo”\\.$`, "m"));
  play(args, ["", `save ${at("before")}`]);
  assert.equal(read("after"), read("before"));
});
