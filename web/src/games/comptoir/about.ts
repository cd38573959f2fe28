import type { About } from "../about";
import { N_ } from "../../lib/words.svelte";

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
  tally: {
    name: N_("Primes"),
    amount: N_("{n} {n?prime|primes}"),
    source: N_("Where the primes come from"),
    pace: N_("primes, round by round"),
    length: N_("{n} {n?round|rounds} played"),
  },
  tie: "",
};
