/* socket.mjs [LOOPS]: from a move to its acknowledgement, over a local socket and durable on the disk
   of the data folder. People play whole games at random, first at one table, then at many at once,
   where moves share commits; each move is timed from the send to the answer. LOOPS is the calibration
   of the machine, loops a second (bench/engine.c). */
import { dice, gather, Guest, Server, play } from "../tests/server/harness.mjs";

const loops = Number(process.argv[2]) || 0;

function report(what, figure, unit, seconds) {
  const multiple = loops && seconds ? `${(seconds * loops).toPrecision(4).padStart(12)} ×` : "";
  console.log(`${what.padEnd(44)} ${figure.toFixed(0).padStart(14)} ${unit.padEnd(8)} ${multiple}`.trimEnd());
}

/* Times every move a guest makes. */
function timed(guest, times) {
  const send = guest.move.bind(guest);
  guest.move = async (...move) => {
    const begun = performance.now();
    const answer = await send(...move);
    if (answer.type === "ok") times.push((performance.now() - begun) / 1e3);
    return answer;
  };
}

async function tableful(server, seed, times) {
  const guests = await Promise.all([0, 1, 2].map(() => Guest.arrive(server)));
  for (const guest of guests) timed(guest, times);
  await gather(guests);
  await Promise.all(guests.map((guest, i) => play(guest, dice(3 * seed + i))));
  await Promise.all(guests.map((guest) => guest.leave()));
}

async function measure(server, name, tables, rounds) {
  const times = [];
  const begun = performance.now();
  for (let round = 0; round < rounds; round++) {
    const seeds = Array.from({ length: tables }, (_, i) => round * tables + i + 1);
    await Promise.all(seeds.map((seed) => tableful(server, seed, times)));
  }
  const seconds = (performance.now() - begun) / 1e3;
  times.sort((a, b) => a - b);
  for (const [what, share] of [["median", 0.5], ["p99", 0.99]]) {
    const time = times[Math.floor(times.length * share)];
    report(`${name}: ${what}`, time * 1e6, "µs", time);
  }
  report(`${name}: moves`, times.length / seconds, "/s", 0);
}

const closing = [];
const server = await Server.open({ after: (close) => closing.push(close) });
try {
  await measure(server, "move to acknowledgement", 1, 12);
  await measure(server, "the same, 32 tables at once", 32, 1);
} finally {
  for (const close of closing) await close();
}
