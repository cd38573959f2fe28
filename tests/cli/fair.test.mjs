/* `negoce fair`: sealed games of every game, played once at a real table and kept, are drawn again to the card. So
   the way from a seed to a card is part of the format: who changes it breaks the records people have. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { negoce, root } from "./negoce.mjs";

const folder = join(root, "tests/fair");
const kept = readdirSync(folder).filter((name) => name.endsWith(".negoce"));
const games = negoce(["games", "--json"]).out;

test("there is a sealed game of every game", () => {
  for (const { id } of JSON.parse(games)) assert.ok(kept.includes(`${id}.negoce`), id);
});

for (const name of kept) {
  const record = readFileSync(join(folder, name), "utf8");

  test(`${name} is drawn again`, () => {
    const { code, out, err } = negoce(["fair", join(folder, name)]);
    assert.equal(code, 0, err);
    assert.match(out, /: \d+ draws made again, every one the same\n$/);
  });

  test(`${name}: every kind of lie is found, with its line`, () => {
    const lines = record.split("\n");
    const line = (key) => lines.findIndex((one) => one.startsWith(key)) + 1;
    const lie = (key) => record.replace(new RegExp(`^(${key})(.)`, "m"), (_, head, digit) => head + (digit === "0" ? "1" : "0"));
    const finds = (text, what) => {
      const { code, err } = negoce(["fair", "-"], { input: text });
      assert.equal(code, 1);
      assert.match(err, what);
    };
    finds(lie("seed: "), new RegExp(`^-:${line("seed:")}: the seed is not the one that was sealed`));
    finds(record.replace(/^seed: .*\n/m, ""), new RegExp(`^-:${line("commitment")}: the game is over and its seed is missing`));
    finds(lie("commitment: "), /the seed is not the one that was sealed/);
    finds(lie("nonce.0: "), /^-:\d+: draw \d+ is .* was due; \d+ draws? differs? in all/);
    finds(lie("nonce.1: "), new RegExp(`^-:${line("nonce.1")}: the nonce of seat 1, a bot`));
  });
}

test("a record without a seal has nothing to check; several are checked in one go, also in French", () => {
  const plain = join(root, "tests/records/golden", readdirSync(join(root, "tests/records/golden")).find((one) => one.endsWith(".negoce")));
  const { code, out } = negoce(["--lang", "fr", "fair", plain, join(folder, kept[0])]);
  assert.equal(code, 0);
  assert.match(out, /aucun cachet\u202f: il n’y a rien à vérifier\n.*tirages refaits, tous identiques\n/);
  assert.equal(negoce(["fair"]).code, 2);
  assert.equal(negoce(["fair", "/nowhere"]).code, 2);
});
