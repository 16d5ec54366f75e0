import { startFleet } from "./processes/fleet";
import { type Receivers, startReceivers } from "./processes/receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Endpoint, giveUrl, newEndpoint, newMerchant, renewSecret } from "./shops";
import { until } from "./wait";

export type BacklogOptions = {
  deliveries: number;
  workers: number;
  /** The number of merchants, each with a default URL and an endpoint. */
  merchants?: number;
  /** Called with the number of arrivals about every second. */
  note?: (taken: number) => void;
};

/**
 * `taken`: different events that arrived; `doubled`: duplicate calls; `memoryMb`: the peak of a worker. `seconds`: from
 * the first call to the last.
 */
export type BacklogReport = {
  deliveries: number;
  taken: number;
  doubled: number;
  delivered: number;
  open: number;
  failed: number;
  memoryMb: number;
  seconds: number;
};

const MERCHANTS = 50;
const ENDPOINTS_OF_EACH = 2;
const WITHIN_MS = 3 * 60 * 60_000;
const NOTE_EVERY_MS = 1_000;

/** A backlog for the given merchants, each with a default URL and an endpoint. Returns the number of its deliveries. */
export async function makeBacklog(receivers: Receivers, deliveries: number, merchants = MERCHANTS): Promise<number> {
  await clearDeliveries();
  const endpoints: Endpoint[] = [];
  for (let index = 0; index < merchants; index += 1) {
    const merchantId = await newMerchant();
    const url = await giveUrl(receivers, merchantId, `url-${index}`);
    await renewSecret(url);
    endpoints.push(url, await newEndpoint(receivers, merchantId, { name: "shop", suffix: `-${index}` }));
  }
  const count = Math.floor(deliveries / (merchants * ENDPOINTS_OF_EACH));
  await fillBacklog(endpoints, count, "1 hour");
  return count * endpoints.length;
}

/** A backlog that the product's workers drain to receivers that answer at once. */
export async function drillBacklog(options: BacklogOptions): Promise<BacklogReport> {
  const { workers, note } = options;
  const receivers = await startReceivers();
  const deliveries = await makeBacklog(receivers, options.deliveries, options.merchants);
  await receivers.plan({});
  const fleet = await startFleet({ count: workers });
  let memoryMb = 0;
  let notedAt = performance.now();
  try {
    await until("the backlog is delivered", WITHIN_MS, async () => {
      memoryMb = await fleet.memoryMb();
      const { taken } = await receivers.tally();
      if (performance.now() - notedAt > NOTE_EVERY_MS) {
        notedAt = performance.now();
        note?.(taken);
      }
      // Counted only after the arrivals are complete: counting a million rows five times a second would dominate the
      // load.
      return taken >= deliveries && (await standing()).open === 0;
    });
  } finally {
    await fleet.stop();
  }
  const { taken, doubled, seconds } = await receivers.tally();
  await receivers.close();
  const { delivered, open, failed } = await standing();
  return { deliveries, taken, doubled, delivered, open, failed, memoryMb, seconds };
}
