/**
 * Whom a request counts for at the entry. `owner`: the merchant, partner, user or platform that takes turns with others;
 * `credential`: the one of the owner's credentials (or the user) that holds the slot.
 */
export type KnownCaller = { owner: string; credential: string };

/** As long as an access token lives. One that was revoked before is forgotten at its first refusal. */
const BELIEVED_FOR_MS = 15 * 60_000;
const MAX_ENTRIES = 20_000;

type Entry = { caller: KnownCaller; untilMs: number };

// The entry and Next's bundles are separate module graphs in one process: both recognise callers, one table is kept.
const kept = globalThis as { banksideKnownCallers?: Map<string, Entry> };

function entries(): Map<string, Entry> {
  kept.banksideKnownCallers ??= new Map();
  return kept.banksideKnownCallers;
}

/**
 * Notes that a token or session was found to be valid, and whose it is. Only then does a request count for that caller: a
 * random token on each request shares the slots of its address.
 */
export function rememberCaller(secret: string, caller: KnownCaller): void {
  const all = entries();
  // The oldest goes first: a Map keeps the order in which keys were set.
  all.delete(secret);
  const [oldest] = all.size >= MAX_ENTRIES ? all.keys() : [];
  if (oldest !== undefined) all.delete(oldest);
  all.set(secret, { caller, untilMs: performance.now() + BELIEVED_FOR_MS });
}

/** Notes that a token or session is not valid, or not any more. */
export function forgetCaller(secret: string): void {
  entries().delete(secret);
}

/** Whose token or session this is, where it was valid when it was last looked up; else null. Costs one look at a table. */
export function findKnownCaller(secret: string): KnownCaller | null {
  const entry = entries().get(secret);
  return entry && entry.untilMs > performance.now() ? entry.caller : null;
}
