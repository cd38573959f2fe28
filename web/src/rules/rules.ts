/* The rules of a game in our own words, French and English side by side. **Stars** make words bold; a
   line that begins with > is a case apart. Figures are drawn by the game's own Figure component. */
import type { Lang } from "../lib/lang";

type Told = Record<Lang, string>;

export interface Chapter {
  id: string; // links of the table lead here
  title: Told;
  text: Record<Lang, string[]>;
  figure: string | null;
  caption: Told | null;
}

export interface Rules {
  lead: Told;
  facts: Record<Lang, string[]>;
  end: Told;
  chapters: Chapter[];
}
