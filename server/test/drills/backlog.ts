import { startFleet } from "./fleet";
import { type Receivers, startReceivers } from "./receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Destination, giveUrl, newEndpoint, newMerchant, renewSecret } from "./shops";
import { until } from "./wait";

export type BacklogOptions = {
  deliveries: number;
  workers: number;
  /** Whose they are, each with a default URL and an endpoint. */
  merchants?: number;
  /** Told of what has arrived, every second or so. */
  note?: (taken: number) => void;
};

/** `taken`: different events that arrived; `doubled`: calls too many; `memoryMb`: the most that a worker had. `seconds`: from the first call to the last. */
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

/** A backlog of so many merchants', with a default URL and an endpoint each. Answers how many deliveries it has. */
export async function makeBacklog(receivers: Receivers, deliveries: number, merchants = MERCHANTS): Promise<number> {
  await clearDeliveries();
  const destinations: Destination[] = [];
  for (let index = 0; index < merchants; index += 1) {
    const merchantId = await newMerchant();
    const url = await giveUrl(receivers, merchantId, `url-${index}`);
    await renewSecret(url);
    destinations.push(url, await newEndpoint(receivers, merchantId, { name: "shop", suffix: `-${index}` }));
  }
  const count = Math.floor(deliveries / (merchants * ENDPOINTS_OF_EACH));
  await fillBacklog(
    destinations.map((destination) => ({ destination, count })),
    "1 hour",
  );
  return count * destinations.length;
}

/** A backlog, drained by the product's workers to receivers that answer at once. */
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
      // Counting a million rows five times a second would be most of the work.
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
