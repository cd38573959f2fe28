/* Puts the page on the screen, once its words are there. */
import { mount } from "svelte";
import App from "./App.svelte";
import { bell } from "./lib/bell.svelte";
import { later } from "./lib/later.svelte";
import { link } from "./lib/link.svelte";
import { lobby } from "./lib/lobby.svelte";
import { mine } from "./lib/mine.svelte";
import { way } from "./lib/route.svelte";
import { language } from "./lib/words.svelte";
import { pages } from "./pages/index";
import { service } from "./shell/service.svelte";

const LATER = 4000; // ms after the first view: what is fetched to be kept hinders nobody

mine.start();
bell.start();
lobby.start();
link.start();
service.start();
const page = pages[way.route.page]().catch(() => {}); // the page that shows it tells
const words = language.learn("shell").then(() => {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
});
void Promise.all([page, words, link.greeted()]).then(() =>
  setTimeout(() => {
    later.come = true;
    void language.learn("rest");
    setTimeout(() => service.keep(), LATER);
  }),
);
