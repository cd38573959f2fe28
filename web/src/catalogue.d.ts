/* What vite.config.ts makes of the catalogue: for each part of the page, how its French is loaded; and
   the English of each id that is a proper name. */
declare module "virtual:catalogue" {
  const parts: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export const names: Record<string, string>;
  export default parts;
}

/* The first word of the house in the page, for nobody in particular, and names for who has none. */
declare module "virtual:welcome" {
  import type { Welcome } from "./lib/protocol";
  export const welcome: Welcome;
  export const winds: string[];
}
