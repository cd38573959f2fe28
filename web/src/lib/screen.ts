/* Kinds of small screen. `small`: a phone however it is held, or a window enlarged until no more
   of it is left; there is one column, and what does not fit lies behind tabs. `lying`: such a screen wider
   than high, where question and hand stand beside the board. `squat`: a short phone held upright. `low`: one of
   these two, where even one row less counts. Styles ask for the same four in the same words. */
import { MediaQuery } from "svelte/reactivity";

export const small = new MediaQuery("(max-width: 700px), (max-height: 560px)");
export const low = new MediaQuery("(max-height: 560px), (max-height: 700px) and (max-width: 560px)");
export const squat = new MediaQuery("(max-height: 700px) and (max-width: 560px)");
export const lying = new MediaQuery("(max-height: 560px) and (min-width: 561px)");
