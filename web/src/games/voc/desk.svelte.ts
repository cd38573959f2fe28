/* My place at the table of VOC!: what I have chosen ashore, and the moves that make of it. The desk
   knows no rule: whatever can be touched is read from the moves the table allows. */

import { Place } from "../../lib/place.svelte";
import { pictureOf, type Picture } from "./picture";

export class Desk extends Place {
  picture: Picture = $derived(pictureOf(this.view));
  phase = $derived(this.picture.phase);
  seat = $derived(this.me === null ? null : (this.picture.seats[this.me] ?? null));
  voyage = $derived(this.picture.voyage);
  /* A ship is under way, or its captain is about to set sail: the screen is the sea's. */
  atSea: boolean = $derived(this.voyage !== null);
  /* I hold the pen of this voyage. */
  captain: boolean = $derived(this.voyage !== null && this.voyage.captain === this.me && !this.away);
}
