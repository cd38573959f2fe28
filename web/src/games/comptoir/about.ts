import { type About, POINTS } from "../about";

export const about: About = {
  title: "Comptoir des Antilles",
  short: "Comptoir",
  mark: "rum",
  points: {
    earn: { seat: 1 },
    gain: { seat: 1 },
    commission: { seat: -1 },
    slate: { other: -1 },
    lose: { seat: -1 },
    win: { seat: -1 },
  },
  marks: ["round"],
  tally: POINTS,
  tie: "",
};
