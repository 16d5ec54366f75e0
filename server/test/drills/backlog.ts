import { startFleet } from "./fleet";
import { startReceivers } from "./receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Destination, giveUrl, newEndpoint, newMerchant } from "./shops";
import { until } from "./wait";

export type BacklogOptions = {
  deliveries: number;
  workers: number;
  /** Told of what has arrived, every second or so. */
  note?: (taken: number) => void;
};

/** `taken`: different events that arrived; `doubled`: calls too many; `memoryMb`: the most that a worker had. */
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

/** A backlog of many merchants', with a default URL and an endpoint each, drained by the product's workers. */
export async function drillBacklog({ deliveries, workers, note }: BacklogOptions): Promise<BacklogReport> {
  await clearDeliveries();
  const receivers = await startReceivers();
  const destinations: Destination[] = [];
  for (let index = 0; index < MERCHANTS; index += 1) {
    const merchantId = await newMerchant();
    destinations.push(await giveUrl(receivers, merchantId, `url-${index}`));
    destinations.push(await newEndpoint(receivers, merchantId, { name: "shop", suffix: `-${index}` }));
  }
  const count = Math.floor(deliveries / (MERCHANTS * ENDPOINTS_OF_EACH));
  await receivers.plan({});
  await fillBacklog(
    destinations.map((destination) => ({ destination, count })),
    "1 hour",
  );
  const fleet = await startFleet({ count: workers });
  const began = performance.now();
  let seconds = 0;
  let memoryMb = 0;
  let noted = began;
  try {
    await until("the backlog is delivered", WITHIN_MS, async () => {
      memoryMb = await fleet.memoryMb();
      const { taken } = await receivers.tally();
      if (performance.now() - noted > NOTE_EVERY_MS) {
        noted = performance.now();
        note?.(taken);
      }
      // Counting a million rows five times a second would be most of the work.
      if (taken < count * destinations.length) return false;
      seconds = (performance.now() - began) / 1000;
      return (await standing()).open === 0;
    });
  } finally {
    await fleet.stop();
  }
  const { taken, doubled } = await receivers.tally();
  await receivers.close();
  const { delivered, open, failed } = await standing();
  return { deliveries: count * destinations.length, taken, doubled, delivered, open, failed, memoryMb, seconds };
}
