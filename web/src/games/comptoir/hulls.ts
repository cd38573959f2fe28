/* Ships drawn to their size: paths around an origin amidships on deck, in units of the scene. `half` is
   half the length of the deck, places times their spacing. */

export interface Mast {
  x: number;
  top: number;
  yards: { y: number; half: number }[];
}

export interface Lines {
  hull: string;
  wale: string;
  planks: string;
  bowsprit: string;
  masts: Mast[];
}

const XS: Record<number, number[]> = { 1: [0], 2: [-0.55, 0.52], 3: [-0.7, 0, 0.7] };

function mastCount(size: number): 1 | 2 | 3 {
  return size <= 4 ? 1 : size <= 6 ? 2 : 3;
}

/* A ship at the quay of a wide board. */
export function tallShip(size: number, spacing: number): Lines {
  const h = (size * spacing) / 2;
  const count = mastCount(size);
  const low = [45, 39.5, 35][count - 1] ?? 35;
  const main = count === 2 ? 1 : count === 3 ? 1 : 0; // the tallest
  return {
    hull:
      `M${-h - 30}-30L${-h - 12}-28L${-h - 10}-1H${h + 4}L${h + 8}-14L${h + 36}-17` +
      `C${h + 30} 14 ${h + 10} 40 ${h - 8} 52H${-h + 4}C${-h - 14} 42 ${-h - 26} 12 ${-h - 30}-30z`,
    wale: `M${-h - 28} 7H${h + 28}`,
    planks: `M${-h - 22} 20H${h + 20}M${-h - 14} 33H${h + 8}`,
    bowsprit: `M${h + 14}-14L${h + 50}-38`,
    masts: (XS[count] ?? []).map((at, i) => {
      const top = i === main ? -172 : -146;
      return {
        x: at * h,
        top,
        yards: [
          { y: top / 2, half: low },
          { y: top * 0.8, half: low * 0.76 },
        ],
      };
    }),
  };
}

/* A ship in a lane of a narrow board: a flat hull, short masts. */
export function laneShip(size: number, spacing: number): Lines {
  const h = (size * spacing) / 2;
  const count = mastCount(size);
  const half = [43, 27, 23][count - 1] ?? 23;
  return {
    hull:
      `M${-h - 16}-20L${-h - 5}-19L${-h - 4}-5H${h}L${h + 3}-13L${h + 16}-15` +
      `C${h + 12} 4 ${h + 4} 13 ${h - 5} 18H${-h + 3}C${-h - 9} 12 ${-h - 14}-2 ${-h - 16}-20z`,
    wale: `M${-h - 14} 0H${h + 11}`,
    planks: `M${-h - 10} 8H${h + 5}`,
    bowsprit: "",
    masts: (XS[count] ?? []).map((at, i) => ({
      x: at * h,
      top: i === count - 1 ? -66 : -64,
      yards: [{ y: -38, half }],
    })),
  };
}

/* A furled sail under its yard. */
export function furl(x: number, y: number, half: number): string {
  const bulge = (2 * half - 10) / 4;
  return `M${x - half + 5} ${y + 1}q${bulge / 2} 11 ${bulge} 4t${bulge} 2 ${bulge}-1 ${bulge}-5z`;
}
