// games, record, check and show: records out, audited, and looked at through any seat's window.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { negoce, root, scratch, terminal } from "./negoce.mjs";

const folder = scratch();
const written = (args) => negoce(["record", "byzanz", ...args]);

/** Writes a text into a file of the scratch folder; its path. */
function file(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const record = written(["--players", "4", "--seed", "12"]).out;
const whole = file("whole.negoce", record);
const lines = record.split("\n");
const first = lines.indexOf("") + 1; // the first move
const moves = lines.slice(first, lines.indexOf("", first));

test("games lists the games for people and as JSON for programs", () => {
  assert.match(negoce(["games"]).out, /^byzanz +Byzanz, 3 to 6 players$/m);
  const games = JSON.parse(negoce(["games", "--json"]).out);
  const byzanz = games.find((game) => game.id === "byzanz");
  assert.deepEqual(byzanz.players, { min: 3, max: 6 });
  assert.equal(byzanz.options[0].name, "gains");
  // JSON carries the keys of the catalogue, whatever the language
  assert.equal(negoce(["games", "--json", "--lang", "fr"]).out, negoce(["games", "--json"]).out);
});

test("a French refusal that lists words lists those a record is written in", () => {
  for (const { id } of JSON.parse(negoce(["games", "--json"]).out)) {
    const french = readFileSync(join(root, `src/games/${id}/fr.po`), "utf8");
    const lists = [...french.matchAll(/^msgid "(?:There (?:is|are) no such .*: |A move begins with |A word is )((?:\w+, )+\w+ or \w+)\."\nmsgstr "(.*)"$/gm)];
    assert.ok(lists.length > 0, id);
    for (const [, words, told] of lists)
      for (const word of words.split(/, | or /)) assert.match(told, new RegExp(`[ \u00a0]${word}( \\(|, | ou |\\.)`), `${id}: ${told}`);
  }
  const one = "negoce: 1\ngame: batavia\nplayers: 3\n\n0 miser 3\n";
  assert.match(negoce(["--lang", "fr", "check", "-"], { input: one }).err, /^-:5: Un coup commence par bid \(miser\), pass \(passer\), /);
});

test("a refusal tells the words and the bounds there are", () => {
  const refusals = [
    ["batavia", "* auctioneer 5", "A seat is a number from 0 to 4."],
    ["batavia", "* stall england rum", "There is no such good: tea, cotton, porcelain, silk, ginger, nutmeg or pepper."],
    ["voc", "0 stop north rome", "There is no such port: Masulipatnam, Galle, Mocha, Aceh, Malacca, Jambi, Bantam, Banda, Ternate or Macao."],
    ["voc", "0 sail 1000", "Sail alone, or say from where on the home line: a number from 0 to 999."],
    ["voc", "0 pen 17 0", "A stroke is two numbers from -16 to 16: to the east, and to the south."],
    ["voc", "0 tender 251", "A sum is a number of daalders from 0 to 250."],
    ["voc", "* drift 1 300", "A drift is two numbers from -128 to 127."],
    ["voc", "* landfall 1000 1 home", "East is a number from 0 to 999."],
  ];
  for (const [game, move, why] of refusals)
    assert.equal(negoce(["check", "-"], { input: `negoce: 1\ngame: ${game}\nplayers: 5\n\n${move}\n` }).err, `-:5: ${why}\n`);
});

test("a seat and a number of players that cannot be are refused as such, whatever their digit", () => {
  const err = (game, players, key, move) => negoce(["check", "-"], { input: `negoce: 1\ngame: ${game}\nplayers: ${players}\n${key}\n\n${move}\n` }).err;
  for (const digit of [4, 6, 7, 9]) {
    for (const key of ["name", "bot"]) assert.equal(err("byzanz", 4, `${key}.${digit}: greedy`, "* dealer 2"), "-:4: There is no such seat.\n");
    assert.equal(err("byzanz", 4, "# nobody", `${digit} pass`), "-:6: There is no such seat.\n");
  }
  for (const players of [0, 2, 9, 100]) {
    assert.equal(err("byzanz", players, "", ""), "-:3: Byzanz is played by 3 to 6.\n");
    assert.match(err("voc", players, "", ""), /^-:3: VOC! is played by 3 to 5\.$/m);
  }
});

test("a French refusal of a header shows the line as it must stand there", () => {
  const err = (input) => negoce(["--lang", "fr", "check", "-"], { input }).err;
  assert.match(err("negoce : 1\n"), /«\u00a0negoce: 1\u00a0»/u);
  assert.match(err("negoce: 1\nbyzanz\n"), /«\u00a0clé: valeur\u00a0»/u);
});

test("the same seed gives the same bytes, another seed another game", () => {
  assert.equal(written(["--players", "4", "--seed", "12"]).out, record);
  assert.equal(written(["--players", "4", "--seed", "12", "--lang", "fr"]).out, record);
  assert.notEqual(written(["--players", "4", "--seed", "13"]).out, record);
  const [one, two] = [written(["--players", "4"]).out, written(["--players", "4"]).out];
  assert.notEqual(one, two, "without a seed every game is new");
});

test("a record without a seed tells the seed that gives it again", () => {
  const { out } = written(["--players", "5", "--bots", "random"]);
  const [, seed] = out.match(/^seed: (\d+)$/m);
  assert.equal(written(["--players", "5", "--bots", "random", "--seed", seed]).out, out);
});

test("whole games of every size pass the check, with every mix of bots and options", () => {
  for (const players of [3, 4, 5, 6])
    for (const bots of ["random", "greedy", ["random", "greedy"].concat(Array(players - 2).fill("random"))])
      for (const gains of ["hidden", "open"]) {
        const { code, out } = written([
          "--players", `${players}`, "--bots", `${bots}`, "--seed", "3", "--option", `gains=${gains}`,
        ]);
        assert.equal(code, 0);
        assert.match(out, new RegExp(`^option.gains: ${gains}$`, "m"));
        assert.match(out, /\nscore:( \d+){3,6}\n$/);
        const checked = negoce(["check", "-"], { input: out });
        assert.equal(checked.code, 0, checked.err);
        assert.match(checked.out, new RegExp(`^-: Byzanz, ${players} players, \\d+ moves, finished\n$`));
      }
});

test("check names file, line and reason, goes on with the next file, and exits 1", () => {
  const changed = (at, line) => [...lines.slice(0, at), line, ...lines.slice(at + 1)].join("\n");
  const bid = lines.findIndex((line) => / bid /.test(line));
  const cases = {
    "verb.negoce": [changed(bid, "0 buy wood1"), bid + 1, /A move begins with/],
    "card.negoce": [changed(bid, lines[bid] + " wood9"), bid + 1, /no such card/],
    "chance.negoce": [changed(first, "* deal 0 wood1"), first + 1, /Chance cannot draw/],
    "game.negoce": [changed(1, "game: chess"), 2, /no such game/],
    "score.negoce": [record.replace(/score: \d+/, "score: 999"), lines.length - 1, /not the score/],
    "text.negoce": ["\u0000\n", 1, /./],
    "empty.negoce": ["", 1, /begins with/],
  };
  const paths = [];
  for (const [name, [text, line, reason]] of Object.entries(cases)) {
    const path = file(name, text);
    paths.push(path);
    const { code, out, err } = negoce(["check", path]);
    assert.equal(code, 1, name);
    assert.equal(out, "");
    assert.ok(err.startsWith(`${path}:${line}: `), err);
    assert.match(err, reason);
    assert.equal(err.split("\n").length, 2, "one line");
  }
  const all = negoce(["check", ...paths, whole]);
  assert.equal(all.code, 1);
  assert.equal(all.err.split("\n").length - 1, paths.length);
  assert.ok(all.out.startsWith(`${whole}: Byzanz, 4 players`), "the good one is told as well");
  assert.equal(negoce(["check", whole, join(folder, "none")]).code, 2);
});

test("an unfinished game is a record too", () => {
  const half = [...lines.slice(0, first + 60), ""].join("\n");
  const { code, out } = negoce(["check", "-"], { input: half });
  assert.equal(code, 0);
  assert.match(out, /60 moves, not finished/);
});

test("show gives the picture after any number of moves", () => {
  assert.match(negoce(["show", whole]).out, / 1\. \w+ +\d+ /);
  for (let at = 0; at <= moves.length; at += 7) {
    const { code, out } = negoce(["show", whole, "--at", `${at}`]);
    assert.equal(code, 0);
    assert.match(out, new RegExp(`^Byzanz, ${at} moves\n`));
    for (const line of out.split("\n")) {
      assert.ok([...line].length <= 80, line);
      assert.equal(line, line.trimEnd());
    }
  }
  assert.equal(negoce(["show", whole, "--at", `${moves.length + 1}`]).code, 2);
  assert.equal(negoce(["show", "-"], { input: record }).out, negoce(["show", whole]).out);
});

test("show draws for the window it is in, and as for 80 columns into a pipe", async () => {
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const path = file(`${game}.negoce`, negoce(["record", game, "--players", "4", "--seed", "12"]).out);
    for (const at of ["150", "240"])
      for (const columns of [40, 80]) {
        const t = terminal(["show", path, "--at", at, "--lang", "fr"], {}, columns);
        assert.equal(await t.ended, 0);
        const shown = t.text.replaceAll("\r", "");
        for (const line of shown.split("\n")) assert.ok([...line].length <= columns, `${columns}: ${line}`);
        if (columns === 80) assert.equal(shown, negoce(["show", path, "--at", at, "--lang", "fr"]).out);
      }
  }
});

test("show --seat hides what that seat does not see, and nothing else", () => {
  const at = 1 + 16 + 5 + 1; // all is dealt, a lot is open, one has spoken
  const json = (...seat) => JSON.parse(negoce(["show", whole, "--at", `${at}`, "--json", ...seat]).out);
  const dealt = (seat) =>
    moves.filter((move) => move.startsWith(`* deal ${seat} `)).map((move) => move.split(" ")[3]);
  const all = json();
  for (let seat = 0; seat < 4; seat++) {
    const { hand, bid } = all.picture.seats[seat];
    assert.deepEqual([...hand, ...bid].sort(), dealt(seat).sort());
    const seen = json("--seat", `${seat}`);
    assert.equal(seen.seat, seat);
    for (let other = 0; other < 4; other++) {
      const theirs = seen.picture.seats[other];
      if (other === seat) assert.deepEqual(theirs.hand, hand);
      else assert.equal(theirs.hand, null);
    }
  }
  const spectator = json("--seat", "spectator");
  assert.equal(spectator.seat, null);
  assert.ok(spectator.picture.seats.every((seat) => seat.hand === null));
  assert.deepEqual(spectator.moves, []);
});

test("the text of a seat tells its own cards and nobody else's", () => {
  const at = 1 + 16 + 5; // nobody has spoken: every hand is secret
  const text = (seat) => negoce(["show", whole, "--at", `${at}`, "--seat", `${seat}`]).out;
  const full = negoce(["show", whole, "--at", `${at}`]).out;
  const hands = full.match(/(?<=hand: ).*/g);
  assert.equal(hands.length, 4);
  for (let seat = 0; seat < 4; seat++) {
    assert.ok(text(seat).includes(`Your hand     ${hands[seat]}\n`));
    assert.equal(text(seat).match(/4 unseen/g).length, 3);
    assert.doesNotMatch(text(seat), /seen:|hand:/);
  }
  assert.equal(text("spectator").match(/4 unseen/g).length, 4);
});

// What is asked of a player can tell what he holds: « you cannot get a majority: draw ».
test("the text of a seat asks nobody else", () => {
  const input = negoce(["record", "batavia", "--players", "3", "--seed", "3"]).out;
  let asked = 0;
  for (let at = 60; at < 160; at += 5) {
    const text = (...seat) => negoce(["show", "-", "--at", `${at}`, ...seat], { input }).out;
    const questions = (shown) => shown.match(/^.*\(seat \d\): .*$/gm) ?? [];
    const all = questions(text());
    for (const seat of ["spectator", 0, 1, 2])
      assert.deepEqual(
        questions(text("--seat", `${seat}`)),
        all.filter((question) => question.includes(`(seat ${seat}): `)),
        `after ${at} moves, seat ${seat}`,
      );
    asked += all.length;
  }
  assert.ok(asked > 5);
});

test("what costs points has the sign a table of figures has, as in an analysis", () => {
  const record = negoce(["record", "comptoir", "--players", "4", "--bots", "random", "--seed", "1"]).out;
  const { out } = negoce(["show", "-"], { input: record });
  assert.match(out, /auctions −\d/);
  assert.doesNotMatch(out, / -\d/);
});
