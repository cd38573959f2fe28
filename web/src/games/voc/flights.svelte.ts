/* What travels on the board ashore: men come from their player's place and go back there, goods of mine
   come from their port and go back to it, contracts come from the pile and go to Amsterdam. Where the
   board itself gives way to another view, nothing flies. */

import { fly } from "../../lib/flip.svelte";
import type { Desk } from "./desk.svelte";

/* Call it while the table is being set up. */
export function travels(root: () => HTMLElement | undefined, desk: Desk): void {
  const at = (place: string): Element | null => root()?.querySelector(place) ?? null;
  const scene = (): string => (at("[data-shows]") as HTMLElement | null)?.dataset["shows"] ?? "";
  let before = "";
  $effect.pre(() => {
    void desk.view;
    before = scene();
  });
  const same = (): boolean => before !== "" && before === scene();

  const man = (key: string): Element | null => at(`[data-anchor="seat:${CSS.escape(key.slice(1))}"]`);
  const port = (key: string): Element | null => {
    const name = desk.picture.ports.find((one) => one.good === key.slice(1))?.name ?? "";
    return at(`[data-port="${CSS.escape(name)}"]`);
  };
  fly({
    root,
    when: () => desk.view,
    from: (key) => {
      if (!same()) return null;
      return key.startsWith("c") ? at('[data-anchor="pile"]') : key.startsWith("m") ? man(key) : port(key);
    },
    to: (key) => {
      if (!same()) return null;
      if (key.startsWith("m")) return man(key);
      if (key.startsWith("g")) return port(key);
      const card = Number(key.slice(1));
      const gone = desk.picture.amsterdam.cards.some((one) => one.card === card);
      return gone ? at('[data-anchor="amsterdam"]') : null;
    },
  });
}
