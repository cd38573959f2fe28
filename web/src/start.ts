/* Puts the page on the screen, once its words are there. */
import { mount } from "svelte";
import App from "./App.svelte";
import { link } from "./lib/link.svelte";
import { lobby } from "./lib/lobby.svelte";
import { bell } from "./lib/bell.svelte";
import { mine } from "./lib/mine.svelte";
import { way } from "./lib/route.svelte";
import { tongue } from "./lib/words.svelte";
import { pages } from "./pages/index";
import { service } from "./shell/service.svelte";

const LATER = 2000; // ms after the first view: what is fetched to be kept hinders nobody

mine.start();
bell.start();
lobby.start();
link.start();
pages[way.route.page]().catch(() => {}); // the page that shows it tells
void tongue.learn("shell").then(() => {
  const target = document.getElementById("app");
  if (target) mount(App, { target });
  setTimeout(() => service.start(), LATER);
});
