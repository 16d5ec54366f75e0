import { AsyncLocalStorage } from "node:async_hooks";

/** The slot that a request holds while it is answered (server/entry/slots.ts), as the code behind the entry sees it. */
export interface RequestSlot {
  /** Whom the request counts for: `merchant:<id>`, `user:<id>`, `address:<network>` … */
  readonly owner: string;
  /** Gives the slot back before the answer has ended. Twice is once. */
  release(): void;
  /** Gives the slot back until the returned function is called. Null where the caller already waits for too much. */
  pause(): (() => void) | null;
}

// One storage for both module graphs of the process, the entry's and that of Next's bundles.
const kept = globalThis as { banksideRequestSlot?: AsyncLocalStorage<RequestSlot> };

function storage(): AsyncLocalStorage<RequestSlot> {
  kept.banksideRequestSlot ??= new AsyncLocalStorage();
  return kept.banksideRequestSlot;
}

export function runWithSlot<T>(slot: RequestSlot, work: () => T): T {
  return storage().run(slot, work);
}

/** Whom the present request counts for; null for background work. */
export function currentOwner(): string | null {
  return storage().getStore()?.owner ?? null;
}

/** Runs work that all callers share, or that outlives the present request, for no caller: none's share holds it up. */
export function withoutOwner<T>(work: () => T): T {
  return storage().exit(work);
}

/** Gives the present request's slot back: an event stream is bounded by its own counts, and lasts for minutes. */
export function releaseSlot(): void {
  storage().getStore()?.release();
}

/** Waits for somebody else's answer without the slot: such a wait takes neither our processor nor a database connection. */
export async function withoutSlot<T>(work: () => Promise<T>): Promise<T> {
  const resume = storage().getStore()?.pause();
  try {
    return await work();
  } finally {
    resume?.();
  }
}
