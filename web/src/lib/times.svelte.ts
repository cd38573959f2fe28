/* The clocks of a table in words, and the moment that makes them run: one second hand for the page, which
   rests while no clock is on the screen. */
import { language, t } from "./words.svelte";

/* How long decisions may take, as `time` of a summary says it. */
export type Limit =
  | { kind: "none" }
  | { kind: "decision"; seconds: number }
  | { kind: "bank"; seconds: number; more: number }
  | { kind: "slow"; seconds: number };

export function limitOf(time: string): Limit {
  const [kind, rest = ""] = time.split(":");
  const [first = 0, more = 0] = rest.split("+").map(Number);
  if (kind === "decision") return { kind, seconds: first };
  if (kind === "bank") return { kind, seconds: first, more };
  if (kind === "slow") return { kind, seconds: first * 3600 };
  return { kind: "none" };
}

const DAY = 86400;

/* A span a person counts in: "45 s", "10 min", "1 d 6 h". */
export function span(seconds: number): string {
  if (seconds < 60) return t("{n} s", { n: seconds });
  if (seconds < 3600)
    return seconds % 60 === 0 ? t("{n} min", { n: seconds / 60 }) : t("{n} min {m} s", { n: Math.floor(seconds / 60), m: seconds % 60 });
  const hours = Math.floor(seconds / 3600);
  if (seconds < DAY) {
    const minutes = Math.floor((seconds % 3600) / 60);
    return minutes === 0 ? t("{n} h", { n: hours }) : t("{n} h {m} min", { n: hours, m: minutes });
  }
  const days = Math.floor(seconds / DAY);
  return hours % 24 === 0
    ? t("{n} {n?day|days}", { n: days })
    : t("{n} d {m} h", { n: days, m: hours % 24 });
}

/* The clock of a table in a few words, "" where it has none. */
export function limitWords(time: string): string {
  const limit = limitOf(time);
  switch (limit.kind) {
    case "none":
      return "";
    case "decision":
    case "slow":
      return t("{seat} per move", { seat: span(limit.seconds) });
    case "bank":
      return limit.more === 0 ? span(limit.seconds) : `${span(limit.seconds)} + ${span(limit.more)}`;
  }
}

/* What is left, as a clock shows it. */
export function leftWords(ms: number, slow: boolean): string {
  const seconds = Math.ceil(ms / 1000);
  if (slow || seconds >= 3600) return span(seconds < 60 ? 60 : seconds - (seconds % 60));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, "0")}`;
}

/* The day of a moment in seconds since 1970, as in "until 26 November". */
export const dayOf = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(language.locale, { day: "numeric", month: "long" });

class Hand {
  now = $state(Date.now());
  #lookers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /* Somebody looks at a clock that runs. Called from an effect; what it returns ends it. */
  look(): () => void {
    this.now = Date.now();
    if (this.#lookers++ === 0) this.#timer = setInterval(() => (this.now = Date.now()), 250);
    return () => {
      if (--this.#lookers === 0) clearInterval(this.#timer);
    };
  }
}

export const hand = new Hand();
