/* What this browser keeps between visits: language, theme, sound, last choices, how far a talk was read.
   A browser that forbids it simply forgets. Nothing of a game is ever kept here. */

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`negoce.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`negoce.${name}`, value);
  } catch {
    /* private windows may refuse */
  }
}

export function forget(name: string): void {
  try {
    localStorage.removeItem(`negoce.${name}`);
  } catch {
    /* there is nothing to forget */
  }
}
