/* The page as an app: registers the service worker, and lets a new version in when no game is interrupted. */
import { way } from "../lib/route.svelte";

class Service {
  waits = $state(false); // a new version does

  #registration: ServiceWorkerRegistration | null = null;
  #renewing = false;

  /* Begins; a browser without service workers, or a page that is not secure, goes without. */
  start(): void {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    const controlled = navigator.serviceWorker.controller !== null;
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (controlled && this.#renewing) location.reload();
    });
    const file = `${import.meta.env.BASE_URL}sw.js`;
    navigator.serviceWorker.register(file).then(
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

  #found(): void {
    this.waits = true;
    this.renew();
  }

  /* Lets the new version in, unless a table is in front of us. */
  renew(): void {
    if (!this.waits || way.route.page === "table" || this.#renewing) return;
    this.#renewing = true;
    this.#registration?.waiting?.postMessage("take over");
  }
}

export const service = new Service();
