/* The board at the end of a game, for a picture of its result: the quays with their ships, and whose porters
   are aboard. */
import type { Window } from "../../lib/protocol";
import { t } from "../../lib/words.svelte";
import { BOARD, CARD, escaped, INK, piece, plate, SEA, SEA_LINE, SERIF } from "../../replay/drawing";
import { furl, laneShip } from "./hulls";
import { pictureOf, type ShipPicture } from "./picture";

const SPACING = 27; // px between porters

function ship(one: ShipPicture): string {
  const lines = laneShip(one.size, SPACING);
  const aboard = one.porters.flatMap((n, seat) => new Array<number>(n).fill(seat));
  const masts = lines.masts
    .map(({ x, top, yards }) => `<path d="M${x} -3V${top}" stroke="${INK}" stroke-width="3"/>${yards.map(({ y, half }) => `<path d="M${x - half} ${y}H${x + half}" stroke="${INK}" stroke-width="2"/><path d="${furl(x, y, half)}" fill="${CARD}" stroke="${INK}"/>`).join("")}`)
    .join("");
  const porters = Array.from({ length: one.size }, (_, i) => {
    const x = (i - (one.size - 1) / 2) * SPACING;
    const seat = aboard[i];
    return seat === undefined ? `<circle cx="${x}" cy="-14" r="10" fill="${CARD}" stroke="${INK}" stroke-dasharray="3 3"/>` : piece(seat, x, -14, 24);
  }).join("");
  return `${masts}<path d="${lines.hull}" fill="#B98A5A" stroke="${INK}" stroke-width="1.4"/><path d="${lines.planks}${lines.wale}" stroke="${INK}" stroke-width="1" fill="none"/>${porters}`;
}

export function keepsake(view: Window): string {
  const { quays } = pictureOf(view);
  const [wide, high] = [BOARD.width / 2, BOARD.height / 2];
  const cells = quays.map((one, i) => {
    const [x, y] = [(i % 2) * wide, Math.floor(i / 2) * high];
    const name = `<text x="14" y="26" ${SERIF} font-size="17" font-weight="700" fill="${INK}">${escaped(t("Quay {n}", { n: i + 1 }))}</text>`;
    const good = one?.good ? `<g><rect x="${wide - 46}" y="10" width="34" height="34" rx="5" fill="${CARD}" stroke="${INK}"/>${plate(one.good, one.good, wide - 43, 13, 28, 28)}</g>` : "";
    const sea = `<path d="M10 ${high - 26}q12 -7 24 0t24 0t24 0t24 0t24 0t24 0t24 0t24 0t24 0t24 0t24 0" fill="none" stroke="${SEA_LINE}" stroke-width="2"/>`;
    return `<g transform="translate(${x} ${y})">${name}${good}${sea}${one ? `<g transform="translate(${wide / 2} ${high - 42})">${ship(one)}</g>` : ""}</g>`;
  });
  return `<svg width="${BOARD.width}" height="${BOARD.height}"><rect width="${BOARD.width}" height="${BOARD.height}" fill="${SEA}"/><path d="M${wide} 14V${BOARD.height - 14}M14 ${high}H${BOARD.width - 14}" stroke="${SEA_LINE}"/>${cells.join("")}</svg>`;
}
