/* The board at the end of a game, for a picture of its result: the stalls of the market and what still lies
   there. */
import type { Window } from "../../lib/protocol";
import { BOARD, CARD, escaped, INK, plate, SERIF, tint } from "../../replay/drawing";
import { cardName, GOODS, valueOf } from "./cards";
import { pictureOf } from "./picture";

const WIDE = 54; // px a card
const HIGH = 75;
const FLOOR = 92; // where the cards begin: below the awnings
const ROOM = BOARD.height - FLOOR - HIGH - 22;

function card(id: string, good: string, x: number, y: number): string {
  const value = valueOf(id);
  const { on } = tint(good);
  const number = value ? `<text x="${x + 8}" y="${y + 21}" ${SERIF} font-size="19" font-weight="700" fill="${on}">${value}</text>` : "";
  return `<rect x="${x}" y="${y}" width="${WIDE}" height="${HIGH}" rx="6" fill="${CARD}" stroke="${INK}" stroke-width="1.2"/>${plate(good, good, x + 4, y + 4, WIDE - 8, HIGH - 8)}${number}`;
}

export function keepsake(view: Window): string {
  const { market } = pictureOf(view);
  const column = BOARD.width / GOODS.length;
  const stalls = GOODS.map((good, i) => {
    const [left, middle] = [i * column, (i + 0.5) * column];
    const { field } = tint(good);
    const stripes = [0, 1, 2, 3]
      .map((n) => {
        const [x, w] = [left + 6 + n * ((column - 12) / 4), (column - 12) / 4];
        return `<path d="M${x} 30h${w}v24a${w / 2} ${w / 2} 0 0 1-${w} 0z" fill="${n % 2 ? CARD : field}" stroke="${INK}"/>`;
      })
      .join("");
    const name = cardName(good);
    const title = `<text x="${middle}" y="22" ${SERIF} font-size="15" font-weight="700" text-anchor="middle" fill="${INK}" ${name.length > 9 ? `textLength="${column - 8}" lengthAdjust="spacingAndGlyphs"` : ""}>${escaped(name)}</text>`;
    const cards = market[good];
    const step = Math.min(30, ROOM / Math.max(1, cards.length - 1));
    return `${title}${stripes}${cards.map((id, n) => card(id, good, middle - WIDE / 2, FLOOR + n * step)).join("")}`;
  });
  return `<svg width="${BOARD.width}" height="${BOARD.height}"><rect width="${BOARD.width}" height="${BOARD.height}" fill="#EFE6D2"/>${stalls.join("")}</svg>`;
}
