/* "It is your turn", wherever I look: the title, the badge of the app, a sound; and, where this device was
   allowed to, a notification while the page is out of view and a push while it is closed. No card, bid or
   amount is ever part of it. */
import { keep, kept } from "./kept";
import { link } from "./link.svelte";
import { mine } from "./mine.svelte";
import type { Summary } from "./protocol";
import { sound } from "./sound.svelte";
import { t, language } from "./words.svelte";

interface Badged {
  setAppBadge?: (n: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

class Bell {
  on = $state(kept("bell") === "on");
  busy = $state(false);
  refused = $state(false); // the browser does not allow it
  from = $state(kept("quiet-from") ?? "22:00");
  to = $state(kept("quiet-to") ?? "08:00");
  quiet = $state(kept("quiet") === "on");

  get possible(): boolean {
    return "Notification" in window && "serviceWorker" in navigator && window.isSecureContext;
  }

  start(): void {
    $effect.root(() => {
      $effect(() => {
        const n = mine.turn.length;
        const badge = navigator as Badged;
        void (n > 0 ? badge.setAppBadge?.(n) : badge.clearAppBadge?.())?.catch(() => {});
      });
      let before: ReadonlySet<string> | null = null;
      $effect(() => {
        if (!mine.ready) return;
        const known = before;
        const fresh = mine.turn.filter((table) => known && !known.has(table.id));
        before = new Set(mine.turn.map((table) => table.id));
        for (const table of fresh) this.#ring(table);
      });
      $effect(() => {
        if (link.open && !link.local) void this.#tellSleep();
      });
      $effect(() => {
        const lang = language.lang;
        if (this.on) void caches?.open("spoken").then((cache) => cache.put("/spoken", new Response(lang)));
      });
      $effect(() => {
        if (link.open && !link.local && this.on) void this.#subscribe();
      });
    });
    document.addEventListener("visibilitychange", () => void this.#tellSleep());
  }

  async #tellSleep(): Promise<void> {
    if (link.open && !link.local) await link.ask({ type: "follow", asleep: document.visibilityState === "hidden" });
  }

  #ring(table: Summary): void {
    if (link.held?.summary.id !== table.id) sound.play("bell"); // the table in front of us rings itself
    if (!this.on || document.visibilityState !== "hidden" || Notification.permission !== "granted") return;
    void navigator.serviceWorker.ready.then((service) =>
      service.showNotification(t("It is your turn"), { body: table.title, tag: "turn", data: `/t/${table.id}` }),
    );
  }

  async toggle(): Promise<void> {
    this.busy = true;
    await (this.on ? this.#off() : this.#allow());
    this.busy = false;
  }

  async #allow(): Promise<void> {
    this.refused = (await Notification.requestPermission()) !== "granted";
    if (this.refused) return;
    this.on = true;
    keep("bell", "on");
  }

  /* Tells the server where this device can be called; without a push service the open page still calls. */
  async #subscribe(): Promise<void> {
    const key = link.welcome?.push;
    if (!key || Notification.permission !== "granted") return;
    try {
      const { pushManager } = await navigator.serviceWorker.ready;
      const wish = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
      const { endpoint } = (await pushManager.getSubscription()) ?? (await pushManager.subscribe(wish));
      const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
      const quiet = this.quiet ? { quiet: [minutes(this.from), minutes(this.to)] } : {};
      await link.ask({ type: "subscribe", endpoint, zone: -new Date().getTimezoneOffset(), ...quiet });
    } catch {
      /* this browser has no push service */
    }
  }

  async #off(): Promise<void> {
    this.on = false;
    keep("bell", "off");
    const service = await navigator.serviceWorker.getRegistration();
    const subscription = await service?.pushManager.getSubscription();
    if (!subscription) return;
    await link.ask({ type: "unsubscribe", endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }

  /* The quiet hours have changed. */
  hours(): void {
    keep("quiet", this.quiet ? "on" : "off");
    keep("quiet-from", this.from);
    keep("quiet-to", this.to);
    if (this.on) void this.#subscribe();
  }
}

export const bell = new Bell();

/* A title that says how many tables wait. */
export const titled = (title: string): string => (mine.turn.length > 0 ? `(${mine.turn.length}) ${title}` : title);
