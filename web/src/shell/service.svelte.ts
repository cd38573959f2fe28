/* The page as an app: registers the service worker, and lets a new version in when no game is interrupted. */
import { way } from "../lib/route.svelte";

class Service {
  waits = $state(false); // a new version does

  #registration: ServiceWorkerRegistration | null = null;
  #came = false; // it has taken over, let in by this tab or another one

  /* Sees new versions come in. A browser without service workers, or a page that is not secure, goes without. */
  start(): void {
    if (!navigator.serviceWorker) return;
    let first = navigator.serviceWorker.controller === null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (!first) this.#found(true);
      first = false;
    });
  }

  /* Keeps the page for when there is no network, and looks for a new version. */
  keep(): void {
    const file = `${import.meta.env.BASE_URL}sw.js`;
    navigator.serviceWorker?.register(file).then(
      (registration?: ServiceWorkerRegistration) => this.#follow(registration),
      () => {}, // it works without
    );
  }

  #follow(registration: ServiceWorkerRegistration | undefined): void {
    if (!registration) return; // it is blocked
    this.#registration = registration;
    if (registration.waiting && navigator.serviceWorker.controller) this.#found();
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) this.#found();
      });
    });
  }

  #found(came = false): void {
    this.waits = true;
    this.#came = came;
    this.renew();
  }

  /* Lets the new version in, unless a table is in front of us. */
  renew(): void {
    if (!this.waits || way.route.page === "table") return;
    if (this.#came) location.reload();
    else this.#registration?.waiting?.postMessage("take over");
  }
}

export const service = new Service();
