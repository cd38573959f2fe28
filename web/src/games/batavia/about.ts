import type { About } from "../about";
import { N_ } from "../../lib/words.svelte";

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
  tally: {
    name: N_("Gold"),
    amount: N_("{n} {n?piece of gold|pieces of gold}"),
    source: N_("Where the gold comes from"),
    pace: N_("gold, round by round"),
    length: N_("{n} {n?round|rounds}"),
  },
  tie: "",
  end: 8000,
};
