import { startFleet } from "./processes/fleet";
import { NAIVE } from "./processes/naive";
import { startReceivers } from "./processes/receiver";
import { fillBacklog, standing } from "./rows";
import { clearDeliveries, type Endpoint, giveUrl, newEndpoint, newMerchant } from "./shops";
import { until } from "./wait";

export type FairnessOptions = {
  /** The number of waiting deliveries, of all merchants. */
  backlog: number;
  /** The negative control: a worker that claims by age alone. */
  naive?: boolean;
};

/**
 * `othersDone`: the delivered ones of the other merchants; `bigBefore`: the big merchant's calls before the last call
 * of the others; `big`: its calls at the end.
 */
export type FairnessReport = { others: number; othersDone: number; big: number; bigBefore: number; doubled: number };

const OTHERS = 9;
/** In percent. */
const BIG_SHARE = 90;
/** As many endpoints as a payment can name, so that the cap of one endpoint does not limit its merchant's share. */
const BIG_ENDPOINTS = 10;
const WITHIN_MS = 60 * 60_000;

/** One merchant owns 90 % of a backlog, and the oldest deliveries. Reports the order of the calls' arrival. */
export async function drillFairness({ backlog, naive = false }: FairnessOptions): Promise<FairnessReport> {
  await clearDeliveries();
  const receivers = await startReceivers();
  const bigMerchant = await newMerchant();
  const big: Endpoint[] = [];
  for (let index = 0; index < BIG_ENDPOINTS; index += 1) {
    big.push(await newEndpoint(receivers, bigMerchant, { name: `big-${index}` }));
  }
  const others: Endpoint[] = [];
  for (let index = 0; index < OTHERS; index += 1) {
    others.push(await giveUrl(receivers, await newMerchant(), `other-${index}`));
  }
  await receivers.plan({});
  const ofBig = Math.floor((backlog * BIG_SHARE) / 100 / BIG_ENDPOINTS);
  await fillBacklog(big, ofBig, "2 hours");
  const ofOther = Math.floor((backlog * (100 - BIG_SHARE)) / 100 / OTHERS);
  await fillBacklog(others, ofOther, "1 hour");

  const fleet = await startFleet({ count: 2, ...(naive ? NAIVE : {}) });
  try {
    await until("the backlog is delivered", WITHIN_MS, async () => (await standing()).open === 0);
  } finally {
    await fleet.stop();
  }
  const arrivals = await receivers.arrivals();
  const { doubled } = await receivers.tally();
  await receivers.close();
  const isBig = (key: string) => key.startsWith("big-");
  const lastOther = arrivals.findLastIndex((key) => !isBig(key));
  return {
    ...{ others: ofOther * OTHERS, othersDone: arrivals.filter((key) => !isBig(key)).length },
    ...{ big: arrivals.filter(isBig).length, bigBefore: arrivals.slice(0, lastOther).filter(isBig).length, doubled },
  };
}
