/* The language a reader is spoken to in at first: what he chose before, else what his browser asks for. */
import { kept } from "./kept";

export type Lang = "fr" | "en";

export function firstLang(): Lang {
  const chosen = kept("lang");
  if (chosen === "fr" || chosen === "en") return chosen;
  for (const wanted of navigator.languages ?? [navigator.language]) {
    if (/^fr\b/i.test(wanted)) return "fr";
    if (/^en\b/i.test(wanted)) return "en";
  }
  return "fr";
}

/* Which English the browser speaks: its dates are not written alike everywhere. */
export const firstEnglish = (): string =>
  (navigator.languages ?? [navigator.language]).find((one) => /^en\b/i.test(one)) ?? "en";
