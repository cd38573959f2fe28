/* What happened since my last decision. Nothing is shown here. */
import type { NewsEvent, Window } from "./protocol";

/* Kinds that change something for everybody, where they are about nobody. */
const FOR_ALL: ReadonlySet<string> = new Set(["pirates", "amsterdam", "last", "final", "voc"]);

/* What was told since I last moved, oldest first. */
export function sinceMine(view: Window, events: readonly NewsEvent[]): NewsEvent[] {
  return events.filter((event) => event.at > view.since && event.at <= view.until && event.say);
}

/* Of those, what changed something for me: it was done to me, or to all. */
export function forMe(view: Window, events: readonly NewsEvent[]): NewsEvent[] {
  if (view.seat === null) return [];
  return sinceMine(view, events).filter(
    (event) => event.seat === view.seat || event.other === view.seat || (event.seat === null && FOR_ALL.has(event.kind)),
  );
}

/* One after the other, those of one seat together as long as nobody else comes between. */
export function bySeat(events: readonly NewsEvent[]): { seat: number | null; events: NewsEvent[] }[] {
  const groups: { seat: number | null; events: NewsEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && last.seat === event.seat) last.events.push(event);
    else groups.push({ seat: event.seat, events: [event] });
  }
  return groups;
}
