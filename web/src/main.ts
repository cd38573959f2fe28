/* Where the page begins: small, so that the French a reader may need, and the house of a page without a server,
   are asked for beside the page itself and not after it. */
import "./look/fonts.css";
import "./look/tokens.css";
import { french } from "./lib/catalogue";
import { firstLang } from "./lib/lang";
import { ALONE, expectServer } from "./lib/local";

if (firstLang() === "fr") french("shell").catch(() => {}); // start.ts asks again
if (ALONE) expectServer();
void import("./start");
