// The command line itself: help, language, and one clear line for what makes no sense.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { binary, english, negoce, scratch } from "./negoce.mjs";

const commands = ["games", "record", "check", "show", "simulate", "tune", "play", "serve"];
const folder = scratch();

/** Refused with exit code 2: one line on stderr that matches, nothing on stdout. */
function refused(args, pattern, options) {
  const { code, out, err } = negoce(args, options);
  assert.equal(code, 2, `${args.join(" ")}: ${err}`);
  assert.equal(out, "");
  assert.match(err, /^negoce[^\n]*: [^\n]+\n$/, "one line");
  assert.match(err, pattern);
}

test("--version says the version, and with which library of NATS it was built", () => {
  const { code, out } = negoce(["--version"]);
  assert.equal(code, 0);
  assert.match(out, /^negoce \d+\.\d+\.\d+(, libnats \d+\.\d+\.\d+)?\n$/);
});

test("--help lists every command, and so does negoce alone", () => {
  for (const args of [["--help"], [], ["-h"], ["help"]]) {
    const { code, out } = negoce(args);
    assert.equal(code, 0);
    for (const command of commands) assert.match(out, new RegExp(`^  ${command} `, "m"));
  }
});

test("every command has help in both languages, no wider than a terminal", () => {
  for (const command of commands) {
    const [english, french] = ["en", "fr"].map((lang) => negoce([command, "--help", "--lang", lang]));
    for (const { code, out, err } of [english, french]) {
      assert.equal(code, 0);
      assert.equal(err, "");
      assert.ok(out.startsWith(`negoce ${command}`));
      for (const line of out.split("\n")) assert.ok([...line].length <= 80, line);
    }
    assert.notEqual(english.out, french.out);
  }
});

test("help names a command too, and what an option takes stands in the language of the rest", () => {
  for (const command of commands) assert.equal(negoce(["help", command]).out, negoce([command, "--help"]).out);
  const french = negoce(["--lang", "fr", "help", "serve"]).out;
  assert.match(french, /^ {2}--config FICHIER {2}un fichier/m);
  assert.doesNotMatch(french, /FILE|DIR\b|COMMAND\b/);
  for (const line of french.split("\n").filter((one) => one.startsWith("  --")))
    assert.match(line, /^ {2}--\S+( \S+)?( {2,}\S.*)?$/, "a name, and what it is for in its column or below");
});

test("the language comes from --lang, else from LC_ALL, LC_MESSAGES, LANG, else it is English", () => {
  const speaks = (args, env) => (/joueurs/.test(negoce(args, { env }).out) ? "fr" : "en");
  const none = { LC_ALL: "", LC_MESSAGES: "", LANG: "" };
  assert.equal(speaks(["games"], none), "en");
  assert.equal(speaks(["games"], { ...none, LANG: "fr_FR.UTF-8" }), "fr");
  assert.equal(speaks(["games"], { ...none, LC_MESSAGES: "fr_CA", LANG: "en_US" }), "fr");
  assert.equal(speaks(["games"], { ...none, LC_ALL: "en_GB", LC_MESSAGES: "fr_CA" }), "en");
  assert.equal(speaks(["games"], { ...none, LANG: "de_DE.UTF-8" }), "en");
  assert.equal(speaks(["--lang", "fr", "games"], none), "fr");
  assert.equal(speaks(["--lang=fr", "games"], none), "fr");
  assert.equal(speaks(["games", "--lang", "fr"], none), "fr");
  assert.equal(speaks(["games", "--lang=en"], { ...none, LANG: "fr_FR" }), "en");
});

test("what is unknown or missing gets one clear line and exit 2", () => {
  refused(["frob"], /no command “frob”/);
  refused([""], /no command “”/);
  refused(["--frob"], /no option --frob/);
  refused(["games", "-x"], /no option -x/);
  refused(["--lang"], /--lang needs a value/);
  refused(["--lang", "de", "games"], /fr or en, not “de”/);
  refused(["games", "--lang=xx"], /fr or en, not “xx”/);
  refused(["games", "extra"], /“extra” is one argument too many/);
  refused(["games", "--json=yes"], /--json takes no value/);
  refused(["record"], /say which game: byzanz/);
  refused(["record", "chess", "--players", "4"], /no game “chess”; there is: byzanz/);
  refused(["record", "byzanz"], /3 to 6 players/);
  refused(["record", "byzanz", "--players"], /--players needs a value/);
  for (const players of ["2", "7", "-1", "x", "", "4x", " 4", "99999999999999999999999"])
    refused(["record", "byzanz", "--players", players], /players/);
  for (const [command, ...more] of [["play"], ["record"], ["simulate", "--games", "1"], ["pool", "--games", "1"], ["tune"]])
    for (const players of ["0", "2", "7", "4294967300"]) refused([command, "byzanz", "--players", players, ...more], /Byzanz is for 3 to 6 players/);
  refused(["record", "byzanz", "--players", "4", "--seed", "1".repeat(40)], /18 digits/);
  refused(["record", "byzanz", "--players", "4", "--bots", ""], /no bot “”; there are: random, greedy/);
  refused(["record", "byzanz", "--players", "4", "--bots", "greedy,,greedy,greedy"], /no bot “”/);
  refused(["record", "byzanz", "--players", "4", "--bots", "greedy,random"], /2 levels for 4 seats/);
  refused(["record", "byzanz", "--players", "3", "--bots", "greedy,".repeat(6) + "greedy"], /7 levels/);
  refused(["record", "byzanz", "--players", "4", "--option", "gains"], /NAME=VALUE/);
  refused(["record", "byzanz", "--players", "4", "--option", "=open"], /no such option/);
  refused(["record", "byzanz", "--players", "4", "--option", "gains=loud"], /no such choice/);
  refused(["record", "byzanz", "--players", "4", ...Array(9).fill("--option=gains=open")], /8 times/);
  refused(["simulate", "byzanz", "--players", "4"], /--games/);
  refused(["simulate", "byzanz", "--players", "4", "--games", "0"], /from 1/);
  refused(["simulate", "byzanz", "--players", "4", "--games", "5", "--threads", "100000"], /1 to 256/);
  refused(["check"], /which record files/);
  refused(["show"], /which record file/);
  refused(["play"], /say which game/);
  refused(["play", "byzanz", "--people", "5"], /at most the number of players, 4/);
  refused(["play", "byzanz", "--name", "a\u001bb"], /letters, figures and signs/);
  refused(["play", "byzanz", "--name", "a", "--name", "b"], /2 times for 1 person/);
  refused(["serve", "--port", "65536"], /to 65535/);
  const games = ["--games", "1"], players = ["--players", "3"]; // what is not taken is not offered either
  for (const [command, more, also] of [["record", players, ""], ["simulate", [...players, ...games], ""], ["play", [], ", exec:…"], ["arena", games, ", pool, exec:…"], ["pool", games, ", pool, exec:…"]])
    refused([command, "byzanz", ...more, "--bots", "a"], new RegExp(`no bot “a”; there are: random, greedy, novice, trader, shipowner, admiral${also}$`, "m"));
  for (const bot of ["exec:", `exec:${"x".repeat(241)}`]) refused(["arena", "byzanz", "--games", "3", "--bots", `${bot},trader,trader`], /“exec:” takes a command of 1 to 240 bytes/);
  refused(["admin", "list", "frozen", "--data", folder], /gathering, playing, over or closed, not “frozen”/);
  for (const command of [["serve"], ["admin", "list"], ["gallery"]]) {
    refused([...command, "--data", ""], /--data needs a value/);
    refused(command, /--data/, { env: { HOME: "", XDG_DATA_HOME: "" } });
  }
});

test("a game that needs another variant for so many says where variants are listed; a file that is not there is called a file", () => {
  for (const args of [["play", "voc", "--players", "3"], ["record", "voc", "--players", "3"], ["arena", "voc", "--bots", "random,random,random", "--games", "3"]]) {
    const { code, err } = negoce(args);
    assert.equal(code, 2);
    assert.match(err, /^negoce \w+: .*three play the advanced game\. .*negoce games lists them\.\n$/);
  }
  assert.match(negoce(["play", "tomorrow.negoce"]).err, /tomorrow\.negoce: there is no such file/);
});

test("complaints are French for a French person", () => {
  refused(["--lang", "fr", "frob"], /^negoce\u202f: la commande «\u00a0frob\u00a0» n’existe pas/);
  refused(["record", "byzanz", "--lang=fr"], /se joue de 3 à 6/);
});

test("nothing of an argument reaches the terminal as a control sequence", () => {
  const { err } = negoce(["\u001b[31mred\n\u009b"]);
  assert.doesNotMatch(err.slice(0, -1), /[\u0000-\u001f\u007f-\u009f]/);
});

test("a folder where no server has kept anything is told to be one, and nothing is made there", () => {
  for (const args of [["admin", "list"], ["admin", "check"], ["admin", "rate"], ["gallery"]])
    for (const data of [join(folder, "nowhere"), folder]) {
      const { code, out, err } = negoce([...args, "--data", data]);
      assert.equal(code, 1);
      assert.equal(out, "");
      assert.match(err, /: no server has kept anything in this folder; --data names the folder of yours\n$/);
      assert.ok(!existsSync(join(data, "negoce.db")));
    }
});

test("files that cannot be read are refused in a sentence", () => {
  for (const command of ["check", "show", "play"]) {
    if (command !== "play") refused([command, `${folder}/nothing`], /there is no such file/);
    refused([command, folder], /this is a folder/);
    refused([command, "/dev/zero"], /too large/);
  }
  refused(["play", "--resume", `${folder}/nothing`], /there is no such file/);
  refused(["check", folder], /: this is a folder, not a file\n$/);
  refused(["serve", "--config", folder], /: this is a folder, not a file\n$/);
  refused(["check", ""], /no such file/);
});

test("output that cannot be written is told, with exit 1", () => {
  const shell = (script) =>
    spawnSync("sh", ["-c", script], { env: { ...english, NEGOCE: binary }, encoding: "utf8" });
  const full = shell('"$NEGOCE" record byzanz --players 4 >/dev/full; echo $?');
  assert.match(full.stderr, /^negoce record: the output could not be written: [^\n]+\n$/);
  assert.equal(full.stdout, "1\n");
  const gone = shell('{ sleep 0.3; "$NEGOCE" games; echo $? >&2; } | true');
  assert.match(gone.stderr, /^negoce games: the reader went away before everything was written\n1\n$/);
});
