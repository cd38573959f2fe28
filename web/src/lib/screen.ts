/* Kinds of small screen. `small`: a phone however it is held, or a window enlarged until no more
   of it is left; there is one column, and what does not fit lies behind tabs. `lying`: such a screen wider
   than high, where question and hand stand beside the board. `low`: lying, or a short phone, where even one row
   less counts. Styles ask for the same three in the same words. */
import { MediaQuery } from "svelte/reactivity";

export const small = new MediaQuery("(max-width: 700px), (max-height: 560px)");
export const low = new MediaQuery("(max-height: 560px), (max-height: 700px) and (max-width: 560px)");
export const lying = new MediaQuery("(max-height: 560px) and (min-width: 561px)");
