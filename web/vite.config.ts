/* How the page is built: Svelte to web/dist, hashed files under /assets, nothing inlined, so that
   the server can forbid inline code and styles. The catalogues of sentences, po/fr.po and those of
   the games, are read at build time by the same tool that serves the terminal. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/* `make site`: the page for a static host, at whatever address: its house is in the page itself. */
const site = process.env.NEGOCE_SITE !== undefined;

type Words = Record<string, string>;

/* The files below these folders that are named so. */
function files(folders: string[], named: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: "utf8" })
      .filter((name) => named.test(name))
      .map((name) => `${root}${folder}/${name}`),
  );
}

/* Every source a sentence can stand in, and every catalogue. */
const sources = () => files(["src", "web/src"], /\.(c|h|ts|svelte)$/);
const catalogues = () => files(["po", "src/games"], /\.po$/);

/* The first word of the house in the page, and the names of who has none: asked of the engine. */
const engine = `${root}build-wasm/src/wasm/negoce.wasm`;
async function firstWord(): Promise<{ welcome: string; winds: string[] }> {
  const no = () => 52;
  const { instance } = await WebAssembly.instantiate(readFileSync(engine), {
    wasi_snapshot_preview1: { fd_write: no, fd_close: no, fd_seek: no },
    env: { now: () => 0 },
  });
  const { memory, _initialize, room, solo_welcome, solo_wind } = instance.exports as Record<string, any>;
  _initialize();
  const text = (at: number) => {
    const bytes = new Uint8Array(memory.buffer, at);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  };
  const nobody = room(1);
  new Uint8Array(memory.buffer)[nobody] = 0;
  const winds = new Set(Array.from({ length: 256 }, (_, luck) => text(solo_wind(luck))));
  return { welcome: text(solo_welcome(nobody)), winds: [...winds] };
}

/* `virtual:welcome` tells it, so that nobody waits for the engine to be shown what can be played. */
function welcome(): Plugin {
  const id = "virtual:welcome";
  return {
    name: "welcome",
    resolveId: (name) => (name === id ? `\0${id}` : undefined),
    async load(name) {
      if (name !== `\0${id}`) return undefined;
      this.addWatchFile(engine);
      const { welcome, winds } = await firstWord();
      return `export const welcome = ${welcome}; export const winds = ${JSON.stringify(winds)};`;
    },
  };
}

/* `virtual:catalogue` knows the French in parts, the first view's, the rest of the shell and one a game: each a
   file of its own, so that a reader loads what he reads. Proper names are known to every reader. */
function catalogue(): Plugin {
  const id = "\0virtual:catalogue";
  const po = `${root}po/fr.po`;
  let parts: Record<string, Words> = {};
  function read(): Record<string, Words> {
    const scratch = mkdtempSync(join(tmpdir(), "negoce-"));
    const out = join(scratch, "fr.json");
    try {
      execFileSync("python3", [`${root}tools/po.py`, "parts", po, out, ...sources()], { stdio: "inherit" });
      return JSON.parse(readFileSync(out, "utf8")) as Record<string, Words>;
    } finally {
      rmSync(scratch, { recursive: true });
    }
  }
  /* What the house says first, the first view tells. */
  async function greeted({ shell = {}, rest = {}, ...others }: Record<string, Words>): Promise<Record<string, Words>> {
    const { welcome } = await firstWord();
    const said = Object.entries(rest).map(([english, french]) => ({ english, french, first: welcome.includes(JSON.stringify(english)) }));
    const of = (first: boolean) => Object.fromEntries(said.filter((one) => one.first === first).map((one) => [one.english, one.french]));
    return { ...others, shell: { ...shell, ...of(true) }, rest: of(false) };
  }
  return {
    name: "catalogue",
    resolveId: (name) => (`\0${name}`.startsWith(id) ? `\0${name}` : undefined),
    async load(name) {
      if (!name.startsWith(id)) return undefined;
      for (const file of catalogues()) this.addWatchFile(file);
      if (name !== id) return `export default ${JSON.stringify(parts[name.slice(id.length + 1)])};`;
      const { names, ...french } = read();
      parts = await greeted(french);
      const loaders = Object.keys(parts).map((part) => `"${part}": () => import("virtual:catalogue/${part}")`);
      return `export default { ${loaders.join(", ")} }; export const names = ${JSON.stringify(names)};`;
    },
  };
}

/* What is always asked for together is one file, because a slow line waits for each: the first view, what all
   tables share, the table of a game. What other pages use too is apart from these. */
interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
  getModuleIds(): IterableIterator<string>;
}
function pieces(): (id: string, graph: Graph) => string | undefined {
  let piece: Map<string, string> | undefined;
  const web = `${root}web/src/`;
  function reach(graph: Graph, entries: string[]): Set<string> {
    const found = new Set(entries);
    for (const one of found) for (const next of graph.getModuleInfo(one)?.importedIds ?? []) found.add(next);
    return found;
  }
  function sort(graph: Graph): Map<string, string> {
    const ids = [...graph.getModuleIds()];
    const all = (named: RegExp) => ids.filter((id) => id.startsWith(web) && named.test(id.slice(web.length)));
    const from = (named: RegExp) => reach(graph, all(named));
    const games = readdirSync(`${web}games`, { withFileTypes: true }).filter((one) => one.isDirectory()).map((one) => one.name);
    const tables = games.map((game) => from(new RegExp(`^games/${game}/(Table\\.svelte|Status\\.svelte|phrase\\.ts)$`)));
    const first = from(/^main\.ts$/);
    const view = from(/^start\.ts$|^pages\/Home\.svelte$/);
    const table = from(/^pages\/TablePage\.svelte$/);
    const pages = from(/^(pages|people|account)\/(?!TablePage|Replay)\w+Page\.svelte$|^pages\/(MyGames|Lobby|NewTable|Learn)\.svelte$|\/Figure\.svelte$/);
    const figures = from(/^games\/\w+\/rules\/Figure\.svelte$/);
    return new Map(
      ids.flatMap((id): [string, string][] => {
        const of = tables.map((one, i) => (one.has(id) ? games[i] : "")).filter((game) => game);
        if (first.has(id)) return [[id, "index"]];
        if (view.has(id)) return [[id, "start"]];
        if (table.has(id) || of.length > 1) return [[id, pages.has(id) ? "shared" : "table"]];
        return of[0] ? [[id, figures.has(id) ? `${of[0]}-things` : `${of[0]}-table`]] : [];
      }),
    );
  }
  return (id, graph) => (piece ??= sort(graph)).get(id);
}

/* The first script is small and asks for the rest; told of it beforehand, a browser fetches both at once. */
function ahead(): Plugin {
  return {
    name: "ahead",
    transformIndexHtml: {
      order: "post",
      handler(_, { bundle }) {
        const start = Object.values(bundle ?? {}).find((one) => one.type === "chunk" && one.name === "start");
        if (start?.type !== "chunk") return [];
        const link = (rel: string, file: string): HtmlTagDescriptor => {
          const attrs = { rel, crossorigin: true, href: `${site ? "./" : "/"}${file}` };
          return { tag: "link", attrs, injectTo: "head" };
        };
        const styles = [...(start.viteMetadata?.importedCss ?? [])];
        return [...styles.map((file) => link("stylesheet", file)), link("modulepreload", start.fileName)];
      },
    },
  };
}

/* Tells the page of a static host that it is one. */
function alone(): Plugin {
  const attrs = { name: "negoce-house", content: "page" };
  return {
    name: "alone",
    transformIndexHtml: () => (site ? [{ tag: "meta", attrs, injectTo: "head-prepend" }] : []),
  };
}

/* The page once more for who chose day or night: the server gives it by a cookie, so that its ground has the
   right light before any script runs. A static host has one page, and it follows the system. */
function lit(): Plugin {
  return {
    name: "lit",
    enforce: "post",
    generateBundle(_, bundle) {
      const page = bundle["index.html"];
      if (site || page?.type !== "asset") return;
      for (const light of ["dark", "light"]) {
        const source = String(page.source).replace("<html ", `<html data-theme="${light}" `);
        this.emitFile({ type: "asset", fileName: `${light}.html`, source });
      }
    },
  };
}

/* The service worker is told every file that was built, and has a name for just these. */
function kept(): Plugin {
  return {
    name: "kept",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      const built = Object.keys(bundle).filter((name) => !/^sw\.js$|\.html$/.test(name));
      const beside = readdirSync(`${root}web/public`);
      const list = [...built, ...beside].sort();
      const version = createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 16);
      worker.code = worker.code
        .replace(/(["'`])__FILES__\1/, () => JSON.stringify(list))
        .replace(/__VERSION__/, `negoce-${version}`);
    },
  };
}

export default defineConfig({
  base: site ? "./" : "/",
  plugins: [svelte(), catalogue(), ahead(), alone(), lit(), kept()],
  worker: { format: "es", plugins: () => [welcome()] },
  build: {
    outDir: "dist",
    rollupOptions: {
      input: { index: "index.html", sw: "src/service/worker.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        manualChunks: pieces(),
      },
    },
    target: "es2021",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/ws": { target: "ws://localhost:8642", ws: true } } },
});
