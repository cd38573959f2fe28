/* As many kills as a minute has room for; `make cluster-soak` has more. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { killing } from "./kills.mjs";

test("nodes and servers of the log are killed, a hundred at most, and nothing is lost or played twice", async (t) => {
  const { nodes, logs } = await killing(t, { most: 100, seconds: 60, seed: 5 });
  assert.ok(nodes >= 9 && logs >= 1, `${nodes} and ${logs}`);
});
