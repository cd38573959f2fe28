/* The board at the end of a game, for a picture of its result: both charts, the ports with the goods left
   there, and every voyage of the game in the colour of its captain, who stand above. */
import type { NewsEvent, Window } from "../../lib/protocol";
import { BOARD, CARD, coasts, escaped, INK, PAPER, plate, SEA, seatColour, SERIF, shape } from "../../replay/drawing";
import { pictureOf, type Point } from "./picture";
import { HOME_Y, lands, onWorld, SEAM, WORLD } from "./world";

/* Every voyage: its captain, and its line on the world map. */
function voyages(events: readonly NewsEvent[], chartOf: (ship: string) => number): { seat: number; line: Point[] }[] {
  const all: { seat: number; chart: number; line: Point[] }[] = [];
  for (const { kind, seat, items, n, m } of events) {
    const now = all.at(-1);
    if (kind === "sail") {
      const chart = chartOf(items[0] ?? "");
      all.push({ seat: seat ?? 0, chart, line: [onWorld(chart, [n, m])] });
    } else if (kind === "line" && now) now.line.push(onWorld(now.chart, [n, m]));
  }
  return all.filter(({ line }) => line.length > 1);
}

const ROW = 3; // captains of a line

/* Who drew in which colour. */
function captains(names: readonly string[], high: number): string {
  const rows = Math.ceil(names.length / ROW);
  return names
    .map((name, seat) => {
      const x = 22 + (seat % ROW) * ((BOARD.width - 30) / ROW);
      const y = ((Math.floor(seat / ROW) + 0.5) * high) / rows;
      const squeezed = name.length > 12 ? `textLength="104" lengthAdjust="spacingAndGlyphs"` : "";
      return `<path d="M${x} ${y}h22" stroke="${seatColour(seat)}" stroke-width="4" stroke-linecap="round"/>${shape(seat, x + 38, y, 18)}<text x="${x + 54}" y="${y + 6}" ${SERIF} font-size="18" fill="${INK}" ${squeezed}>${escaped(name)}</text>`;
    })
    .join("");
}

export function keepsake(view: Window, events: readonly NewsEvent[], names: readonly string[]): string {
  const picture = pictureOf(view);
  const scale = BOARD.width / WORLD.wide;
  const high = HOME_Y + 8 - WORLD.y; // of the map, in its units
  const above = BOARD.height - high * scale; // px of the captains
  const px = (n: number) => (n / scale).toFixed(1);
  const chartOf = (id: string) => picture.ships.find((ship) => ship.id === id)?.chart ?? 0;
  const sides = [0, 1].map(
    (c) =>
      `<clipPath id="half${c}"><rect x="${c === 0 ? -900 : SEAM}" y="-900" width="${c === 0 ? 900 + SEAM : 1600}" height="2200"/></clipPath><g clip-path="url(#half${c})">${coasts(lands[c] ?? "", scale)}</g>`,
  );
  const lines = voyages(events, chartOf).map(
    ({ seat, line }) =>
      `<polyline points="${line.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ")}" fill="none" stroke="${seatColour(seat)}" stroke-width="${px(2)}" stroke-linejoin="round" stroke-linecap="round" opacity=".85"/>`,
  );
  const ports = picture.ports.map(({ chart, x, y, good, tokens }) => {
    const [a, b] = onWorld(chart, [x, y]);
    const size = 22 / scale;
    const edge = a > WORLD.x + WORLD.wide - 2 * size; // the number stands on the other side
    const count = tokens > 1 ? `<text x="${a + size * (edge ? -0.72 : 0.72)}" y="${b + size * 0.3}" text-anchor="${edge ? "end" : "start"}" ${SERIF} font-size="${px(17)}" font-weight="700" fill="${INK}" stroke="${PAPER}" stroke-width="${px(3)}" paint-order="stroke">×${tokens}</text>` : "";
    return `<g ${tokens === 0 ? `opacity=".45"` : ""}><circle cx="${a}" cy="${b}" r="${size * 0.62}" fill="${CARD}" stroke="${INK}" stroke-width="${px(1.2)}"/>${plate(good, good, a - size / 2.6, b - size / 2.6, size / 1.3, size / 1.3)}${count}</g>`;
  });
  const map = `<svg y="${above}" width="${BOARD.width}" height="${high * scale}" viewBox="${WORLD.x} ${WORLD.y} ${WORLD.wide} ${high}"><rect x="-900" y="-900" width="3000" height="3000" fill="${SEA}"/>${sides.join("")}${lines.join("")}${ports.join("")}</svg>`;
  return `<svg width="${BOARD.width}" height="${BOARD.height}"><rect width="${BOARD.width}" height="${BOARD.height}" fill="${PAPER}"/>${captains(names, above)}${map}<path d="M0 ${above}H${BOARD.width}" stroke="${INK}"/></svg>`;
}
