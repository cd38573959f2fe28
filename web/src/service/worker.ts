/* The service worker: the page without a network.

   Everything the build made is kept when a version is installed, so that a page, a game and a bot work in a
   train. A newer version is fetched beside it and waits until the page says that no game is interrupted
   (shell/service.svelte.ts). What belongs to a server, its socket and what else it answers, is never kept. */

import { SPOKEN, whatWaits } from "./calls";

/* Filled in by the build: every file, and a name for just these. */
const FILES = "__FILES__" as unknown as string[];
const VERSION = "__VERSION__";
const PATIENCE = 3000; // ms a network may take for the page itself before the kept one is shown

interface ServiceEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ServiceEvent {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Window_ {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}
interface ClickEvent extends ServiceEvent {
  notification: { close(): void; data: unknown };
}
interface Service {
  skipWaiting(): Promise<void>;
  clients: {
    claim(): Promise<void>;
    matchAll(wish: { type: "window" }): Promise<Window_[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: { scope: string; showNotification(title: string, more: object): Promise<void> };
  addEventListener(type: "push", heard: (event: ServiceEvent) => void): void;
  addEventListener(type: "notificationclick", heard: (event: ClickEvent) => void): void;
  addEventListener(type: "install" | "activate", heard: (event: ServiceEvent) => void): void;
  addEventListener(type: "fetch", heard: (event: FetchEvent) => void): void;
  addEventListener(type: "message", heard: (event: MessageEvent<unknown>) => void): void;
}
const service = self as unknown as Service;

const home = new URL("./", service.registration.scope).href;

async function install(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.addAll([home, ...FILES.map((file) => new URL(file, home).href)]);
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) if (name !== VERSION && name !== SPOKEN) await caches.delete(name);
  await service.clients.claim();
}

/* The page: from the network where that answers soon, else as it was kept. */
async function page(request: Request): Promise<Response> {
  const late = new Promise<Response>((_, no) => setTimeout(() => no(new Error("late")), PATIENCE));
  try {
    const answer = await Promise.race([fetch(request), late]);
    if (answer.ok || answer.status === 421) return answer;
  } catch {
    /* no network, or a slow one */
  }
  return (await caches.match(home, { cacheName: VERSION })) ?? fetch(request);
}

async function file(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: VERSION, ignoreSearch: true })) ?? fetch(request);
}

const known = new Set(FILES.map((one) => new URL(one, home).href));

service.addEventListener("install", (event) => event.waitUntil(install()));
service.addEventListener("activate", (event) => event.waitUntil(takeOver()));
service.addEventListener("message", ({ data }) => {
  if (data === "take over") void service.skipWaiting();
});
service.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (known.has(request.url)) event.respondWith(file(request));
});

/* --- calls ----------------------------------------------------------------------------------- */

async function call(): Promise<void> {
  const { title, body, path, count } = await whatWaits(home);
  await service.registration.showNotification(title, { body, tag: "turn", data: path, icon: `${home}icon-192.png` });
  if (count > 0) await (navigator as { setAppBadge?: (n: number) => Promise<void> }).setAppBadge?.(count);
}

async function answerCall(path: string): Promise<void> {
  const url = new URL(path, home).href;
  const [open] = await service.clients.matchAll({ type: "window" });
  if (!open) return void (await service.clients.openWindow(url));
  await open.focus();
  if (open.url !== url) await open.navigate(url);
}

service.addEventListener("push", (event) => event.waitUntil(call()));
service.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(answerCall(typeof event.notification.data === "string" ? event.notification.data : "/games"));
});
