/* What vite.config.ts makes of the catalogue: for each part of the page, how its French is loaded. */
declare module "virtual:catalogue" {
  const parts: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default parts;
}
