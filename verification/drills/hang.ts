import { startFleet } from "./processes/fleet";
import { NAIVE } from "./processes/naive";
import { startReceivers } from "./processes/receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Endpoint, newEndpoint, newMerchant } from "./shops";
import { until } from "./wait";

export type HangOptions = {
  /** Deliveries to the healthy endpoints, in total. */
  deliveries: number;
  /** The owner of the thirty endpoints: one merchant for all, or one merchant for each. */
  merchants: "one" | "many";
  /** The negative control: a worker without caps. */
  naive?: boolean;
};

/**
 * `heldCalls`: calls that hung until the healthy deliveries were done, or none could progress, or the time was over.
 * `doubled`: duplicate calls.
 */
export type HangReport = {
  healthy: number;
  deliveredBefore: number;
  heldCalls: number;
  doubled: number;
  afterwards: number;
};

const HUNG = 10;
const HEALTHY = 20;
/** Enough deliveries for each of the ten that together they could take a worker's whole concurrency. */
const HUNG_BACKLOG = 60;
const WITHIN_MS = 30 * 60_000;

/**
 * Ten endpoints accept every call and do not answer until they are released; twenty answer at once. The hanging
 * deliveries have been due for longer. Reports the healthy endpoints' deliveries before the release.
 */
export async function drillHang({ deliveries, merchants, naive = false }: HangOptions): Promise<HangReport> {
  await clearDeliveries();
  const receivers = await startReceivers();
  const hung: Endpoint[] = [];
  const healthy: Endpoint[] = [];
  const shared = await newMerchant();
  const suffix = `-${shared}`;
  for (let index = 0; index < HUNG + HEALTHY; index += 1) {
    const isHung = index % 3 === 0;
    const merchantId = merchants === "one" ? shared : await newMerchant();
    const name = `${isHung ? "hung" : "well"}-${index}`;
    (isHung ? hung : healthy).push(await newEndpoint(receivers, merchantId, { name, suffix }));
  }
  await receivers.plan({ holds: hung.map(({ key }) => key) });
  await fillBacklog(hung, HUNG_BACKLOG, "1 hour");
  const each = Math.floor(deliveries / HEALTHY);
  await fillBacklog(healthy, each, "1 minute");

  const fleet = await startFleet({ count: 1, ...(naive ? NAIVE : {}) });
  try {
    await until("every healthy delivery is done, or every place hangs", WITHIN_MS, async () => {
      if ((await standing(healthy)).open === 0) return true;
      return naive && (await receivers.tally()).held === NAIVE.places;
    });
    const before = await standing(healthy);
    const hungKeys = new Set(hung.map(({ key }) => key));
    const heldCalls = (await receivers.arrivals()).filter((key) => hungKeys.has(key)).length;
    const { doubled } = await receivers.tally();
    await receivers.letGo();
    // Proves that the held calls were the cause: after their release the rest is delivered.
    await until("the healthy ones' rest is delivered", WITHIN_MS, async () => (await standing(healthy)).open === 0);
    const { delivered } = await standing(healthy);
    return {
      ...{ healthy: each * HEALTHY, deliveredBefore: before.delivered },
      ...{ heldCalls, doubled, afterwards: delivered - before.delivered },
    };
  } finally {
    await fleet.stop();
    await receivers.close();
  }
}
