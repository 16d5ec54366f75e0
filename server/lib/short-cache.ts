import { now } from "./clock";

/** How long a look-up may be believed: well inside the second in which a disabling takes effect on every process. */
const TTL_MS = 500;
const MAX_ENTRIES = 10_000;

export type ShortCache<T> = { get(key: string): T | undefined; put(key: string, value: T): void };

/**
 * Remembers look-ups for half a second. For what every call of the API asks again and what changes seldom: the token,
 * the merchant. Only what was found is put here, never a refusal.
 */
export function shortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { value: T; untilMs: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry && entry.untilMs > now().getTime()) return entry.value;
      entries.delete(key);
      return undefined;
    },
    put(key, value) {
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(key, { value, untilMs: now().getTime() + TTL_MS });
    },
  };
}
