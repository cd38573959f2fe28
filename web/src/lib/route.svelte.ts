/* Which page the address names. Links inside the product are plain anchors; `follow` turns a click
   on one into a change of page without loading anything. */

import { rulesOf } from "../games/index";

export type Route =
  | { page: "home"; lost: boolean } // lost: the address named nothing
  | { page: "games" } // mine
  | { page: "lobby" }
  | { page: "new"; game: string | null } // the game already chosen
  | { page: "table"; id: string }
  | { page: "rules"; game: string | null }; // null: of the first game

export function routeOf(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined) return { page: "home", lost: false };
  if (first === "new" && parts.length <= 2) return { page: "new", game: second ?? null };
  if ((first === "games" || first === "lobby") && parts.length === 1) return { page: first };
  if (first === "t" && second !== undefined && /^[\w-]{1,64}$/.test(second) && parts.length === 2)
    return { page: "table", id: second };
  if (first === "rules" && parts.length <= 2 && (second === undefined || rulesOf(second)))
    return { page: "rules", game: second ?? null };
  return { page: "home", lost: true };
}

class Way {
  route = $state.raw<Route>(routeOf(location.pathname));

  constructor() {
    addEventListener("popstate", () => (this.route = routeOf(location.pathname)));
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
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
  way.go(link.pathname);
}
