import { type About, POINTS } from "../about";
import { N_ } from "../../lib/words.svelte";

export const about: About = {
  title: "Byzanz",
  mark: "spices",
  points: { sell: { seat: 1 } },
  marks: ["round"],
  tally: POINTS,
  tie: N_("{n} {n?card|cards} left in hand"),
};
