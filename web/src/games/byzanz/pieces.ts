/* Which card is which from one view to the next, so that a card that changed its place can be seen
   moving there. Cards of the same face are interchangeable: the view says what lies where, the
   events say on which way it came, and this module gives every card in sight a lasting key.

   Places in sight are "lot", "market", "hand" (mine) and "bid:SEAT". Cards also come from and go to
   places where nobody sees them as cards: "deck", "box", "seat:SEAT" (another's hand), "gain:SEAT". */

import type { NewsEvent } from "../../lib/protocol";
import { byGood, GOODS } from "./cards";
import type { Picture } from "./picture";

export interface Piece {
  key: number;
  id: string;
  place: string;
  from: string; // where it was before it came into sight; where it was last seen otherwise
}

export interface Arrangement {
  pieces: Piece[];
  gone: Piece[]; // left our sight; `place` is where they went
}

let lastKey = 0;

/* The cards a viewer in seat `me` sees in a picture: [place, id], in the order they are laid out. */
function inSight(picture: Picture, me: number | null): [string, string][] {
  const seen: [string, string][] = [];
  for (const id of picture.lot) seen.push(["lot", id]);
  picture.seats.forEach((seat, s) => {
    for (const id of seat.bid) seen.push([`bid:${s}`, id]);
    if (s === me) for (const id of [...(seat.hand ?? [])].sort(byGood)) seen.push(["hand", id]);
  });
  for (const good of GOODS)
    for (const id of [...picture.market[good]].sort(byGood)) seen.push(["market", id]);
  return seen;
}

/* The pieces of a first view: nothing has moved. */
export function firstPieces(picture: Picture, me: number | null): Piece[] {
  return inSight(picture, me).map(([place, id]) => ({ key: ++lastKey, id, place, from: place }));
}

/* Moves `pieces` along with one event. */
function follow(pieces: Piece[], event: NewsEvent, me: number | null): void {
  const seat = event.seat ?? -1;
  const hand = seat === me ? "hand" : `seat:${seat}`;
  const move = (ids: readonly string[], sources: string[], to: string): void => {
    for (const id of ids) {
      const found = sources
        .map((source) => pieces.find((piece) => piece.id === id && piece.place === source))
        .find((piece) => piece !== undefined);
      if (found) found.place = to;
      else pieces.push({ key: ++lastKey, id, place: to, from: sources[0] ?? "deck" });
    }
  };
  switch (event.kind) {
    case "deal":
      return move(event.items, ["deck"], hand);
    case "lot":
      return move(event.items, ["deck"], "lot");
    case "bid":
      return move(event.items, [hand], `bid:${seat}`);
    case "pass":
      for (const piece of pieces) if (piece.place === `bid:${seat}`) piece.place = hand;
      return;
    case "win":
    case "give":
      return move(event.items, [`bid:${seat}`, "lot", "market"], "market");
    case "last":
      return move(event.items, ["lot", "market"], "market");
    case "free":
    case "gain":
      return move(event.items, ["lot", hand], hand);
    case "take":
      return move(event.items, ["market", hand], hand);
    case "sell":
      move(event.items.slice(0, 1), [hand], `gain:${seat}`);
      return move(event.items.slice(1), [hand], "box");
    case "discard":
      return move(event.items, [hand], "box");
    case "leftover":
      return move(event.items, ["market"], "box");
  }
}

/* The pieces of the next view. `events` only hint at ways; what lies where is the picture's word. */
export function nextPieces(
  before: readonly Piece[],
  events: readonly NewsEvent[],
  picture: Picture,
  me: number | null,
): Arrangement {
  const pool = before.map((piece) => ({ ...piece, from: piece.place }));
  for (const event of events) follow(pool, event, me);

  const pieces: Piece[] = [];
  const take = (match: (piece: Piece) => boolean): Piece | undefined => {
    const i = pool.findIndex(match);
    return i < 0 ? undefined : pool.splice(i, 1)[0];
  };
  const wanted = inSight(picture, me);
  const found = wanted.map(([place, id]) =>
    take((piece) => piece.id === id && piece.place === place),
  );
  wanted.forEach(([place, id], i) => {
    /* Not where the events led: any piece of that face, else one from the deck. */
    const piece = found[i] ?? take((other) => other.id === id) ?? newcomer(id, place, picture);
    pieces.push({ ...piece, place });
  });

  const visible = new Set(before.map((piece) => piece.key));
  const gone = pool
    .filter((piece) => visible.has(piece.key))
    .map((piece) => (isHidden(piece.place) ? piece : { ...piece, place: "box" }));
  return { pieces, gone };
}

function isHidden(place: string): boolean {
  return place === "deck" || place === "box" || /^(seat|gain):/.test(place);
}

function newcomer(id: string, place: string, picture: Picture): Piece {
  const seat = /^bid:(\d+)$/.exec(place)?.[1];
  const from = seat !== undefined ? `seat:${seat}` : place === "market" ? leaderOf(picture) : "deck";
  return { key: ++lastKey, id, place, from };
}

function leaderOf(picture: Picture): string {
  return picture.leader === null ? "deck" : `seat:${picture.leader}`;
}
