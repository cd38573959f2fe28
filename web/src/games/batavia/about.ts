import { type About, POINTS } from "../about";

export const about: About = {
  title: "Batavia",
  mark: "ginger",
  points: {
    exchange: { seat: 1 },
    counters: { seat: 1 },
    most: { seat: 1 },
    arrival: { seat: 1 },
    seals: { seat: 1 },
  },
  marks: ["round"],
  tally: POINTS,
  tie: "",
  end: 8000,
};
