/* deb-play.mjs PORT open|finish FILE: a person at a house, for tools/deb-test: opens a table with bots and leaves in
   the middle of its first turn; comes back with the session kept in FILE, plays the game to its end and has its
   draws checked. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dice, Guest, play, withBots } from "../tests/server/harness.mjs";

const [, , port, act, file] = process.argv;
const url = `http://127.0.0.1:${port}`;
const server = {
  url,
  ws: `ws://127.0.0.1:${port}/ws`,
  cookie: async () => (await fetch(`${url}/`)).headers.get("set-cookie").split(";")[0],
};

if (act === "open") {
  const guest = await Guest.arrive(server, "Anna");
  const table = await withBots(guest);
  await guest.until(() => guest.owes);
  writeFileSync(file, JSON.stringify({ cookie: guest.cookie, table, at: guest.table.at }));
  await guest.leave();
} else {
  const { cookie, table, at } = JSON.parse(readFileSync(file, "utf8"));
  const guest = new Guest(server, cookie);
  await guest.connect();
  await guest.enter(table);
  if (guest.table.at !== at) throw new Error(`the table stood at ${at} and stands at ${guest.table.at}`);
  await play(guest, dice(7));
  const { record } = await guest.get({ type: "record", table });
  const fair = spawnSync("build/negoce", ["fair", "-"], { input: record, encoding: "utf8" });
  process.stdout.write(fair.stdout + fair.stderr);
  await guest.leave();
  process.exitCode = fair.status;
}
