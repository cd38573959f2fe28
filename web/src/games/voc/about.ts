import type { About } from "../about";
import { N_ } from "../../lib/words.svelte";

export const about: About = {
  title: "VOC!",
  mark: "pepper",
  points: {
    deliver: { seat: 1 },
    deal: { seat: 1, other: -1 },
    paid: { seat: 1, other: -1 },
    word: { seat: -1 },
    chat: { seat: -1 },
    penalty: { seat: -1 },
  },
  start: "at the start",
  total: "amsterdam",
  marks: ["year"],
  tally: {
    name: N_("Daalders"),
    amount: N_("{n} {n?daalder|daalders}"),
    source: N_("Where the daalders come from"),
    pace: N_("daalders, year by year"),
    length: N_("{n} {n?year|years}"),
  },
  tie: "",
  rival: {
    name: "Amsterdam",
    fed: N_("{n} {n?contract|contracts} nobody filled"),
    behind: N_("Amsterdam stops at {n}"),
  },
  out: "broke",
  level: { id: "novice", say: N_("With novices Amsterdam often wins: choose Trader.") },
  practice: "/harbour",
};
