/* What a move of Comptoir des Antilles is called where it stands alone: as its button calls it. Notation:
   notation.md. */
import { list, N_, t } from "../../lib/words.svelte";
import { cardCalled, eventName } from "./cards";
import { playOf, type Play } from "./plays";

export function phrase(words: readonly string[], names: readonly string[]): string | null {
  const [verb = "", what = "", where = ""] = words;
  switch (verb) {
    case "play": {
      const play = playOf(words.join(" "));
      return play && playWords(play, names);
    }
    case "auction":
      return t("Put an event to auction");
    case "bid":
      return t("Bid {n} {n?prime|primes}", { n: Number(what) });
    case "pass":
      return t("Pass");
    case "put":
      return t("Put “{seat}” at quay {n}", { seat: eventName(what), n: Number(where) });
    case "sail":
      return t("Let the ship at quay {n} sail first", { n: Number(what) });
    case "slate":
      return t("Leave the slate to {seat}", { seat: names[Number(what.slice(1))] ?? "" });
    case "pay":
      return t("Pay the commission");
    case "load":
      return t("Load {seat}", { seat: list(loads(words.slice(1))) });
    case "end":
      return t("End the turn");
    default:
      return null;
  }
}

const LOADS: Readonly<Record<string, string>> = {
  madras: N_("madras at quay {n}"),
  rum: N_("rum at quay {n}"),
  spices: N_("spices at quay {n}"),
  vanilla: N_("vanilla at quay {n}"),
};

/* "rum at quay 3", for each ship. */
function loads([quay, good, ...more]: readonly string[]): string[] {
  if (quay === undefined || good === undefined) return [];
  return [t(LOADS[good] ?? good, { n: Number(quay) }), ...loads(more)];
}

function playWords({ card, favour, quays }: Play, names: readonly string[]): string {
  const items = [cardCalled(card)];
  const played =
    quays.length === 0
      ? t("Play the {items}", { items })
      : t("Play the {items} at {n?quay|quays} {other}", { items, n: quays.length, other: list(quays.map(String)) });
  if (!favour) return played;
  const { from, to, count, other } = favour;
  const seat = names[other ?? -1] ?? "";
  if (from === null) return t("{other}, sending a porter of {seat}’s home", { other: played, seat });
  return other === null
    ? t("{other}, moving {n} {n?porter|porters} from quay {m} to quay {seat}", { other: played, n: count, m: from, seat: String(to) })
    : t("{other}, exchanging a porter at quay {n} with one of {seat}’s at quay {m}", { other: played, n: from, seat, m: to ?? 0 });
}
