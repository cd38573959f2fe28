/* The coasts of both charts, read from the outlines the engine itself is built from: what a page
   shows is where a ship runs aground. */
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
