/* The course of a game as the page draws it (web/src/lib/course.ts): where a change of points stands. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web", import.meta.url));
const { transpileModule } = createRequire(`${web}/package.json`)("typescript");
const source = transpileModule(readFileSync(`${web}/src/lib/course.ts`, "utf8"), {
  compilerOptions: { target: "ES2022", module: "ESNext" },
}).outputText;
const { course } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const event = (at, kind, n, seat = null) => ({ at, kind, n, seat, other: null, say: "{seat}" });
const how = { points: { paid: { seat: 1 } }, marks: ["year"], total: "amsterdam" };
const score = { seat: 0, points: 0, parts: [] };

test("a change stands where it was made, also one made with the first mark or before it", () => {
  const years = [event(4, "year", 1), event(8, "year", 2), event(12, "year", 3)];
  const events = [
    event(2, "paid", 1, 0),
    ...years.slice(0, 1),
    event(4, "amsterdam", 7),
    event(6, "paid", 1, 0),
    ...years.slice(1, 2),
    event(8, "amsterdam", 9),
    ...years.slice(2),
    event(14, "amsterdam", 11),
    event(16, "paid", 1, 0),
  ];
  const { rival, lines, stretches } = course(events, [score], how);
  assert.deepEqual(stretches, ["1", "2", "3"]);
  assert.deepEqual(rival.steps, [{ x: 0, points: 7 }, { x: 1, points: 9 }, { x: 2.5, points: 11 }]);
  assert.deepEqual(lines[0].steps.map(({ x }) => x), [0, 0.5, 3]);
});

test("a game without marks is one stretch", () => {
  const { lines, stretches } = course([event(1, "paid", 2, 0), event(4, "paid", 2, 0)], [score], how);
  assert.deepEqual(stretches, ["1"]);
  assert.deepEqual(lines[0].steps, [{ x: 0.25, points: 2 }, { x: 1, points: 4 }]);
});
