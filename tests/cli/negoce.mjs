// negoce.mjs: runs the negoce command for the tests of this folder. NEGOCE names another binary than
// build/negoce, an ASan build for instance.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";

export const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
export const binary = resolve(root, process.env.NEGOCE ?? "build/negoce");

// English, whatever the machine that runs the tests speaks.
export const english = { ...process.env, LC_ALL: "C.UTF-8", LC_MESSAGES: "", LANG: "", NO_COLOR: "" };

/** Runs `negoce` with these arguments to its end. */
export function negoce(args, { input = "", env = {} } = {}) {
  const run = spawnSync(binary, args, {
    input,
    env: { ...english, ...env },
    encoding: "utf8",
    timeout: 60000,
    maxBuffer: 1 << 28,
  });
  if (run.error) throw run.error;
  return { code: run.status, signal: run.signal, out: run.stdout, err: run.stderr };
}

/** A folder of its own for the test file that calls it, removed at its end. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "negoce-cli-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// Where a game played in a terminal is kept.
let home;
after(() => home && rmSync(home, { recursive: true, force: true }));

/** `negoce` in a terminal of its own (a pseudo-terminal of script, from util-linux), so many columns wide. */
export function terminal(args, env = {}, columns = 80) {
  home ??= mkdtempSync(join(tmpdir(), "negoce-home-"));
  const quoted = [binary, ...args].map((a) => `'${a.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qefc", `stty cols ${columns} rows 24; exec ${quoted}`, "/dev/null"], {
    env: { ...english, TERM: "xterm", XDG_DATA_HOME: home, ...env },
  });
  let text = "";
  const waiting = [];
  const look = () => {
    for (const wait of [...waiting]) if (wait.seen()) wait.done();
  };
  child.stdin.on("error", () => {}); // it has ended already
  child.stdout.setEncoding("utf8"); // a letter may come in two pieces
  child.stdout.on("data", (data) => {
    text += data;
    look();
  });
  const ended = new Promise((done) => child.on("close", (code) => done(code)));
  const last = setTimeout(() => child.kill("SIGKILL"), 60000); // a program that hangs fails its test
  ended.then(() => clearTimeout(last));
  return {
    get text() {
      return text;
    },
    type: (keys) => child.stdin.write(keys),
    kill: () => child.kill("SIGKILL"),
    ended,
    /** Types Ctrl-D, or something else, until the program has ended: what comes before the line is edited may be lost. */
    async leaves(keys = "\u0004") {
      const again = setInterval(() => child.stdin.write(keys), 200);
      const code = await ended;
      clearInterval(again);
      return code;
    },
    /** Waits until the terminal shows `pattern` behind what it showed before; returns what is new. */
    shows(pattern, limit = 20000) {
      const from = this.from ?? 0;
      return new Promise((done, fail) => {
        const wait = {
          seen: () => pattern.test(text.slice(from)),
          done: () => {
            clearTimeout(timer);
            waiting.splice(waiting.indexOf(wait), 1);
            this.from = text.length;
            done(text.slice(from));
          },
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(wait), 1);
          child.kill("SIGKILL");
          fail(new Error(`never shown: ${pattern}\n${text.slice(from)}`));
        }, limit);
        waiting.push(wait);
        look();
      });
    },
  };
}
