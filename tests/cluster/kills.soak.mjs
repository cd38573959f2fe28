/* `make cluster-soak`: NEGOCE_KILLS of them, by the dice of NEGOCE_SEED. */
import { test } from "node:test";
import { killing } from "./kills.mjs";

const most = Number(process.env.NEGOCE_KILLS ?? 200);

test(`${most} kills of nodes and of servers of the log, and nothing is lost or played twice`, (t) =>
  killing(t, { most, seconds: 24 * 3600, seed: Number(process.env.NEGOCE_SEED ?? 5) }));
