/* The board at the end of a game, for a picture of its result: the chart with the stalls that are left and
   where everybody has come. */
import type { Window } from "../../lib/protocol";
import { BOARD, CARD, coasts, INK, piece, plate, SEA, SERIF } from "../../replay/drawing";
import { LAND, ROUTE, spot, WHOLE } from "./chart";
import { pictureOf, type Stall } from "./picture";

const TILE = 50; // units of the chart

function tile({ company, good }: Stall, x: number, y: number): string {
  const [w, h] = [TILE * 0.84, TILE * 1.12];
  return `<rect x="${x - w / 2 - 3}" y="${y - h / 2 - 3}" width="${w + 6}" height="${h + 6}" rx="6" fill="${CARD}" stroke="${INK}" stroke-width="2"/>${plate(company, `co-${company}`, x - w / 2, y - h / 2, w, h * 0.42)}${plate(good, good, x - w / 2, y - h / 2 + h * 0.44, w, h * 0.56)}`;
}

export function keepsake(view: Window): string {
  const picture = pictureOf(view);
  const scale = BOARD.width / WHOLE.width;
  const high = BOARD.height / scale;
  const top = Math.max(-20, WHOLE.y + WHOLE.height / 2 - high / 2);
  const at = (space: number) => spot(space, picture.route.length);
  const stalls = picture.route.map((stall, i) => {
    const { x, y } = at(i + 1);
    if (!stall) return "";
    return stall.taken === null ? tile(stall, x, y) : `<circle cx="${x}" cy="${y}" r="9" fill="${SEA}" stroke="${INK}" stroke-width="2.5"/>`;
  });
  /* Those who have come to the same space lie side by side. */
  const people = picture.seats.map((one, seat) => {
    const beside = picture.seats.slice(0, seat).filter((other) => other.space === one.space).length;
    const { x, y } = at(one.space);
    return piece(seat, x - 6 + beside * 40 * (one.space === 0 ? 1 : -1), y + 4, 52);
  });
  const end = at(picture.arrival.space);
  return `<svg width="${BOARD.width}" height="${BOARD.height}" viewBox="${WHOLE.x} ${top} ${WHOLE.width} ${high}"><rect x="-200" y="-200" width="2000" height="2000" fill="${SEA}"/>${coasts(LAND, scale)}<path d="${ROUTE}" fill="none" stroke="${INK}" stroke-width="5" stroke-dasharray="1 14" stroke-linecap="round"/>${stalls.join("")}<text x="${Math.min(end.x + 60, WHOLE.x + WHOLE.width - 16)}" y="${end.y + 62}" ${SERIF} font-size="40" font-weight="700" text-anchor="end" fill="${INK}">Batavia</text>${people.join("")}</svg>`;
}
