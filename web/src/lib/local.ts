/* The line to the house in the page itself: it looks like a WebSocket, and at its other end is a worker. */

/* What the connection needs of a socket. */
export interface Wire {
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/* A page of a static host has no server. */
export const ALONE = document.querySelector("meta[name=negoce-house][content=page]") !== null;

/* Tables of the page itself are named so. */
export const isLocal = (table: string | null): boolean => table?.startsWith("~") ?? false;

/* A voyage of the practice harbour: no house keeps it. */
export const PRACTICE = "~practice";

export class LocalWire implements Wire {
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #worker = new Worker(new URL("../offline/house.ts", import.meta.url), { type: "module" });

  constructor() {
    this.#worker.onmessage = (event: MessageEvent<unknown>) => this.onmessage?.(event);
    this.#worker.onerror = () => this.close();
  }

  send(text: string): void {
    this.#worker.postMessage(text);
  }

  close(): void {
    this.#worker.terminate();
    this.onclose?.(new CloseEvent("close"));
  }
}
