#!/usr/bin/env node
/* press.mjs FOLDER: beside each file of a site that can be pressed, the same with .gz and .br behind its name, for
   hosts that send what lies there ready (docs/hosting.md). */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder, { recursive: true })) {
  if (!/\.(html|js|css|svg|wasm|webmanifest)$/.test(name)) continue;
  const file = join(folder, name);
  const bytes = readFileSync(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }));
}
