import { startFleet } from "./fleet";
import { NAIVE } from "./naive";
import { startReceivers } from "./receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Destination, newEndpoint, newMerchant } from "./shops";
import { until } from "./wait";

export type HangOptions = {
  /** Deliveries to the healthy endpoints, all in all. */
  deliveries: number;
  /** Whose the thirty endpoints are: all one merchant's, or one merchant's each. */
  merchants: "one" | "many";
  /** The twin: a worker without caps. */
  naive?: boolean;
};

/** `heldCalls`: those that hung until everything healthy was done, or nothing could move any more, or they were given up. `doubled`: calls too many. */
export type HangReport = {
  healthy: number;
  deliveredBefore: number;
  heldCalls: number;
  doubled: number;
  afterwards: number;
};

const HUNG = 10;
const HEALTHY = 20;
/** Enough for each of the ten that together they could take every place of a worker. */
const HUNG_BACKLOG = 60;
const WITHIN_MS = 30 * 60_000;

/**
 * Ten endpoints take every call and do not answer until they are let go; twenty answer at once. What hangs has been due for
 * longer. Reports what of the healthy ones' was delivered before the drill let the first of the others go.
 */
export async function drillHang({ deliveries, merchants, naive = false }: HangOptions): Promise<HangReport> {
  await clearDeliveries();
  const receivers = await startReceivers();
  const hung: Destination[] = [];
  const healthy: Destination[] = [];
  const shared = await newMerchant();
  const suffix = `-${shared}`;
  for (let index = 0; index < HUNG + HEALTHY; index += 1) {
    const isHung = index % 3 === 0;
    const merchantId = merchants === "one" ? shared : await newMerchant();
    const name = `${isHung ? "hung" : "well"}-${index}`;
    (isHung ? hung : healthy).push(await newEndpoint(receivers, merchantId, { name, suffix }));
  }
  await receivers.plan({ holds: hung.map(({ key }) => key) });
  await fillBacklog(
    hung.map((destination) => ({ destination, count: HUNG_BACKLOG })),
    "1 hour",
  );
  const each = Math.floor(deliveries / HEALTHY);
  await fillBacklog(
    healthy.map((destination) => ({ destination, count: each })),
    "1 minute",
  );

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
    // That it was they who were in the way: without them the rest goes through.
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
