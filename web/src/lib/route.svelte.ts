/* Which page the address names. Links inside the product are plain anchors; `follow` turns a click
   on one into a change of page without loading anything. */

import { rulesOf } from "../games/index";
import type { Eyes } from "./protocol";

export type Route =
  | { page: "home"; lost: boolean } // lost: the address named nothing
  | { page: "games" } // mine
  | { page: "lobby" }
  | { page: "new"; game: string | null } // the game already chosen
  | { page: "table"; id: string }
  | { page: "fair"; id: string } // the check of its draws
  | { page: "replay"; id: string; at: number | null; eyes: Eyes; puzzle: boolean } // null: the start; one's own
  | { page: "rules"; game: string | null }; // null: of the first game

const TABLE = /^[\w-]{1,64}$/;

/* A game looked back at: ?at=52&eyes=1, or eyes=open; `puzzle` hides what came of it. */
function replayOf(id: string, query: string): Route {
  const asked = new URLSearchParams(query);
  const at = asked.get("at") ?? "";
  const eyes = asked.get("eyes") ?? "";
  return {
    page: "replay",
    id,
    at: /^\d{1,6}$/.test(at) ? Number(at) : null,
    eyes: eyes === "open" ? "open" : /^\d$/.test(eyes) ? Number(eyes) : null,
    puzzle: asked.has("puzzle"),
  };
}

/* `path` may carry a query. */
export function routeOf(path: string): Route {
  const [way = "", query = ""] = path.split("?");
  const parts = way.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined) return { page: "home", lost: false };
  if (first === "new" && parts.length <= 2) return { page: "new", game: second ?? null };
  if ((first === "games" || first === "lobby") && parts.length === 1) return { page: first };
  if (first === "t" && second !== undefined && TABLE.test(second) && parts.length === 2)
    return { page: "table", id: second };
  if (first === "t" && second !== undefined && TABLE.test(second) && parts.length === 3 && parts[2] === "fair")
    return { page: "fair", id: second };
  if (first === "replay" && second !== undefined && TABLE.test(second) && parts.length === 2)
    return replayOf(second, query);
  if (first === "rules" && parts.length <= 2 && (second === undefined || rulesOf(second)))
    return { page: "rules", game: second ?? null };
  return { page: "home", lost: true };
}

class Way {
  route = $state.raw<Route>(routeOf(location.pathname + location.search));

  constructor() {
    addEventListener("popstate", () => (this.route = routeOf(location.pathname + location.search)));
  }

  go(path: string): void {
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.route = routeOf(path);
    scrollTo(0, 0);
  }
}

export const way = new Way();

/* Follows a click on a link of our own, unless the reader wants another tab or window. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  way.go(link.pathname + link.search);
}
