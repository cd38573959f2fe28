/* Whether hands are shown as everyone has seen them; kept between visits. */
import { keep, kept } from "./kept";

class Eye {
  open = $state(kept("seen") === "on");

  toggle(): void {
    this.open = !this.open;
    keep("seen", this.open ? "on" : "off");
  }
}

export const eye = new Eye();
