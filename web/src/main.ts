/* Where the page begins. */
import "./look/fonts.css";
import "./look/tokens.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { link } from "./lib/link.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
link.start();
