import { elapsedMs } from "./clock";
import { withoutOwner } from "./request-slot";

/**
 * Lifetime of a cached look-up: less than the second within which a disabled credential or user stops working on every
 * process.
 */
const TTL_MS = 500;
const MAX_ENTRIES = 10_000;

type Load<T> = () => Promise<T | null>;
/** `alone`: the look-up runs in a transaction, so its result is not shared. */
type ShortCache<T> = {
  find(key: string, load: Load<T>, options?: { alone: boolean }): Promise<T | null>;
  /** Called after a change by this process: the next read looks up again. */
  forget(key: string): void;
};

/**
 * Caches look-ups for 500 ms from their start, for data that every API request reads and that seldom changes: the
 * token, the merchant. Failures are not cached.
 */
export function shortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { value: T; untilMs: number }>();
  const once = singleFlight<T | null>();
  let forgotten = 0;
  const look = async (key: string, load: Load<T>) => {
    const before = forgotten;
    const untilMs = elapsedMs() + TTL_MS;
    const value = await load();
    if (entries.size >= MAX_ENTRIES) entries.clear();
    if (value !== null && before === forgotten) entries.set(key, { value, untilMs });
    return value;
  };
  return {
    async find(key, load, { alone } = { alone: false }) {
      const entry = entries.get(key);
      if (entry && entry.untilMs > elapsedMs()) return entry.value;
      entries.delete(key);
      return alone ? look(key, load) : once(`${forgotten} ${key}`, () => look(key, load));
    },
    forget(key) {
      // A look-up in flight may have read the old value: later readers must not get it.
      forgotten += 1;
      entries.delete(key);
    },
  };
}

/**
 * Concurrent calls with the same key share one run of the work. It runs without an owner, so that one caller's queue
 * delays no other caller. `ofOneCaller`: only one caller uses the key, and the run counts for that caller.
 */
export function singleFlight<T>(
  { ofOneCaller } = { ofOneCaller: false },
): (key: string, work: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();
  return (key, work) => {
    const known = underWay.get(key);
    if (known) return known;
    const begun = (ofOneCaller ? work() : withoutOwner(work)).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
}
