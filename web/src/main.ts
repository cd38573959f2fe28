/* Where the page begins: small, so that the French a reader may need is asked for beside the page itself
   and not after it. */
import "./look/fonts.css";
import "./look/tokens.css";
import { french } from "./lib/catalogue";
import { firstLang } from "./lib/lang";

if (firstLang() === "fr") french("shell").catch(() => {}); // start.ts asks again
void import("./start");
