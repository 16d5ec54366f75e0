/**
 * The caller that a request counts for at the entry. `owner`: the merchant, partner, user or platform that shares
 * capacity with others; `credential`: the owner's credential (or the user) that holds the slot.
 */
export type KnownCaller = { owner: string; credential: string };

/** The life of an access token. A token that was revoked earlier is removed at its first refusal. */
const REMEMBERED_FOR_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;

type Entry = { caller: KnownCaller; untilMs: number };

// The entry and Next's bundles are separate module graphs in one process and share this table.
const kept = globalThis as { banksideKnownCallers?: Map<string, Entry> };

function entries(): Map<string, Entry> {
  kept.banksideKnownCallers ??= new Map();
  return kept.banksideKnownCallers;
}

/**
 * Records a valid token or session with its owner. Other requests don't count for a caller: a random token on each
 * request shares the slots of its address.
 */
export function rememberCaller(secret: string, caller: KnownCaller): void {
  const all = entries();
  // The oldest is evicted first: a Map keeps the order in which keys were set.
  all.delete(secret);
  const [oldest] = all.size >= MAX_ENTRIES ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(secret, { caller, untilMs: performance.now() + REMEMBERED_FOR_MS });
}

/** Removes a token or session that is not valid any more. */
export function forgetCaller(secret: string): void {
  entries().delete(secret);
}

/** The caller of a token or session that was valid at its last look-up; otherwise null. Doesn't query the database. */
export function findKnownCaller(secret: string): KnownCaller | null {
  const entry = entries().get(secret);
  return entry && entry.untilMs > performance.now() ? entry.caller : null;
}
