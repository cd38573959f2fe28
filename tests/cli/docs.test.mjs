// What the documents say is there: links, commands, options, acts, targets and suites, both ways round.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { negoce, root, scratch } from "./negoce.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const documents = [
  "README.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`),
  ...readdirSync(join(root, "src/games"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(root, "src/games", name)).filter((file) => file.endsWith(".md")).map((file) => `src/games/${name}/${file}`)),
];
const commands = [...negoce(["--help"]).out.matchAll(/^ {2}([a-z]+) /gm)].map((found) => found[1]);
const options = Object.fromEntries(commands.map((command) => [command, [...negoce([command, "--help"]).out.matchAll(/^ {2}--([a-z-]+)/gm)].map((found) => found[1])]));
/** The first column of the tables of a document, without their heads. */
const column = (path) => [...read(path).matchAll(/^\| *(`(?:[^|\\]|\\.)*)\|/gm)].map((found) => found[1]);

test("every link of the documents leads somewhere", () => {
  const anchor = (head) => head.toLowerCase().replace(/[`*]/g, "").replace(/[^\p{L}\p{N}_\- ]/gu, "").trim().replaceAll(" ", "-");
  const anchors = (text) => [...[...text.matchAll(/^#+ (.*)$/gm)].map((found) => anchor(found[1])), ...[...text.matchAll(/<a id="([^"]+)"/g)].map((found) => found[1])];
  assert.ok(documents.length > 20);
  for (const document of documents)
    for (const [, link] of read(document).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [path, place] = link.split("#");
      const file = path ? join(dirname(document), path) : document;
      assert.ok(existsSync(join(root, file)), `${document}: ${link}`);
      if (place && file.endsWith(".md")) assert.ok(anchors(read(file)).includes(place), `${document}: ${link}`);
    }
});

test("the proxy of the hosting page lets a club in: ten who come for the first time ask for every file of the page at once", () => {
  const burst = Number(read("docs/hosting.md").match(/limit_req zone=\w+ burst=(\d+) nodelay/)[1]);
  const files = readdirSync(join(root, "web/dist"), { recursive: true }).length;
  assert.ok(burst >= 10 * files, `${burst} at once, and the page has ${files} files`);
});

test("the page about the command tells of every command", () => {
  const told = column("docs/terminal.md").flatMap((cell) => [...cell.matchAll(/`negoce ([a-z]+)/g)].map((found) => found[1]));
  assert.deepEqual([...told].sort(), [...commands].sort());
});

test("a call of the command that a document shows names a command, and options it has", () => {
  let seen = 0;
  for (const document of documents)
    for (const [call, command, rest] of read(document).matchAll(/(?:^|[`\s/])negoce ([a-z]+)([^`\n|]*)/gm)) {
      const isShown = /[`]|^\s*(build\/)?negoce/.test(call) || rest.includes(" --");
      if (!isShown || (!commands.includes(command) && !rest.includes(" --"))) continue;
      assert.ok(commands.includes(command), `${document}: ${call}`);
      for (const [, option] of rest.replace(/"[^"]*"/g, "").matchAll(/ \[?--([a-z-]+)/g)) assert.ok(options[command].includes(option), `${document}: ${call.trim()}: --${option}`);
      seen++;
    }
  assert.ok(seen > 40, `${seen}`);
});

test("the page about hosting has every option of the server and every act, and they are all there are", () => {
  const cells = column("docs/hosting.md");
  const told = new Set([...cells.flatMap((cell) => [...cell.matchAll(/`--([a-z-]+)/g)]), ...read("docs/hosting.md").matchAll(/`--((?:store|nats)[a-z-]*)`/g)].map((found) => found[1]));
  assert.deepEqual([...told].sort(), options.serve.filter((name) => name !== "lang" && name !== "help").sort());
  const acts = [...negoce(["admin"]).out.matchAll(/^ {2}([a-z]+)( |$)/gm)].map((found) => found[1]);
  const named = cells.filter((cell) => !cell.includes("--")).flatMap((cell) => [...cell.matchAll(/`([a-z]+)/g)].map((found) => found[1]));
  assert.ok(acts.length > 10);
  assert.deepEqual([...new Set(named)].sort(), [...acts].sort());
});

test("the example of a configuration names every option once, and none that is not one", () => {
  const keys = [...read("examples/negoce.conf").matchAll(/^#?([a-z-]+) = /gm)].map((found) => found[1]);
  const elsewhere = ["config", "data", "push-to", "lang", "help"]; // of the service's own command, or for tests
  assert.deepEqual([...keys].sort(), options.serve.filter((name) => !elsewhere.includes(name)).sort());
});

test("the page about building has every target of make and every suite", () => {
  const targets = [...execFileSync("make", ["-C", root, "--no-print-directory", "help"], { encoding: "utf8" }).matchAll(/^make ([a-z-]+)/gm)].map((found) => found[1]);
  const text = read("docs/building.md");
  assert.ok(targets.length > 15);
  for (const target of targets) assert.ok(text.includes(`\`make ${target}\``), `make ${target}`);
  for (const document of documents)
    for (const [, target] of read(document).matchAll(/`make ([a-z-]+)/g)) assert.ok(targets.includes(target), `${document}: make ${target}`);
  const suites = [...read("tools/test").matchAll(/^ {4}"([a-z-]+)": (?:lambda|check_|build_|records|fuzz)/gm)].map((found) => found[1]);
  const proved = text.split("| suite | proves |")[1].split("\n\n")[0];
  assert.ok(suites.length > 15);
  for (const suite of suites) assert.ok(proved.includes(`\`${suite}\``), suite);
});

test("the page about the terminal names every field of what its commands write as JSON", () => {
  const record = join(scratch(), "game.negoce");
  writeFileSync(record, negoce(["record", "byzanz", "--players", "3", "--bots", "greedy", "--seed", "2"]).out);
  const three = ["byzanz", "--seed", "1"];
  const fields = (value) =>
    Array.isArray(value) ? value.flatMap(fields) : value && typeof value === "object" ? Object.entries(value).flatMap(([name, of]) => [name, ...fields(of)]) : [];
  for (const [command, ...args] of [
    ["simulate", ...three, "--players", "3", "--games", "3"],
    ["arena", ...three, "--bots", "shipowner,greedy,exec:false", "--games", "3", "--time", "1", "--sprt", "0.2,0.3"],
    ["pool", ...three, "--players", "3", "--bots", "random,greedy,novice", "--games", "60"],
    ["analyse", record, "--level", "shipowner@10"],
  ]) {
    const { code, out, err } = negoce([command, ...args, "--json"]);
    assert.equal(code, 0, err);
    const section = read("docs/terminal.md").split(`\n## ${command} --json\n`)[1].split("\n## ")[0];
    for (const field of new Set(fields(JSON.parse(out)))) assert.ok(section.includes(`\`${field}\``), `${command}: ${field}`);
  }
});
