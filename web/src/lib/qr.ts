/* A QR code for an invitation: bytes, error correction M, versions 1 to 10 (at most 213 bytes). Reads
   like the standard (ISO/IEC 18004): data, Reed-Solomon, placement, the best of eight masks. */

/* For each version: error correction bytes a block, then blocks of a first and of a second size as
   [count, data bytes]. */
const BLOCKS: readonly { ecc: number; groups: readonly (readonly [number, number])[] }[] = [
  { ecc: 10, groups: [[1, 16]] },
  { ecc: 16, groups: [[1, 28]] },
  { ecc: 26, groups: [[1, 44]] },
  { ecc: 18, groups: [[2, 32]] },
  { ecc: 24, groups: [[2, 43]] },
  { ecc: 16, groups: [[4, 27]] },
  { ecc: 18, groups: [[4, 31]] },
  { ecc: 22, groups: [[2, 38], [2, 39]] },
  { ecc: 22, groups: [[3, 36], [2, 37]] },
  { ecc: 26, groups: [[4, 43], [1, 44]] },
];
/* Centres of the alignment patterns of each version. */
const ALIGN: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

/* Arithmetic in the field of 256 elements of the standard. */
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 128 ? 0x11d : 0);
}
const exp = (i: number) => EXP[i] ?? 0;
const times = (a: number, b: number) => (a && b ? exp((LOG[a] ?? 0) + (LOG[b] ?? 0)) : 0);

/* The remainder of `data` by the generator of degree `degree`. */
function correction(data: readonly number[], degree: number): number[] {
  let generator = [1];
  for (let i = 0; i < degree; i++) {
    const next = [...generator, 0];
    generator.forEach((g, k) => (next[k + 1] = (next[k + 1] ?? 0) ^ times(g, exp(i))));
    generator = next;
  }
  const rest = [...data, ...new Array<number>(degree).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0;
    generator.forEach((g, k) => (rest[i + k] = (rest[i + k] ?? 0) ^ times(g, lead)));
  }
  return rest.slice(data.length);
}

/* Data and corrections, interleaved as they are drawn. */
function codewords(bytes: Uint8Array, version: number): number[] {
  const { ecc, groups } = BLOCKS[version - 1] ?? { ecc: 0, groups: [] };
  const room = groups.reduce((sum, [count, size]) => sum + count * size, 0);
  let bits = "0100" + bytes.length.toString(2).padStart(version < 10 ? 8 : 16, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0".repeat(Math.min(4, room * 8 - bits.length));
  bits += "0".repeat((8 - (bits.length % 8)) % 8);
  const data = (bits.match(/.{8}/g) ?? []).map((octet) => parseInt(octet, 2));
  for (let pad = 0; data.length < room; pad ^= 1) data.push(pad ? 0x11 : 0xec);

  const blocks: number[][] = [];
  let at = 0;
  for (const [count, size] of groups)
    for (let i = 0; i < count; i++, at += size) blocks.push(data.slice(at, at + size));
  const fixes = blocks.map((block) => correction(block, ecc));
  const out: number[] = [];
  const longest = Math.max(...blocks.map((block) => block.length));
  for (let i = 0; i < longest; i++)
    for (const block of blocks) if (i < block.length) out.push(block[i] ?? 0);
  for (let i = 0; i < ecc; i++) for (const fix of fixes) out.push(fix[i] ?? 0);
  return out;
}

type Grid = (boolean | null)[][]; // null: still free

const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function put(grid: Grid, r: number, c: number, dark: boolean): void {
  const row = grid[r];
  if (row && c >= 0 && c < row.length) row[c] = dark;
}

/* The patterns every code of this version has; places of the format are taken, not yet told. */
function frame(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = Array.from({ length: size }, () => new Array<boolean | null>(size).fill(null));
  for (const [r0, c0] of [[0, 0], [0, size - 7], [size - 7, 0]] as const)
    for (let r = -1; r <= 7; r++)
      for (let c = -1; c <= 7; c++) {
        const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
        put(grid, r0 + r, c0 + c, ring !== 2 && ring !== 4);
      }
  const centres = ALIGN[version - 1] ?? [];
  for (const r0 of centres)
    for (const c0 of centres) {
      if (grid[r0]?.[c0] !== null) continue; // a finder is there
      for (let r = -2; r <= 2; r++)
        for (let c = -2; c <= 2; c++)
          put(grid, r0 + r, c0 + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  for (let i = 8; i < size - 8; i++) {
    put(grid, 6, i, i % 2 === 0);
    put(grid, i, 6, i % 2 === 0);
  }
  for (let i = 0; i < 9; i++) {
    if (i !== 6) {
      put(grid, 8, i, false);
      put(grid, i, 8, false);
    }
    if (i < 8) {
      put(grid, 8, size - 1 - i, false);
      put(grid, size - 1 - i, 8, false);
    }
  }
  put(grid, size - 8, 8, true);
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ (rest >> 11 ? 0x1f25 : 0);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1;
      put(grid, Math.floor(i / 3), size - 11 + (i % 3), dark);
      put(grid, size - 11 + (i % 3), Math.floor(i / 3), dark);
    }
  }
  return grid;
}

function format(grid: Grid, mask: number): void {
  const size = grid.length;
  let rest = mask; // correction M is 00
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ (rest >> 9 ? 0x537 : 0);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1;
    put(grid, i < 6 ? i : i < 8 ? i + 1 : size - 15 + i, 8, dark);
    put(grid, 8, i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i, dark);
  }
  put(grid, size - 8, 8, true);
}

/* How hard a code is to read: long runs, squares, false finders, too much of one colour. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  const at = (r: number, c: number) => grid[r]?.[c] ?? false;
  let sum = 0;
  let dark = 0;
  for (let r = 0; r < size; r++) {
    let row = "";
    let column = "";
    for (let c = 0; c < size; c++) {
      row += at(r, c) ? "1" : "0";
      column += at(c, r) ? "1" : "0";
      if (at(r, c)) dark++;
      if (r && c && at(r, c) === at(r - 1, c) && at(r, c) === at(r, c - 1) && at(r, c) === at(r - 1, c - 1))
        sum += 3;
    }
    for (const line of [row, column]) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      sum += 40 * (line.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
    }
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/* The code of `text` as rows of dark places; null where it is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version =
    BLOCKS.findIndex(({ groups }, i) => {
      const room = groups.reduce((sum, [count, size]) => sum + count * size, 0);
      return room * 8 >= 4 + (i < 9 ? 8 : 16) + bytes.length * 8;
    }) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  const base = frame(version);
  const size = base.length;
  const path: [number, number][] = []; // free places in drawing order
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++)
      for (const c of [right, right - 1]) {
        const r = up ? size - 1 - i : i;
        if (base[r]?.[c] === null) path.push([r, c]);
      }
  }
  let best: boolean[][] | null = null;
  let least = Infinity;
  MASKS.forEach((mask, number) => {
    const grid: Grid = base.map((row) => [...row]);
    path.forEach(([r, c], i) => {
      const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
      put(grid, r, c, (bit === 1) !== mask(r, c));
    });
    format(grid, number);
    const full = grid.map((row) => row.map((place) => place === true));
    const cost = penalty(full);
    if (cost < least) {
      least = cost;
      best = full;
    }
  });
  return best;
}
