/* The journal as it is read at the table: a contract by what it asks for, since no card shows its number;
   and nothing of a voyage that the chart shows at sea and landfall tells again: a dozen orders, and where
   the line ended. */

import type { NewsEvent } from "../../lib/protocol";
import { card } from "./cards";
import { needsWords } from "./terms";

function word(id: string): string {
  const [, number] = /^contract(\d+)$/.exec(id) ?? [];
  return number === undefined ? id : needsWords(card(Number(number)));
}

/* The same events, with what is not for reading left without a sentence. */
export function journalOf(events: readonly NewsEvent[]): NewsEvent[] {
  return events.map((event) => {
    if (event.kind === "order" || event.kind === "land") return { ...event, say: "" };
    if (!event.items.some((id) => id.startsWith("contract"))) return event;
    return { ...event, items: event.items.map(word) };
  });
}
