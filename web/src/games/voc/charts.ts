/* The coasts of both charts, read from the outlines the engine itself is built from: what a page
   shows is where a ship runs aground. */
import { N_ } from "../../lib/words.svelte";
import text from "../../../../src/games/voc/charts.txt?raw";

export const WIDE = 1000;
export const HIGH = 760;

/* One SVG path a chart: every land as a closed ring. Outlines go on a little beyond the chart. */
export const coasts: readonly string[] = text
  .split(/^chart .*$/m)
  .slice(1)
  .map((chart) =>
    [...chart.matchAll(/^land (.*)$/gm)].map((land) => `M${land[1]?.replaceAll(" ", "L")}Z`).join(""),
  );

/* Below the chart lies the road home: the home line is drawn there. */
export const ROAD = 22;

/* What stands on a chart beside coasts and ports: names, by the middle of the word, and the roses from
   which the rhumb lines run; the first is drawn. */
export interface Legend {
  names: readonly { word: string; x: number; y: number; wide?: boolean }[];
  roses: readonly (readonly [number, number])[];
}

export const legends: readonly Legend[] = [
  {
    names: [
      { word: N_("Africa"), x: 72, y: 420, wide: true },
      { word: N_("Arabia"), x: 150, y: 120, wide: true },
      { word: N_("India"), x: 715, y: 190, wide: true },
      { word: N_("Persia"), x: 455, y: 22 },
      { word: N_("Ceylon"), x: 852, y: 352 },
      { word: N_("Arabian Sea"), x: 440, y: 200, wide: true },
      { word: N_("Indian Ocean"), x: 500, y: 560, wide: true },
      { word: N_("Madagascar"), x: 196, y: 712 },
    ],
    roses: [
      [345, 400],
      [760, 640],
    ],
  },
  {
    names: [
      { word: N_("Siam"), x: 322, y: 196, wide: true },
      { word: N_("China"), x: 420, y: 60, wide: true },
      { word: N_("Borneo"), x: 535, y: 480, wide: true },
      { word: N_("Sumatra"), x: 150, y: 520 },
      { word: N_("Java"), x: 470, y: 676 },
      { word: N_("Flores"), x: 690, y: 642 },
      { word: N_("Mindanao"), x: 852, y: 404 },
      { word: N_("Luzon"), x: 640, y: 204 },
      { word: N_("Indian Ocean"), x: 176, y: 668, wide: true },
      { word: N_("China Sea"), x: 520, y: 290, wide: true },
    ],
    roses: [
      [885, 250],
      [230, 700],
    ],
  },
];
