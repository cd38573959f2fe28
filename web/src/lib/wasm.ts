/* The engine itself, in the browser: the C of src/ compiled to WebAssembly (src/wasm). It has no files and
   no randomness from outside; of the world it knows the time that passes. Each call of `load` gives an
   engine of its own. */
import file from "../../../build-wasm/src/wasm/negoce.wasm?url";

type Given = string | number | boolean;

const NOT_HERE = 52; // WASI: the call is not supported

export class Engine {
  #exports: WebAssembly.Exports;
  #memory: WebAssembly.Memory;

  constructor(exports: WebAssembly.Exports) {
    this.#exports = exports;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#function("_initialize")();
  }

  #function(name: string): (...given: number[]) => number {
    return this.#exports[name] as (...given: number[]) => number;
  }

  /* Calls a function of the engine; a text is handed over ended by NUL. */
  call(name: string, ...given: Given[]): number {
    const rooms: number[] = [];
    const args = given.map((one) => {
      if (typeof one !== "string") return Number(one);
      const bytes = new TextEncoder().encode(`${one}\0`);
      const room = this.#function("room")(bytes.length);
      if (!room) throw new Error("no memory is left"); // the house closes, and opens again with what is kept
      rooms.push(room);
      new Uint8Array(this.#memory.buffer, room, bytes.length).set(bytes);
      return room;
    });
    const answer = this.#function(name)(...args);
    for (const room of rooms) this.#function("give_back")(room);
    return answer;
  }

  /* The same where the answer is a text. */
  text(name: string, ...given: Given[]): string {
    const at = this.call(name, ...given);
    const bytes = new Uint8Array(this.#memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /* The table of a record, to be closed; 0 where it is none. */
  read(record: string): number {
    return this.call("read", record, new TextEncoder().encode(record).length);
  }
}

/* Compiled while it comes, where the host tells what it is. */
export async function load(): Promise<Engine> {
  const nothing = () => NOT_HERE;
  const world = {
    wasi_snapshot_preview1: { fd_write: nothing, fd_close: nothing, fd_seek: nothing },
    env: { now: () => performance.now() },
  };
  const answer = await fetch(file);
  const { instance } = /^application\/wasm\b/.test(answer.headers.get("content-type") ?? "")
    ? await WebAssembly.instantiateStreaming(answer, world)
    : await WebAssembly.instantiate(await answer.arrayBuffer(), world);
  return new Engine(instance.exports);
}
