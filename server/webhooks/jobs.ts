import { leaseHolder } from "../jobs/worker-id";
import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { claimDeliveries, type Places } from "./claim-store";
import { deliver } from "./deliver";
import { freeDeliveries } from "./free-deliveries";
import { healthJobs } from "./health-jobs";
import { FAILURES_TO_SLOW } from "./health-rules";
import { prepareDeliveries } from "./prepare";

/** Calls wait more than they work: many at once cost little. */
const CONCURRENCY = 200;
/** A call that takes longer holds up nobody. Its bound is what sockets and memory bear. */
const PATIENCE_S = 2;
const IN_FLIGHT = 2_000;
/**
 * One receiver's backlog drains by sixteen at once. Receivers that hang have twenty of a merchant's forty places at most,
 * and only for as long as our patience: the others are open to receivers that have none in hand.
 */
export const PLACES: Places = {
  perDestination: 16,
  perSlowDestination: 4,
  perFailingDestination: 1,
  perMerchant: 40,
  forFirstCalls: 20,
  patienceS: PATIENCE_S,
  failuresToSlow: FAILURES_TO_SLOW,
};
/** A call takes 15 s at most. A killed worker's rows are free again after this, if nobody saw that it died. */
const LEASE_S = 25;
/** A little less than the pause between two polls, so that each poll looks. */
const LOOK_FOR_THE_DEAD_EVERY_MS = 750;

export const deliverJob: Job = {
  name: "webhooks.deliver",
  concurrency: CONCURRENCY,
  patience: { afterMs: PATIENCE_S * 1_000, inFlight: IN_FLIGHT },
  claim: async (limit) => {
    const order = { limit, places: PLACES, leaseS: LEASE_S, leasedBy: leaseHolder() };
    const leases = await claimDeliveries(order);
    if (leases.length === 0) return [];
    const prepared = await prepareDeliveries(leases);
    return prepared.map((one) => () => deliver(one));
  },
};

export const webhookJobs: Job[] = [
  deliverJob,
  periodicJob("webhooks.free", freeDeliveries, LOOK_FOR_THE_DEAD_EVERY_MS),
  ...healthJobs,
];
