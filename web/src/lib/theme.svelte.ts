/* Day, night, or as the system says. Also whether pieces may move. */
import { keep, kept } from "./kept";
import { ALONE } from "./local";

export type Theme = "light" | "dark" | "auto";

const YEAR = 365 * 24 * 3600; // s

const night = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

class Room {
  theme = $state<Theme>(first());
  #night = $state(night.matches);
  #still = $state(still.matches);
  dark = $derived(this.theme === "auto" ? this.#night : this.theme === "dark");

  constructor() {
    night.addEventListener("change", () => (this.#night = night.matches));
    still.addEventListener("change", () => (this.#still = still.matches));
  }

  /* Pieces fade in their new place instead of travelling. */
  get still(): boolean {
    return this.#still;
  }

  /* The other light; back to the system's where that is what it already shows. */
  toggle(): void {
    const wanted = this.dark ? "light" : "dark";
    this.theme = (wanted === "dark") === this.#night ? "auto" : wanted;
    keep("theme", this.theme);
  }
}

/* Tells the server what was chosen, which gives the page with that light in its first bytes. */
function tell(theme: Theme): void {
  const age = theme === "auto" ? 0 : YEAR;
  if (!ALONE) document.cookie = `negoce-light=${theme}; path=/; max-age=${age}; samesite=lax`;
}

function first(): Theme {
  const chosen = kept("theme");
  return chosen === "light" || chosen === "dark" ? chosen : "auto";
}

export const room = new Room();

$effect.root(() => {
  $effect(() => {
    document.documentElement.dataset.theme = room.dark ? "dark" : "light";
  });
  $effect(() => tell(room.theme));
});
