/* How the page is built: Svelte to web/dist, hashed files under /assets, nothing inlined, so that
   the server can forbid inline code and styles. The catalogue of sentences is read from po/fr.po
   at build time by the same tool that serves the terminal. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/* `virtual:catalogue` is the French of every English sentence: { "Pass": "Passer", … }. */
function catalogue(): Plugin {
  const id = "virtual:catalogue";
  const po = `${root}po/fr.po`;
  return {
    name: "catalogue",
    resolveId: (name) => (name === id ? "\0" + id : undefined),
    load(name) {
      if (name !== "\0" + id) return undefined;
      this.addWatchFile(po);
      const scratch = mkdtempSync(join(tmpdir(), "negoce-"));
      const out = join(scratch, "fr.json");
      try {
        execFileSync("python3", [`${root}tools/po.py`, "json", po, out], { stdio: "inherit" });
        return `export default ${JSON.stringify(JSON.parse(readFileSync(out, "utf8")))};`;
      } finally {
        rmSync(scratch, { recursive: true });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), catalogue()],
  build: {
    outDir: "dist",
    target: "es2021",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/ws": { target: "ws://localhost:8642", ws: true } } },
});
