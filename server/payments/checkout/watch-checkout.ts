import { listen, type NotifyListener } from "../../jobs/notify-listener";
import { CHECKOUT_CHANNEL } from "../requests/rules";

/** Pages reconnect when their tab is shown again: the connection is kept so long after the last one. */
const LINGER_MS = 5_000;

/** `isListening`: whether changes are received now; if not, the watcher has to poll. */
export type Watch = { isListening(): boolean; stop(): void };

type Hub = { listener: NotifyListener; watchers: Map<string, Set<() => void>>; ending: NodeJS.Timeout | undefined };

// The entry and Next's bundles are separate module graphs in one process, and one connection is enough for both.
const kept = globalThis as { banksideCheckoutHub?: Hub | undefined };

/**
 * Calls `onChange` after each commit that may change what a checkout shows, by any process. `id`: of a payment request or a
 * payment link. One database connection listens for all watchers. A notification without an id means that some were
 * missed: then all watchers are called. Resolves once it listens, or could not.
 */
export async function watchCheckout(id: string, onChange: () => void): Promise<Watch> {
  kept.banksideCheckoutHub ??= newHub();
  const hub = kept.banksideCheckoutHub;
  clearTimeout(hub.ending);
  const watchers = hub.watchers.get(id) ?? new Set();
  hub.watchers.set(id, watchers.add(onChange));
  await hub.listener.attempted;
  return {
    isListening: () => hub.listener.isListening(),
    stop() {
      watchers.delete(onChange);
      if (watchers.size === 0 && hub.watchers.get(id) === watchers) hub.watchers.delete(id);
      if (hub.watchers.size > 0) return;
      clearTimeout(hub.ending);
      hub.ending = setTimeout(() => void endIdle(hub), LINGER_MS).unref();
    },
  };
}

/** Closes the connection at once. For shutdown and between tests. */
export async function closeWatches(): Promise<void> {
  const hub = kept.banksideCheckoutHub;
  kept.banksideCheckoutHub = undefined;
  clearTimeout(hub?.ending);
  await hub?.listener.stop();
}

async function endIdle(hub: Hub): Promise<void> {
  if (hub.watchers.size === 0 && kept.banksideCheckoutHub === hub) await closeWatches();
}

function newHub(): Hub {
  const watchers: Hub["watchers"] = new Map();
  const notify = (id?: string) => {
    const concerned = id === undefined ? [...watchers.values()] : [watchers.get(id) ?? new Set<() => void>()];
    for (const those of concerned) for (const onChange of [...those]) onChange();
  };
  return { listener: listen(CHECKOUT_CHANNEL, notify, { name: "bankside checkout" }), watchers, ending: undefined };
}
