/* socket.mjs: from the arrival of a move to its acknowledgement, over a local socket and durable on the
   disk of the data folder. A player with three bots that do not wait plays whole games; each of its
   moves is timed from the send to the answer. Its argument is the calibration of the machine: loops a
   second (bench/engine.c). */
import { dice, Guest, House, play, withBots } from "../tests/server/house.mjs";

const MOVES = 1000;
const loops = Number(process.argv[2]);

const closing = [];
const house = await House.open({ after: (close) => closing.push(close) });
const times = [];
try {
  const guest = await Guest.arrive(house, "Bench");
  const send = guest.move.bind(guest);
  guest.move = async (...move) => {
    const begun = process.hrtime.bigint();
    const answer = await send(...move);
    times.push(Number(process.hrtime.bigint() - begun) / 1e9);
    return answer;
  };
  for (const roll = dice(1); times.length < MOVES; ) {
    await withBots(guest);
    await play(guest, roll, { stop: () => times.length >= MOVES });
  }
  await guest.leave();
} finally {
  for (const close of closing) await close();
}

times.sort((a, b) => a - b);
function report(what, seconds) {
  const name = `move to acknowledgement: ${what}`.padEnd(44);
  const value = (seconds * 1e6).toFixed(0).padStart(14);
  const multiple = (seconds * loops).toPrecision(4).padStart(12);
  console.log(`${name} ${value} µs       ${multiple} ×`);
}
report("median", times[Math.floor(times.length / 2)]);
report("p99", times[Math.floor(times.length * 0.99)]);
