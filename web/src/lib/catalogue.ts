/* The French of the page, in parts: "shell" for the first view, "rest" for whatever comes after it, "people",
   "table", and one a game. Each is a file of its own, made from the catalogue at build time and loaded once. */
import parts from "virtual:catalogue";
import { once } from "./once";

export type Words = Readonly<Record<string, string>>;

const loaders = new Map(Object.entries(parts).map(([part, load]) => [part, once(load)]));

export async function french(part: string): Promise<Words> {
  const file = await loaders.get(part)?.();
  return file?.default ?? {};
}
