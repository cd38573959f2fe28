import type { About } from "../about";
import { N_ } from "../../lib/words.svelte";

export const about: About = {
  title: "Byzanz",
  mark: "spices",
  points: { sell: { seat: 1 } },
  marks: ["round"],
  tally: {
    name: N_("Points"),
    amount: N_("{n} {n?point|points}"),
    source: N_("Where the points come from"),
    pace: N_("points, round by round"),
    length: N_("{n} {n?round|rounds}"),
  },
  tie: N_("{n} {n?card|cards} left in hand"),
};
