/* What this browser mixed into the draws of a table, and the seal it was shown before it did so: kept
   here, so that the check of a finished game need not take the server's word for either. */
import { keep, kept } from "./kept";

export interface Promised {
  table: string;
  commitment: string;
  nonce: string;
}

const MOST = 100; // tables, the newest

/* 16 random bytes as digits. */
export function freshNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* A digest as people read it: its ends. The whole one is copied. */
export function shortened(digits = ""): string {
  return `${digits.match(/.{4}/g)?.slice(0, 3).join(" ")} … ${digits.slice(-4)}`;
}

function all(): Promised[] {
  try {
    const read = JSON.parse(kept("promises") ?? "[]") as unknown;
    return Array.isArray(read) ? (read as Promised[]) : [];
  } catch {
    return [];
  }
}

export function remember(promised: Promised): void {
  const others = all().filter((one) => one.table !== promised.table);
  keep("promises", JSON.stringify([promised, ...others].slice(0, MOST)));
}

export function promisedAt(table: string): Promised | undefined {
  return all().find((one) => one.table === table);
}
