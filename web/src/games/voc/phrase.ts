/* What a move of VOC! is called where it stands alone: as its button calls it. Notation: notation.md. The
   strokes of a voyage have no words: they are drawn. */
import { list, N_, t } from "../../lib/words.svelte";
import { swapWords } from "./bargains.svelte";
import { card } from "./cards";
import { byPort, goodsWords, needsWords } from "./terms";

/* Moves of one word. */
const ALONE: Readonly<Record<string, string>> = {
  pass: N_("Pass"),
  stay: N_("Stay"),
  stop: N_("Stop"),
  quiet: N_("Keep quiet"),
  mute: N_("Keep quiet for the whole voyage"),
  chat: N_("Talk freely"),
  take: N_("Take aboard"),
  skip: N_("Wait"),
  withdraw: N_("Withdraw the offer"),
  done: N_("Finish"),
  wait: N_("Promise nothing"),
};

/* The numbers and goods of one side of an offer. */
function side(words: readonly string[]): { goods: string[]; sum: number } {
  const isSum = (word: string) => /^\d+$/.test(word);
  return { goods: words.filter((word) => !isSum(word) && word !== "nothing"), sum: Number(words.find(isSum) ?? 0) };
}

function offered(words: readonly string[]): string {
  const at = words.indexOf("for");
  const [gives, wants] = [side(words.slice(0, at)), side(words.slice(at + 1))];
  return swapWords({ give: gives.goods, pays: gives.sum, want: wants.goods, gets: wants.sum });
}

/* "2 sailors and 1 merchant"; of none nothing is said. */
function crew(sailors: number, merchants: number): string {
  const men = [
    ...(sailors > 0 ? [t("{n} {n?sailor|sailors}", { n: sailors })] : []),
    ...(merchants > 0 ? [t("{n} {n?merchant|merchants}", { n: merchants })] : []),
  ];
  return list(men);
}

/* What leaves for a contract: of its left side or its right, the pepper by its ports. */
function delivered(contract: number, how: readonly string[]): string[] {
  const needs = card(contract).needs[how[0] === "right" ? 1 : 0] ?? [];
  return byPort(needs, how.filter((word) => word !== "right" && word !== "left"));
}

/* A claim: its price, and where there is a choice the side that is delivered and the pepper of which ports. */
function claim(price: number, how: readonly string[]): string {
  const said = t("Claim the contract for {n} {n?daalder|daalders}", { n: price });
  const ports = how.filter((word) => word !== "right" && word !== "left");
  const more = [...(how[0] === "right" ? [t("its right side")] : []), ...(ports.length > 0 ? [goodsWords(ports)] : [])];
  return more.length > 0 ? t("{seat}, delivering {other}", { seat: said, other: list(more) }) : said;
}

export function phrase([verb = "", ...words]: readonly string[], names: readonly string[]): string | null {
  const [what = "", n = ""] = words;
  const seat = names[Number(what)] ?? "";
  const asks = () => needsWords(card(Number(what)));
  switch (verb) {
    case "outfit":
      return t("Outfit ship {seat} with {other}", { seat: what, other: crew(Number(n), Number(words[2])) });
    case "sign":
      return n === "none" ? t("Sign the contract for {seat}", { seat: asks() }) : t("Sign the contract for {seat}, due in {n}", { seat: asks(), n: Number(n) });
    case "takeover":
      return t("Take over the contract for {seat}, due in {n}", { seat: asks(), n: Number(n) });
    case "tighten":
      return t("Tighten the contract for {seat} to {n}", { seat: asks(), n: Number(n) });
    case "recall":
      return t("Recall the men from ship {seat}", { seat: what });
    case "sail":
      return what === "" ? t("Set sail") : t("Set sail from point {n} of the road to Middelburg", { n: Number(what) });
    case "say":
      return t("Call {items}", { items: [what] });
    case "offer":
      return t("Offer {seat} a deal: {other}", { seat, other: offered(words.slice(1)) });
    case "accept":
      return t("Accept the offer of {seat}", { seat });
    case "refuse":
      return t("Refuse the offer of {seat}", { seat });
    case "tender":
      return claim(Number(what), words.slice(1));
    case "hush":
      return t("Promise {n} {n?daalder|daalders} to {seat}", { seat, n: Number(n) });
    case "deliver":
      return t("Deliver {seat}", { seat: goodsWords(delivered(Number(what), words.slice(1))) });
    case "keep":
      return what === "nothing" ? t("Keep nothing") : t("Keep {seat}", { seat: goodsWords(words) });
    default: {
      const alone = ALONE[verb];
      return alone === undefined ? null : t(alone);
    }
  }
}
