/* The board at the end of a game, for a picture of its result: both charts, the ports with the goods left
   there, and every voyage of the game in the colour of its captain. */
import type { NewsEvent, Window } from "../../lib/protocol";
import { BOARD, CARD, coasts, INK, PAPER, plate, SEA, seatColour, SERIF } from "../../replay/drawing";
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

export function keepsake(view: Window, events: readonly NewsEvent[]): string {
  const picture = pictureOf(view);
  const scale = BOARD.width / WORLD.wide;
  const high = BOARD.height / scale;
  const top = HOME_Y + 24 - high;
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
    const count = tokens > 1 ? `<text x="${a + size * 0.72}" y="${b + size * 0.3}" ${SERIF} font-size="${px(17)}" font-weight="700" fill="${INK}">×${tokens}</text>` : "";
    return `<g ${tokens === 0 ? `opacity=".45"` : ""}><circle cx="${a}" cy="${b}" r="${size * 0.62}" fill="${CARD}" stroke="${INK}" stroke-width="${px(1.2)}"/>${plate(good, good, a - size / 2.6, b - size / 2.6, size / 1.3, size / 1.3)}${count}</g>`;
  });
  return `<svg width="${BOARD.width}" height="${BOARD.height}" viewBox="${WORLD.x} ${top} ${WORLD.wide} ${high}"><rect x="-900" y="-900" width="3000" height="3000" fill="${SEA}"/>${sides.join("")}<rect x="-900" y="${HOME_Y + 8}" width="3000" height="900" fill="${PAPER}" stroke="${INK}" stroke-width="${px(1)}"/>${lines.join("")}${ports.join("")}</svg>`;
}
