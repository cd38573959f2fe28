/* The goods and companies that have a plate and a mark (look/goods.svg). */
export const GOODS: ReadonlySet<string> = new Set([
  "cloth",
  "wood",
  "grain",
  "olives",
  "spices",
  "wine",
  "trader",
  "tea",
  "cotton",
  "porcelain",
  "silk",
  "ginger",
  "nutmeg",
  "pepper",
  "cloves",
  "cinnamon",
  "coffee",
  "textile",
  "madras",
  "rum",
  "vanilla",
]);

export const COMPANIES: ReadonlySet<string> = new Set([
  "england",
  "denmark",
  "france",
  "netherlands",
  "sweden",
]);

/* The symbol of a good, or the charge of a company. */
export function markOf(id: string): string {
  return COMPANIES.has(id) ? `co-${id}` : id;
}
