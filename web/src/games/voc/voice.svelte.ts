/* Words called at sea, spoken aloud in the language of the page: a captain with closed eyes hears them.
   It can be switched off, which is kept. Where the machine has no voice, nothing is said. */

import { keep, kept } from "../../lib/kept";
import { language } from "../../lib/words.svelte";

const ACCENTS = { fr: "fr-FR", en: "en-GB" } as const;

class Voice {
  on = $state(kept("voice") !== "off");

  /* This browser can speak at all. */
  get able(): boolean {
    return typeof speechSynthesis !== "undefined" && typeof SpeechSynthesisUtterance !== "undefined";
  }

  toggle(): void {
    this.on = !this.on;
    keep("voice", this.on ? "on" : "off");
    if (!this.on && this.able) speechSynthesis.cancel();
  }

  say(words: string): void {
    if (!this.on || !this.able) return;
    try {
      const spoken = new SpeechSynthesisUtterance(words);
      const accent = ACCENTS[language.lang];
      spoken.lang = accent;
      spoken.voice = speechSynthesis.getVoices().find((one) => one.lang.replace("_", "-") === accent) ?? null;
      spoken.rate = 1.1;
      speechSynthesis.speak(spoken);
    } catch {
      /* a browser may have the names and no voice behind them */
    }
  }

  /* Some browsers speak only once a hand has asked them to: called when it touches the ship. */
  wake(): void {
    if (this.on && this.able && !speechSynthesis.speaking) this.say("");
  }
}

export const voice = new Voice();
