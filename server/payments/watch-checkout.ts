import { type Ears, listen } from "../jobs/listen";

/** Where the database tells of changes that shoppers see: the triggers of migration 20261124000210, payload an id. */
const CHANNEL = "bankside_checkout";
/** Pages come and go with every look at another tab: the connection outlives the last of them by so much. */
const LINGER_MS = 5_000;

/** `hears`: whether changes are heard of at this moment; while they are not, whoever watches has to ask by himself. */
export type Watch = { hears(): boolean; stop(): void };

type Hub = { ears: Ears; watchers: Map<string, Set<() => void>>; ending: NodeJS.Timeout | undefined };

// The entry and Next's bundles are separate module graphs in one process, and one connection is enough for both.
const kept = globalThis as { banksideCheckoutHub?: Hub | undefined };

/**
 * Calls `onNews` whenever what a checkout shows may have changed: after the commit, whichever process made it. `id` is that
 * of a payment request, or of a payment link. However many watch, one connection to the database listens for all. News
 * without an id came while nobody listened: then everybody is called. Resolves once it listens, or could not.
 */
export async function watchCheckout(id: string, onNews: () => void): Promise<Watch> {
  kept.banksideCheckoutHub ??= newHub();
  const hub = kept.banksideCheckoutHub;
  clearTimeout(hub.ending);
  const watchers = hub.watchers.get(id) ?? new Set();
  hub.watchers.set(id, watchers.add(onNews));
  await hub.ears.tried;
  return {
    hears: () => hub.ears.hears(),
    stop() {
      watchers.delete(onNews);
      if (watchers.size === 0 && hub.watchers.get(id) === watchers) hub.watchers.delete(id);
      if (hub.watchers.size > 0) return;
      clearTimeout(hub.ending);
      hub.ending = setTimeout(() => void endIdle(hub), LINGER_MS).unref();
    },
  };
}

/** Gives the connection back at once. For shutting down and between tests. */
export async function closeWatches(): Promise<void> {
  const hub = kept.banksideCheckoutHub;
  kept.banksideCheckoutHub = undefined;
  clearTimeout(hub?.ending);
  await hub?.ears.stop();
}

async function endIdle(hub: Hub): Promise<void> {
  if (hub.watchers.size === 0 && kept.banksideCheckoutHub === hub) await closeWatches();
}

function newHub(): Hub {
  const watchers: Hub["watchers"] = new Map();
  const tell = (id?: string) => {
    const concerned = id === undefined ? [...watchers.values()] : [watchers.get(id) ?? new Set<() => void>()];
    for (const those of concerned) for (const onNews of [...those]) onNews();
  };
  return { ears: listen(CHANNEL, tell, { name: "bankside checkout" }), watchers, ending: undefined };
}
