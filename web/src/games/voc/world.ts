/* The world map of the board: both charts beside one another on one grid of tenths of a degree, 38 to
   135 E and 27 N to 14 S, met at 91 E. Coasts and ports are those of the charts. */

import { coasts } from "./charts";
import type { Point } from "./picture";

export interface Box {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/* 54 and 45 degrees across, 41 down, on 1000 x 760 units. */
const SCALE: readonly Point[] = [
  [0.54, 0.54],
  [0.45, 0.54],
];
const LEFT = [0, 520] as const;

/* Where the two charts meet. */
export const SEAM = 530;
export const WORLD: Box = { x: 4, y: -8, wide: 962, high: 424 };
/* Each chart alone, as a phone shows them. */
export const HALVES: readonly Box[] = [
  { x: 4, y: -4, wide: 524, high: 420 },
  { x: 532, y: -4, wide: 434, high: 420 },
];
export const HOME_Y = 409;

export function onWorld(chart: number, [x, y]: Point): Point {
  const [across, down] = SCALE[chart] ?? [1, 1];
  return [(LEFT[chart] ?? 0) + x * across, y * down];
}

export const lands: readonly string[] = coasts.map((path, chart) =>
  path.replace(/(-?\d+),(-?\d+)/g, (_, x: string, y: string) =>
    onWorld(chart, [Number(x), Number(y)])
      .map((n) => n.toFixed(1))
      .join(","),
  ),
);

/* Where the name of a port stands beside its ring, in px. */
export interface Label {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}
const LABELS: Readonly<Record<string, Label>> = {
  Mocha: { x: 13, y: -4, anchor: "start" },
  Masulipatnam: { x: -11, y: -9, anchor: "end" },
  Galle: { x: -14, y: 5, anchor: "end" },
  Aceh: { x: -3, y: -16, anchor: "middle" },
  Malacca: { x: 12, y: -6, anchor: "start" },
  Jambi: { x: -9, y: 18, anchor: "end" },
  Bantam: { x: 4, y: 27, anchor: "middle" },
  Banda: { x: 13, y: 27, anchor: "end" },
  Ternate: { x: 6, y: -16, anchor: "middle" },
  Macao: { x: 14, y: 5, anchor: "start" },
};
export function labelOf(port: string): Label {
  return LABELS[port] ?? { x: 14, y: 5, anchor: "start" };
}
