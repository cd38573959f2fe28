/* Which games have a lesson, for pages that teach none. */
import type { Lesson } from "./lesson";

const files = import.meta.glob<Lesson>("../../../src/games/*/lesson.json", { import: "default" });

/* The lesson of a game, loaded when first needed; undefined where it has none. */
export function lessonOf(game: string): (() => Promise<Lesson>) | undefined {
  return files[`../../../src/games/${game}/lesson.json`];
}
