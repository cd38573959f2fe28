/* The result of a game as a picture: an SVG we draw ourselves, 1200 by 630, with our letters inside it, so
   that it looks the same wherever it is opened; the browser turns it into a PNG. The board at the end of the
   game is drawn by the game itself (keepsake.ts of its folder), its poster where it has none. */
import bold from "@fontsource/alegreya/files/alegreya-latin-700-normal.woff2?url";
import plain from "@fontsource/alegreya/files/alegreya-latin-400-normal.woff2?url";
import type { Course, Line } from "../lib/course";
import type { NewsEvent, Window } from "../lib/protocol";
import { GOODS } from "../lib/goods";
import { BOARD, escaped, INK, mark, PAPER, seatColour, shape, tint } from "./drawing";

type Keepsake = (view: Window, events: readonly NewsEvent[], names: readonly string[]) => string;
const keepsakes = import.meta.glob<Keepsake>("../games/*/keepsake.ts", { import: "keepsake" });

export interface Shared {
  headline: string;
  facts: string;
  date: string;
  rows: { seat: number; rank: number; name: string; points: number; parts: { name: string; points: number }[] }[]; // the best first
  game: string;
  names: readonly string[]; // one a seat
  view: Window; // of the end
  events: readonly NewsEvent[]; // the whole game
  art: string; // the game's poster, SVG
  course: Course | undefined;
}

const WIDTH = 1200;
const HEIGHT = 630;
const HALF = 604;
const LETTER = 0.5; // of its size a letter is wide, about
const LONG = 30; // letters
const NAME = 164; // px a name has before the bars
const LEAST = 20; // px high it is, or its letters are narrowed
const FOOT = 31 + BOARD.height; // where the board ends and the course of the game begins
const END = 22; // px the shape at the end of a line has
/* Any source but a good has the texture it has beside the result (look/tokens.css). */
const PARTS = ["#D9B560", "#2F5FA6", "url(#ruled)", "url(#hatched)", "url(#dotted)"];
const TEXTURES = `<pattern id="ruled" width="5" height="5" patternUnits="userSpaceOnUse"><path fill="#FBF7EA" d="M0 0h5v5h-5z"/><path fill="#CFC6AC" d="M0 4h5v1h-5z"/></pattern><pattern id="hatched" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path fill="#58A395" d="M0 0h9v9h-9z"/><path fill="#8CC4B8" d="M6 0h3v9h-3z"/></pattern><pattern id="dotted" width="9" height="9" patternUnits="userSpaceOnUse"><path fill="#A92F3C" d="M0 0h9v9h-9z"/><circle cx="4.5" cy="4.5" r="2" fill="#C65A48"/></pattern>`;

async function letters(url: string, weight: number): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `@font-face{font-family:Alegreya;font-weight:${weight};src:url(data:font/woff2;base64,${btoa(text)}) format("woff2")}`;
}

/* The dashes of a neatline around everything. */
function neatline(): string {
  const dash = `stroke="#17242F" stroke-width="9" stroke-dasharray="30 30" fill="none"`;
  return `<rect x="10.5" y="10.5" width="1179" height="609" fill="none" stroke="#17242F"/><rect x="15" y="15" width="1170" height="600" ${dash}/><rect x="30" y="30" width="1140" height="570" fill="#FAF7F0" stroke="#17242F" stroke-width="1.5"/>`;
}

function row(one: Shared["rows"][number], y: number, high: number, most: number): string {
  const text = `font-family="Alegreya, Georgia, serif" fill="#17242F"`;
  const middle = y + high / 2;
  const first = one.rank === 1;
  const size = Math.min(32, high * 0.46);
  const named = Math.min(size * 0.94, Math.max(LEAST, NAME / (one.name.length * LETTER)));
  const sources = one.parts.map(({ name }) => name).filter((name) => !GOODS.has(name));
  let x = 136 + NAME + 10;
  const bars = one.parts
    .map(({ name, points }) => {
      const width = (Math.max(0, points) / most) * 198;
      const fill = GOODS.has(name) ? tint(name).field : PARTS[sources.indexOf(name) % PARTS.length];
      const bar = width > 1 ? `<rect x="${x.toFixed(1)}" y="${middle - high * 0.18}" width="${(width - 1.5).toFixed(1)}" height="${high * 0.36}" fill="${fill ?? ""}" stroke="${INK}" stroke-opacity=".35" rx="2"/>` : "";
      x += width;
      return bar;
    })
    .join("");
  return `${first ? `<rect x="31" y="${y}" width="${HALF - 31}" height="${high}" fill="#D6E6DE"/>` : ""}
<text x="56" y="${middle + size * 0.34}" ${text} font-size="${size}" font-weight="${first ? 700 : 400}">${one.rank}</text>
${shape(one.seat, 104, middle, 28)}
<text x="136" y="${middle + size * 0.34}" ${text} font-size="${named.toFixed(1)}" font-weight="700" ${one.name.length * named * LETTER > NAME ? `textLength="${NAME}" lengthAdjust="spacingAndGlyphs"` : ""}>${escaped(one.name)}</text>
${bars}<text x="580" y="${middle + size * 0.4}" ${text} font-size="${size * 1.2}" font-weight="700" text-anchor="end">${one.points}</text>`;
}

/* Who won, as large as there is room for: in two lines where one would be small. */
function headline(text: string): string {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/\s/g)].map(({ index }) => index);
  const cut = spaces.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
  const lines = text.length > LONG && cut !== undefined ? [text.slice(0, cut), text.slice(cut + 1)] : [text];
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(lines.length > 1 ? 42 : 60, (HALF - 80) / (longest * LETTER));
  const first = lines.length > 1 ? 78 : 104;
  return lines
    .map((line, i) => `<text x="56" y="${first + i * size * 1.02}" font-family="Alegreya, Georgia, serif" fill="#17242F" font-size="${size.toFixed(1)}" font-weight="700">${escaped(line)}</text>`)
    .join("");
}

/* Heights as near to these as lets shapes stand apart, one below the other. */
function apart(heights: readonly number[]): number[] {
  const out = [...heights];
  const order = out.map((_, i) => i).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  for (let i = order.length - 2; i >= 0; i--) {
    const [one, below] = [order[i] ?? 0, order[i + 1] ?? 0];
    out[one] = Math.min(out[one] ?? 0, (out[below] ?? 0) - END);
  }
  return out;
}

/* How the game went, below the board; at its end everybody's shape. */
function chart(course: Course): string {
  const [left, right, top, bottom] = [HALF + 34, 1118, FOOT + 34, 574];
  const x = (at: number) => left + (at / Math.max(1, course.stretches.length)) * (right - left);
  const y = (points: number) => bottom - (points / Math.max(1, course.most)) * (bottom - top);
  const path = (line: Line, seat: number) => {
    const shift = (seat - (course.lines.length - 1) / 2) * 2.4;
    let d = `M${left} ${(y(line.start) + shift).toFixed(1)}`;
    for (const step of line.steps) d += `H${(x(step.x) + shift).toFixed(1)}V${(y(step.points) + shift).toFixed(1)}`;
    return `<path d="${d}H${right}" fill="none" stroke="${seatColour(seat)}" stroke-width="4"/>`;
  };
  const ends = apart(course.lines.map((line) => y(line.steps.at(-1)?.points ?? line.start)));
  const shapes = ends.map((height, seat) => shape(seat, right + 24, height, END - 2)).join("");
  return `<path d="M${left} ${bottom}H${right}" stroke="#17242F" stroke-opacity=".35"/>${course.lines.map(path).join("")}${shapes}`;
}

/* The board, or the poster of a game that draws none. Without a course below it has the height of both. */
async function drawn({ game, names, view, events, art, course }: Shared): Promise<string> {
  const keepsake = await keepsakes[`../games/${game}/keepsake.ts`]?.(); // its words came with the table
  const height = course ? BOARD.height : 568;
  const place = `<svg x="${HALF}" y="31" width="${BOARD.width}" height="${height}" `;
  if (!keepsake) return art.replace(/<svg /, place);
  return `${place}viewBox="0 0 ${BOARD.width} ${BOARD.height}" preserveAspectRatio="xMidYMid slice">${keepsake(view, events, names)}</svg>`;
}

/* The picture as SVG text. */
export async function picture(shared: Shared): Promise<string> {
  const fonts = (await Promise.all([letters(plain, 400), letters(bold, 700)])).join("");
  const text = `font-family="Alegreya, Georgia, serif" fill="#17242F"`;
  const most = Math.max(1, ...shared.rows.map((one) => one.parts.reduce((sum, { points }) => sum + Math.max(0, points), 0)));
  const high = Math.min(74, 296 / shared.rows.length);
  const board = await drawn(shared);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(`${shared.headline} ${shared.facts}, ${shared.date}`)}">
<style>${fonts}</style><defs>${TEXTURES}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="#FAF7F0"/>${neatline()}
${headline(shared.headline)}
<text x="56" y="152" ${text} font-size="25" fill-opacity=".75" ${shared.facts.length > 48 ? `textLength="520" lengthAdjust="spacingAndGlyphs"` : ""}>${escaped(shared.facts)}</text>
${shared.rows.map((one, i) => row(one, 188 + i * high, high, most)).join("")}
<path d="M31 ${488}H${HALF}" stroke="#17242F" stroke-width="1.5"/>
${mark("compass", 72, 545, 32, INK, PAPER)}<text x="101" y="556" ${text} font-size="34" font-weight="700" letter-spacing="2">NÉGOCE</text>
<text x="580" y="556" ${text} font-size="25" text-anchor="end" fill-opacity=".75">${escaped(shared.date)}</text>
${board}${shared.course ? `<path d="M${HALF} ${FOOT}H1170" stroke="#17242F" stroke-width="1.5"/>${chart(shared.course)}` : ""}<path d="M${HALF} 30V600" stroke="#17242F" stroke-width="1.5"/></svg>`;
}

/* The same as PNG, drawn by the browser. */
export async function asPng(svg: string): Promise<Blob | null> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return new Promise((go) => canvas.toBlob(go, "image/png"));
}
