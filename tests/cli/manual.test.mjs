/* The manual pages and the completion of bash say what the command says of itself, in both languages. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const negoce = process.env.NEGOCE ?? join(root, "build/negoce");
const out = mkdtempSync(join(tmpdir(), "negoce-manual-"));
after(() => rmSync(out, { recursive: true, force: true }));
execFileSync("python3", [join(root, "tools/manual.py"), negoce, out, "1.2.3"]);

const help = (lang, ...words) => execFileSync(negoce, ["--lang", lang, ...words, "--help"], { encoding: "utf8" });
const commands = [...help("en").matchAll(/^  ([a-z]+) /gm)].map((found) => found[1]);
const options = (command) => [...help("en", command).matchAll(/^  (--[a-z-]+)/gm)].map((found) => found[1]);
const page = (folder, name) => readFileSync(join(out, folder, `${name}.1`), "utf8").replaceAll("\\-", "-");

test("there is a page for the command and one a subcommand, in both languages", () => {
  assert.ok(commands.includes("serve") && commands.includes("admin") && commands.length > 10);
  for (const folder of ["man1", "fr/man1"]) {
    assert.deepEqual(readdirSync(join(out, folder)).sort(), ["negoce.1", ...commands.map((name) => `negoce-${name}.1`)].sort());
    for (const command of commands) {
      assert.match(page(folder, "negoce"), new RegExp(`^\\.B ${command}$`, "m"));
      for (const option of options(command))
        assert.match(page(folder, `negoce-${command}`), new RegExp(`^\\.B ${option}( |$)`, "m"), `${command} ${option}`);
    }
  }
  assert.match(page("fr/man1", "negoce-serve"), /^\.SH NOM$/m);
  assert.match(page("fr/man1", "negoce-serve"), /le port \(8642\)/);
  assert.match(page("man1", "negoce-admin"), /^\.B restore FILE$/m);
});

/* What bash would propose for this line; `listing`: it is about to list several. */
function proposals(words, { lang = "en", listing = false } = {}) {
  const script = `source ${out}/negoce.bash; COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")});
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); COMP_TYPE=${listing ? 63 : 9}; COLUMNS=80; _negoce; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ran = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8", env: { PATH: process.env.PATH, LC_ALL: `${lang}_XX.UTF-8` } });
  assert.equal(ran.status, 0, ran.stderr);
  return ran.stdout.split("\n").filter((line) => line);
}

test("bash completes commands, options, acts and values", () => {
  assert.deepEqual(proposals(["negoce", ""]).sort(), [...commands].sort());
  assert.deepEqual(proposals(["negoce", "ser"]), ["serve"]);
  assert.deepEqual(proposals(["negoce", "serve", "--"]).sort(), options("serve").sort());
  assert.deepEqual(proposals(["negoce", "serve", "--lang", ""]), ["fr", "en"]);
  assert.deepEqual(proposals(["negoce", "serve", "--log", "j"]), ["json"]);
  assert.ok(proposals(["negoce", "admin", "re"]).includes("restore"));
  assert.deepEqual(proposals(["negoce", "help", "ser"]), ["serve"]);
});

test("a list of proposals says what each is for, in the language of the reader", () => {
  const french = proposals(["negoce", "serve", "--p"], { lang: "fr", listing: true });
  assert.ok(french.some((line) => /^--port {2}le port/.test(line)), french.join("\n"));
  const english = proposals(["negoce", "serve", "--p"], { listing: true });
  assert.ok(english.some((line) => /^--port {2}the port/.test(line)), english.join("\n"));
});
