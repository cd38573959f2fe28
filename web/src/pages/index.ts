/* The pages, each a piece of its own, loaded when somebody goes there or is about to. */
import { rulesOf, tableOf } from "../games/index";
import { lobby } from "../lib/lobby.svelte";
import { mine } from "../lib/mine.svelte";
import { once } from "../lib/once";
import { pathOf, type Route, routeOf } from "../lib/route.svelte";
import { language } from "../lib/words.svelte";

/* What home tells at first sight is all a page has unasked: any other comes together with its words. */
const worded = <Page>(load: () => Promise<Page>, ...parts: string[]) =>
  once(async () => (await Promise.all([load(), ...["rest", ...parts].map((part) => language.learn(part))]))[0]);

export const pages = {
  home: once(() => import("./Home.svelte")),
  games: worded(() => import("./MyGames.svelte")),
  lobby: worded(() => import("./Lobby.svelte")),
  new: worded(() => import("./NewTable.svelte")),
  table: worded(() => import("./TablePage.svelte"), "table"),
  learn: worded(() => import("./Learn.svelte")),
  harbour: worded(() => import("../games/voc/harbour/Harbour.svelte"), "table", "voc"),
  fair: worded(() => import("./FairPage.svelte"), "table"),
  replays: worded(() => import("./ReplaysPage.svelte"), "table"),
  replay: worded(() => import("./ReplayPage.svelte"), "table"),
  ranking: worded(() => import("../people/RankingPage.svelte"), "people"),
  person: worded(() => import("../people/PersonPage.svelte"), "people"),
  account: worded(() => import("../account/AccountPage.svelte"), "people"),
  site: worded(() => import("./SitePage.svelte")),
  rules: worded(() => import("../rules/RulesPage.svelte")),
} satisfies Record<Route["page"], unknown>;

/* What is told beside a page. */
export const asides = {
  gallery: worded(() => import("../replay/Gallery.svelte")),
  invitation: worded(() => import("../people/Invitation.svelte"), "people"),
  name: worded(() => import("../shell/NameDialog.svelte")),
  won: worded(() => import("../people/Won.svelte"), "people"),
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
  const route = routeOf(pathOf(anchor));
  if (route.page === "table") return expectTable(gameOf(route.id));
  early(pages[route.page]);
  if (route.page === "rules" && route.game) early(rulesOf(route.game));
}
