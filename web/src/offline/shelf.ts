/* Where tables of this page are kept: IndexedDB of the browser, a journal in batches as they were made. A
   browser that keeps nothing, or no more, is told once; from then on memory has to do. */
import type { Summary } from "../lib/protocol";

/* A table as it is kept. Lines are beside it, batch after batch. */
export interface Kept {
  id: string;
  game: string;
  players: number;
  options: string; // "gains=open length=short"
  title: string;
  seed: string;
  changed: number; // ms since 1970
  batches: number;
  summary: Summary;
  home?: { table: string; at: number }; // the table of a server it was taken from, and its version then
  once?: string; // by which the server knows it again when it is handed over twice
}

/* What only a server with people knows of a table. */
const ALONE = { keeper: null, result: null, rematch: null, series: null };

/* A table as a list has it. */
export const listed = (one: Kept): Summary => ({ ...one.summary, ...ALONE, created: Math.floor(one.changed / 1000) });

/* Bytes from the browser's own secure generator, as hexadecimal digits. */
export function digits(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((one) => one.toString(16).padStart(2, "0")).join("");
}

interface Batch {
  table: string;
  n: number;
  lines: string;
}

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

function done(change: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    change.oncomplete = () => resolve();
    change.onabort = change.onerror = () => reject(change.error ?? new Error("IndexedDB"));
  });
}

async function openShelf(): Promise<IDBDatabase> {
  const request = indexedDB.open("negoce", 2);
  request.onupgradeneeded = ({ oldVersion }) => furnish(request.result, oldVersion);
  const base = await asked(request);
  base.onversionchange = () => base.close(); // a newer page needs other shelves: it is not held up
  return base;
}

/* Those of "negoce" 1 had no analyses. */
function furnish(base: IDBDatabase, before: number): void {
  if (before < 1) {
    base.createObjectStore("tables", { keyPath: "id" });
    base.createObjectStore("batches", { keyPath: ["table", "n"] });
  }
  if (before < 2) base.createObjectStore("analyses", { keyPath: ["table", "kind"] });
}

const kindOf = (open: boolean): string => (open ? "open" : "window");
const batchesOf = (table: string) => IDBKeyRange.bound([table, 0], [table, Infinity]);

export class Shelf {
  #base: IDBDatabase | null = null;
  #tables = new Map<string, Kept>(); // what the browser does not keep
  #batches = new Map<string, Batch[]>();
  #analyses = new Map<string, string>();
  #failed: (why: unknown) => void;

  constructor(failed: (why: unknown) => void) {
    this.#failed = failed;
  }

  async open(): Promise<void> {
    try {
      this.#base = await openShelf();
    } catch (why) {
      this.#failed(why);
    }
  }

  /* All tables, the one that changed last first. */
  async all(): Promise<Kept[]> {
    const kept = this.#base ? await asked<Kept[]>(this.#base.transaction("tables").objectStore("tables").getAll()) : [];
    const all = [...kept.filter((one) => !this.#tables.has(one.id)), ...this.#tables.values()];
    return all.sort((a, b) => b.changed - a.changed);
  }

  /* A table and its journal; null where there is none. */
  async find(id: string): Promise<{ kept: Kept; lines: string } | null> {
    const held = this.#tables.get(id);
    if (held) return { kept: held, lines: this.#linesOf(this.#batches.get(id) ?? []) };
    if (!this.#base) return null;
    const look = this.#base.transaction(["tables", "batches"]);
    const kept = await asked<Kept | undefined>(look.objectStore("tables").get(id));
    if (!kept) return null;
    const batches = await asked<Batch[]>(look.objectStore("batches").getAll(batchesOf(id)));
    return { kept, lines: this.#linesOf(batches.filter((one) => one.n < kept.batches)) };
  }

  #linesOf(batches: Batch[]): string {
    return batches.map((one) => one.lines).join("");
  }

  /* Adds a batch of lines to a table, new or not. When this resolves they are kept, by the browser or,
     where it refuses, in memory. */
  async add(kept: Kept, lines: string): Promise<void> {
    const batch: Batch = { table: kept.id, n: kept.batches, lines };
    kept.batches++;
    if (this.#base && !this.#tables.has(kept.id)) {
      try {
        const change = this.#base.transaction(["tables", "batches"], "readwrite", { durability: "strict" });
        change.objectStore("tables").put(kept);
        change.objectStore("batches").put(batch);
        await done(change);
        return;
      } catch (why) {
        this.#failed(why);
        const before = await this.find(kept.id).catch(() => null);
        this.#batches.set(kept.id, before ? [{ table: kept.id, n: 0, lines: before.lines }] : []);
      }
    }
    this.#tables.set(kept.id, kept);
    this.#batches.set(kept.id, [...(this.#batches.get(kept.id) ?? []), batch]);
  }

  /* Whether all that was added is kept by the browser. */
  get sound(): boolean {
    return this.#base !== null && this.#tables.size === 0;
  }

  /* Keeps what is told of a table beside its lines. */
  async note(kept: Kept): Promise<void> {
    if (!this.#base || this.#tables.has(kept.id)) return;
    const change = this.#base.transaction("tables", "readwrite");
    change.objectStore("tables").put(kept);
    await done(change);
  }

  async remove(id: string): Promise<void> {
    this.#tables.delete(id);
    this.#batches.delete(id);
    for (const open of [false, true]) this.#analyses.delete(`${id} ${kindOf(open)}`);
    if (!this.#base) return;
    const change = this.#base.transaction(["tables", "batches", "analyses"], "readwrite");
    change.objectStore("tables").delete(id);
    change.objectStore("batches").delete(batchesOf(id));
    for (const open of [false, true]) change.objectStore("analyses").delete([id, kindOf(open)]);
    await done(change);
  }

  /* The analysis of a table, as it was told; null where there is none. */
  async analysis(table: string, open: boolean): Promise<string | null> {
    const held = this.#analyses.get(`${table} ${kindOf(open)}`);
    if (held || !this.#base) return held ?? null;
    const look = this.#base.transaction("analyses").objectStore("analyses").get([table, kindOf(open)]);
    return (await asked<{ told: string } | undefined>(look))?.told ?? null;
  }

  async keepAnalysis(table: string, open: boolean, told: string): Promise<void> {
    try {
      if (!this.#base || this.#tables.has(table)) throw new Error("nothing is kept");
      const change = this.#base.transaction("analyses", "readwrite");
      change.objectStore("analyses").put({ table, kind: kindOf(open), told });
      await done(change);
    } catch {
      this.#analyses.set(`${table} ${kindOf(open)}`, told); // it can be made again: nobody need be told
    }
  }
}
