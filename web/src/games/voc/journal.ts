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

function read(event: NewsEvent): NewsEvent {
  if (event.kind === "order" || event.kind === "land") return { ...event, say: "" };
  if (!event.items.some((id) => id.startsWith("contract"))) return event;
  return { ...event, items: event.items.map(word) };
}

/* Reads the same events, with what is not for reading left without a sentence. A journal grows at its end, and
   may have tens of thousands of events: what was read the time before is not read again. The words for a
   contract are of the language then: another language is another reader. */
export function journalReader(): (events: readonly NewsEvent[]) => NewsEvent[] {
  let from: readonly NewsEvent[] = [];
  let to: NewsEvent[] = [];
  return (events) => {
    const both = Math.min(events.length, from.length);
    const same = both > 0 && events[0] === from[0] && events[both - 1] === from[both - 1];
    to = same ? [...to.slice(0, both), ...events.slice(both).map(read)] : events.map(read);
    from = events;
    return to;
  };
}
