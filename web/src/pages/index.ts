/* The pages, each a piece of its own, loaded when somebody goes there or is about to. */
import { rulesOf, tableOf } from "../games/index";
import { lobby } from "../lib/lobby.svelte";
import { mine } from "../lib/mine.svelte";
import { once } from "../lib/once";
import { type Route, routeOf } from "../lib/route.svelte";
import { tongue } from "../lib/words.svelte";

/* A page together with its words. */
const worded = <Page>(part: string, load: () => Promise<Page>) =>
  once(async () => (await Promise.all([load(), tongue.learn(part)]))[0]);

export const pages = {
  home: once(() => import("./Home.svelte")),
  games: worded("lists", () => import("./MyGames.svelte")),
  lobby: worded("lists", () => import("./Lobby.svelte")),
  new: worded("lists", () => import("./NewTable.svelte")),
  table: worded("table", () => import("./TablePage.svelte")),
  learn: once(() => import("./Learn.svelte")),
  harbour: once(async () => {
    const [page] = await Promise.all([import("../games/voc/harbour/Harbour.svelte"), tongue.learn("voc"), tongue.learn("table")]);
    return page;
  }),
  fair: worded("table", () => import("./FairPage.svelte")),
  replays: worded("table", () => import("./ReplaysPage.svelte")),
  replay: worded("table", () => import("./ReplayPage.svelte")),
  ranking: worded("people", () => import("../people/RankingPage.svelte")),
  person: worded("people", () => import("../people/PersonPage.svelte")),
  account: worded("people", () => import("../account/AccountPage.svelte")),
  house: once(() => import("./HousePage.svelte")),
  rules: once(() => import("../rules/RulesPage.svelte")),
} satisfies Record<Route["page"], unknown>;

/* What is told beside a page. */
export const asides = {
  invitation: worded("people", () => import("../people/Invitation.svelte")),
  won: worded("people", () => import("../people/Won.svelte")),
};

/* Loads in advance; what fails is asked for again, and told, where it is shown. */
const early = (load: (() => Promise<unknown>) | undefined) => void load?.().catch(() => {});

/* A table of this game is about to be opened. */
export function expectTable(game: string | undefined): void {
  early(pages.table);
  if (game) early(tableOf(game));
}

/* The game of a table, where a list names it. */
function gameOf(table: string): string | undefined {
  return [...mine.turn, ...mine.waiting, ...lobby.open].find((one) => one.id === table)?.game;
}

/* Somebody points at a link of our own: what stands behind it is loaded before he follows it. */
export function foresee(event: Event): void {
  const anchor = event.target instanceof Element ? event.target.closest("a") : null;
  if (!anchor || anchor.origin !== location.origin || anchor.hasAttribute("download")) return;
  const route = routeOf(anchor.pathname);
  if (route.page === "table") return expectTable(gameOf(route.id));
  early(pages[route.page]);
  if (route.page === "rules" && route.game) early(rulesOf(route.game));
}
