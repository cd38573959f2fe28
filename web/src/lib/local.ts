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

const hire = (): Worker => new Worker(new URL("../offline/server.ts", import.meta.url), { type: "module" });

/* The server of a page that will need it, asked for before the page itself is there; what it says until then is
   kept. */
let early: { worker: Worker; said: MessageEvent<unknown>[] } | null = null;
export function expectServer(): void {
  const server = { worker: hire(), said: [] as MessageEvent<unknown>[] };
  server.worker.onmessage = (event: MessageEvent<unknown>) => server.said.push(event);
  server.worker.onerror = () => (early = null);
  early = server;
}

export class LocalWire implements Wire {
  onmessage: ((event: MessageEvent<unknown>) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  #worker: Worker;

  constructor() {
    const { worker, said } = early ?? { worker: hire(), said: [] };
    early = null;
    this.#worker = worker;
    worker.onmessage = (event: MessageEvent<unknown>) => this.onmessage?.(event);
    worker.onerror = () => this.close();
    queueMicrotask(() => said.forEach((event) => this.onmessage?.(event)));
  }

  send(text: string): void {
    this.#worker.postMessage(text);
  }

  close(): void {
    this.#worker.terminate();
    this.onclose?.(new CloseEvent("close"));
  }
}
