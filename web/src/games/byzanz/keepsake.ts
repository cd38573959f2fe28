/* The end of a game, for a picture of its result: what everybody has gained, card by card; the stalls of the
   market are empty by then. */
import type { Window } from "../../lib/protocol";
import { BOARD, CARD, INK, mark, SERIF, shape, tint } from "../../replay/drawing";
import { byGood, goodOf, valueOf } from "./cards";
import { pictureOf } from "./picture";

const LEFT = 58; // px, where the cards begin
const MOST = 56; // px a card is wide at most

function card(id: string, x: number, y: number, wide: number): string {
  const good = goodOf(id);
  const value = valueOf(id);
  const high = wide * 1.4;
  const { field, on } = tint(good);
  const number = value
    ? `<text x="${x + wide * 0.14}" y="${y + wide * 0.42}" ${SERIF} font-size="${wide * 0.36}" font-weight="700" fill="${on}">${value}</text>`
    : "";
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="5" fill="${CARD}" stroke="${INK}" stroke-width="1.1"/><rect x="${x + 3}" y="${y + 3}" width="${wide - 6}" height="${high - 6}" rx="2.5" fill="${field}"/>${mark(good, x + wide / 2, y + high * 0.63, wide * 0.62, on, field)}${number}`;
}

export function keepsake(view: Window): string {
  const { seats } = pictureOf(view);
  const order = [...(view.scores ?? [])].sort((a, b) => a.rank - b.rank || a.seat - b.seat).map(({ seat }) => seat);
  const row = BOARD.height / Math.max(1, order.length);
  const wide = Math.min(MOST, (row - 14) / 1.4);
  const rows = order.map((seat, i) => {
    const cards = [...(seats[seat]?.earned ?? [])].sort(byGood);
    const step = Math.min(wide + 6, (BOARD.width - LEFT - 16 - wide) / Math.max(1, cards.length - 1));
    const middle = (i + 0.5) * row;
    const line = i > 0 ? `<path d="M16 ${i * row}H${BOARD.width - 16}" stroke="${INK}" stroke-opacity=".2"/>` : "";
    return `${line}${shape(seat, 30, middle, 26)}${cards.map((id, n) => card(id, LEFT + n * step, middle - wide * 0.7, wide)).join("")}`;
  });
  return `<svg width="${BOARD.width}" height="${BOARD.height}"><rect width="${BOARD.width}" height="${BOARD.height}" fill="#EFE6D2"/>${rows.join("")}</svg>`;
}
