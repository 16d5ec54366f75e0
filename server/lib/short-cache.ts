import { now } from "./clock";
import { withoutOwner } from "./request-slot";

/** How long a look-up may be believed: well inside the second in which a disabling takes effect on every process. */
const TTL_MS = 500;
const MAX_ENTRIES = 10_000;

type Load<T> = () => Promise<T | null>;
/** `alone`: the look-up stands in somebody's transaction, whose fate nobody else should share. */
export type ShortCache<T> = {
  find(key: string, load: Load<T>, options?: { alone: boolean }): Promise<T | null>;
  /** Of what this process has changed itself: the next look-up is made anew. */
  forget(key: string): void;
};

/**
 * Remembers look-ups for half a second, counted from when they were begun. For what every call of the API asks again and
 * what changes seldom: the token, the merchant. Only what was found is kept, never a refusal.
 */
export function shortCache<T>(): ShortCache<T> {
  const entries = new Map<string, { value: T; untilMs: number }>();
  const once = singleFlight<T | null>();
  let forgotten = 0;
  const look = async (key: string, load: Load<T>) => {
    const before = forgotten;
    const untilMs = now().getTime() + TTL_MS;
    const value = await load();
    if (entries.size >= MAX_ENTRIES) entries.clear();
    if (value !== null && before === forgotten) entries.set(key, { value, untilMs });
    return value;
  };
  return {
    async find(key, load, { alone } = { alone: false }) {
      const entry = entries.get(key);
      if (entry && entry.untilMs > now().getTime()) return entry.value;
      entries.delete(key);
      return alone ? look(key, load) : once(`${forgotten} ${key}`, () => look(key, load));
    },
    forget(key) {
      // What is being looked up just now may have been read before the change: nobody is to be told it from here on.
      forgotten += 1;
      entries.delete(key);
    },
  };
}

/**
 * Work that is asked for again while it is under way is done once, for all who ask: a thousand at once are one. It runs for
 * none of them: the queue for one caller's share of the database holds up no other. `ofOneCaller`: by its key only one can
 * ask; then it is within that one's share.
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
