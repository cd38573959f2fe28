// tune: seeks weights, names each of them, and holds what it found against what there was.
import assert from "node:assert/strict";
import { test } from "node:test";
import { negoce } from "./negoce.mjs";

const tune = (...args) => negoce(["tune", ...args, "--lang", "en"]);

test("without a second to seek it finds the weights there are, and judges both alike", () => {
  for (const game of ["byzanz", "batavia", "comptoir", "voc"]) {
    const { code, out, err } = tune(game, "--seconds", "0", "--check", "4", "--seed", "3");
    assert.equal(code, 0, err);
    assert.match(out, /: steps 0\n/);
    const rows = [...out.matchAll(/^(\S+) +(-?\d+) +(-?\d+)$/gm)];
    assert.ok(rows.length >= 8, out);
    for (const [, name, before, after] of rows) assert.equal(before, after, name);
    const [, before] = out.match(/^won before +(.+)$/m);
    const [, after] = out.match(/^won after +(.+)$/m);
    assert.equal(before, after);
  }
});

test("with a second it makes steps", () => {
  const { code, out, err } = tune("batavia", "--seconds", "1", "--games", "4", "--check", "4");
  assert.equal(code, 0, err);
  assert.ok(Number(out.match(/steps (\d+)/)[1]) > 0);
});

test("what makes no sense is refused", () => {
  for (const args of [[], ["chess"], ["byzanz", "--players", "2"], ["byzanz", "--seconds", "x"]]) {
    const { code, out, err } = tune(...args);
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.match(err, /^negoce tune: .+\n$/);
  }
});
