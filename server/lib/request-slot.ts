import { AsyncLocalStorage } from "node:async_hooks";

/** The slot of the current request (server/entry/slots/slots.ts), for the code behind the entry. */
export interface RequestSlot {
  /** The owner that the request counts for: `merchant:<id>`, `user:<id>`, `address:<network>` … */
  readonly owner: string;
  /** Releases the slot before the response has ended. Idempotent. */
  release(): void;
  /** Releases the slot until the returned function is called. Null: the caller has too many paused requests. */
  pause(): (() => void) | null;
}

// One storage for the two module graphs of the process: the entry and Next's bundles.
const kept = globalThis as { banksideRequestSlot?: AsyncLocalStorage<RequestSlot> };

function storage(): AsyncLocalStorage<RequestSlot> {
  kept.banksideRequestSlot ??= new AsyncLocalStorage();
  return kept.banksideRequestSlot;
}

export function runWithSlot<T>(slot: RequestSlot, work: () => T): T {
  return storage().run(slot, work);
}

/** The owner that the current request counts for; null for background work. */
export function currentOwner(): string | null {
  return storage().getStore()?.owner ?? null;
}

/**
 * Runs work that all callers share, or that outlives the current request, without an owner, so that no caller's share
 * delays it.
 */
export function withoutOwner<T>(work: () => T): T {
  return storage().exit(work);
}

/** Releases the current request's slot: event streams last for minutes and have their own limits. */
export function releaseSlot(): void {
  storage().getStore()?.release();
}

/** Waits for an external response without the slot: the wait uses neither the processor nor a database connection. */
export async function withoutSlot<T>(work: () => Promise<T>): Promise<T> {
  const resume = storage().getStore()?.pause();
  try {
    return await work();
  } finally {
    resume?.();
  }
}
