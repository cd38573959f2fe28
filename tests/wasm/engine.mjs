/* engine.mjs: the WebAssembly build of the engine, loaded as a page would load it: no files and
   no randomness from outside. All it may do to the world is to ask for the time, and to complain before it stops. */
import { readFileSync } from "node:fs";

export const CHANCE = 6; // core/game.h
export const SPECTATOR = 7;

const NOT_HERE = 52; // WASI: the call is not supported

/* The same module with a memory of so many pages of 64 KiB at most: a device that has no more. */
function capped(bytes, pages) {
  const short = (at) => {
    let value = 0, shift = 0, byte;
    do value |= ((byte = bytes[at++]) & 127) << shift, (shift += 7);
    while (byte > 127);
    return { value, next: at };
  };
  for (let at = 8; at < bytes.length; ) {
    const size = short(at + 1);
    const end = size.next + size.value;
    if (bytes[at] === 5) {
      const least = bytes.subarray(size.next + 2, end); // behind the count of memories, and "no limit"
      const most = [(pages & 127) | 128, pages >> 7];
      const section = [5, least.length + 4, 1, 1, ...least, ...most];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(section), bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Error("no memory section");
}

/* `pages`: the most memory it may have, 0: as much as it likes. */
export async function load(path, pages = 0) {
  let memory;
  const code = readFileSync(path);
  const wasi = {
    fd_write(file, list, count, written) {
      const view = new DataView(memory.buffer);
      let bytes = 0;
      for (let i = 0; i < count; i++) {
        const at = view.getUint32(list + 8 * i, true);
        const size = view.getUint32(list + 8 * i + 4, true);
        process.stderr.write(new Uint8Array(memory.buffer, at, size));
        bytes += size;
      }
      view.setUint32(written, bytes, true);
      return 0;
    },
    fd_close: () => NOT_HERE,
    fd_seek: () => NOT_HERE,
  };
  const { instance } = await WebAssembly.instantiate(pages ? capped(code, pages) : code, {
    wasi_snapshot_preview1: wasi,
    env: { now: () => performance.now() },
  });
  const engine = instance.exports;
  memory = engine.memory;
  engine._initialize();

  const text = (at) => {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  /* Calls a function of the engine with texts and numbers; `told` is the text it answers with. */
  const call = (name, ...given) => {
    const rooms = [];
    const args = given.map((one) => {
      if (typeof one !== "string") return one;
      const bytes = new TextEncoder().encode(`${one}\0`);
      const room = engine.room(bytes.length);
      if (!room) throw new Error("no memory is left");
      rooms.push(room);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      return room;
    });
    const answer = engine[name](...args);
    for (const room of rooms) engine.give_back(room);
    return answer;
  };
  return {
    call,
    told: (name, ...given) => text(call(name, ...given)),
    /* The table of a record; throws "LINE: REASON" where it is refused. */
    read(record) {
      const bytes = new TextEncoder().encode(record);
      const room = engine.room(bytes.length || 1);
      new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
      const table = engine.read(room, bytes.length);
      engine.give_back(room);
      if (!table) throw new Error(`${engine.refused_line()}: ${text(engine.refused_why())}`);
      return table;
    },
    bytes: () => memory.buffer.byteLength,
    close: (table) => engine.close(table),
    players: (table) => engine.players(table),
    position: (table) => engine.position(table),
    at: (table, position) => engine.at(table, position),
    playOn: (table, seed, iterations = 0) => engine.play_on(table, seed, iterations),
    analyse: (table, iterations, open) => text(engine.analyse(table, iterations, open ? 1 : 0)),
    record: (table, seed) => text(engine.record(table, seed)),
    window: (table, viewer) => text(engine.window(table, viewer)),
    events: (table, viewer, from) => text(engine.events(table, viewer, from)),
  };
}
