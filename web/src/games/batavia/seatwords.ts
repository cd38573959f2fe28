/* One word on where a seat stands. */
import { t } from "../../lib/words.svelte";
import type { Desk } from "./desk.svelte";

export function standing(desk: Desk, s: number): string {
  const { picture } = desk;
  const seat = picture.seats[s];
  if (!seat || desk.view.over) return "";
  if (desk.mine && s === desk.me) return t("your turn");
  if (picture.phase === "auction") {
    if (seat.passed) return t("passed");
    if (seat.bid > 0) return t("bids {n}", { n: seat.bid });
  }
  return "";
}
