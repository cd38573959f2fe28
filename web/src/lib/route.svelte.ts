/* Which page the address names. Links inside the product are plain anchors; `follow` turns a click
   on one into a change of page without loading anything. */

import { rulesOf } from "../games/index";
import { ALONE } from "./local";
import type { Eyes } from "../replay/messages";

export type Route =
  | { page: "home"; lost: boolean } // lost: the address named nothing
  | { page: "games" } // mine
  | { page: "lobby" }
  | { page: "new"; game: string | null } // the game already chosen
  | { page: "table"; id: string }
  | { page: "learn"; game: string | null } // the game in view
  | { page: "harbour" } // where a voyage is practised
  | { page: "fair"; id: string } // the check of its draws
  | { page: "replays" } // games to look back at
  | { page: "replay"; id: string; at: number | null; eyes: Eyes; puzzle: boolean } // null: the start; one's own
  | { page: "account"; signIn: boolean; table: string | null } // where one goes once signed in
  | { page: "ranking"; game: string | null } // null: of the first game
  | { page: "person"; name: string }
  | { page: "site"; text: "terms" | "contact" } // of who runs it
  | { page: "rules"; game: string | null }; // null: of the first game

const TABLE = /^~?[\w-]{1,64}$/;

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

/* Where one came to one's account from: ?table=… */
function tableOf(query: string): string | null {
  const table = new URLSearchParams(query).get("table") ?? "";
  return TABLE.test(table) ? table : null;
}

/* A name as it stands in an address. */
function spelled(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/* `path` may carry a query. */
export function routeOf(path: string): Route {
  const [way = "", query = ""] = path.split("?");
  const parts = way.split("/").filter((part) => part !== "");
  const [first, second] = parts;
  if (first === undefined) return { page: "home", lost: false };
  if (first === "new" && parts.length <= 2) return { page: "new", game: second ?? null };
  if ((first === "games" || first === "lobby") && parts.length === 1) return { page: first };
  if (first === "learn" && parts.length <= 2) return { page: "learn", game: second ?? null };
  if (first === "harbour" && parts.length === 1) return { page: "harbour" };
  if (first === "t" && second !== undefined && TABLE.test(second) && parts.length === 2)
    return { page: "table", id: second };
  if (first === "t" && second !== undefined && TABLE.test(second) && parts.length === 3 && parts[2] === "fair")
    return { page: "fair", id: second };
  if (first === "replay" && parts.length === 1) return { page: "replays" };
  if (first === "replay" && second !== undefined && TABLE.test(second) && parts.length === 2)
    return replayOf(second, query);
  if (first === "ranking" && parts.length <= 2) return { page: "ranking", game: second ?? null };
  if (first === "people" && second !== undefined && parts.length === 2)
    return { page: "person", name: spelled(second) };
  if ((first === "account" || first === "sign-in") && parts.length === 1)
    return { page: "account", signIn: first === "sign-in", table: tableOf(query) };
  if ((first === "terms" || first === "contact") && parts.length === 1) return { page: "site", text: first };
  if (first === "rules" && parts.length <= 2 && (second === undefined || rulesOf(second)))
    return { page: "rules", game: second ?? null };
  return { page: "home", lost: true };
}

/* A static host knows no address but its own: there the page is named behind a #. */
const here = (): string => (ALONE ? location.hash.slice(1) || "/" : location.pathname + location.search);
const addressOf = (path: string): string => (ALONE ? `#${path}` : path);

class Way {
  route = $state.raw<Route>(routeOf(here()));

  constructor() {
    addEventListener("popstate", () => (this.route = routeOf(here())));
  }

  go(path: string): void {
    if (path !== here()) history.pushState(null, "", addressOf(path));
    this.route = routeOf(path);
    scrollTo(0, 0);
  }

  /* The same page has another address now. */
  stay(path: string): void {
    if (path !== here()) history.replaceState(history.state, "", addressOf(path));
  }
}

/* A page's address, to be sent to others. */
export const wholeAddress = (path: string): string => new URL(addressOf(path), location.href).href;

export const way = new Way();

/* Follows a click on a link of our own, unless the reader wants another tab or window. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest("a");
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname === location.pathname && link.hash && !link.hash.startsWith("#/")) return;
  event.preventDefault();
  way.go(pathOf(link));
}

/* The page a link of our own names. */
export const pathOf = (link: HTMLAnchorElement): string =>
  link.hash.startsWith("#/") ? link.hash.slice(1) : link.pathname + link.search;

/* Where pages are named behind a #, so are links, before anybody copies one or opens another tab. */
export function respell(event: Event): void {
  const link = ALONE && event.target instanceof Element ? event.target.closest("a") : null;
  if (link?.getAttribute("href")?.startsWith("/")) link.setAttribute("href", addressOf(pathOf(link)));
}
