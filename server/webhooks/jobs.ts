import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { type ConcurrencyLimits, claimDeliveries } from "./delivery/claim-store";
import { deliver } from "./delivery/deliver";
import { expireDeliveries } from "./delivery/expire-deliveries";
import { prepareDeliveries } from "./delivery/prepare-deliveries";
import { checkReadPositions, moveReadPositions, readPositions } from "./delivery/read-positions";
import { FAILURES_TO_SLOW } from "./health/circuit-rules";
import { addIncrements, deleteOldHours } from "./health/health-store";
import { notifyEndpointHealth } from "./health/notify-endpoint-health";

/** A mail may be 15 s late. */
const NOTIFY_EVERY_MS = 15_000;
const HOURS_KEPT_DAYS = 30;
const MAX_HOURS_DELETED = 5_000;

const healthJobs: Job[] = [
  periodicJob("webhooks.notify-health", notifyEndpointHealth, NOTIFY_EVERY_MS),
  periodicJob("webhooks.give-up", expireDeliveries),
  periodicJob("webhooks.hours", async () => {
    await addIncrements(db());
    await deleteOldHours(db(), HOURS_KEPT_DAYS, MAX_HOURS_DELETED);
  }),
];

/** Calls mostly wait for a response, so concurrency is cheap. */
const CONCURRENCY = 200;
/** Calls older than this no longer count against CONCURRENCY; IN_FLIGHT caps sockets and memory. */
const SLOW_AFTER_S = 2;
const IN_FLIGHT = 2_000;
/**
 * 16 calls at once to one receiver. Receivers that hang use at most 20 of a merchant's 40 calls, and only until they
 * are slow; the other 20 are reserved for endpoints without a call in flight.
 */
export const CONCURRENCY_LIMITS: ConcurrencyLimits = {
  perEndpoint: 16,
  perSlowEndpoint: 4,
  perFailingEndpoint: 1,
  perMerchant: 40,
  reservedForFirstCalls: 20,
  slowAfterS: SLOW_AFTER_S,
  failuresToSlow: FAILURES_TO_SLOW,
};
/** A call takes at most 15 s. A killed worker's rows are free after this. */
const LEASE_S = 25;
/** Slightly shorter than the poll interval, so that every poll runs it. */
const EVERY_POLL_MS = 750;

export const deliverJob: Job = {
  name: "webhooks.deliver",
  table: "webhook_deliveries",
  concurrency: CONCURRENCY,
  patience: { afterMs: SLOW_AFTER_S * 1_000, inFlight: IN_FLIGHT },
  claim: async (limit) => {
    const order = {
      limit,
      limits: CONCURRENCY_LIMITS,
      leaseS: LEASE_S,
      positions: readPositions(),
    };
    const leases = await claimDeliveries(order);
    moveReadPositions(leases);
    if (leases.length === 0) return [];
    const prepared = await prepareDeliveries(leases);
    return prepared.map((one) => () => deliver(one));
  },
};

export const webhookJobs: Job[] = [
  deliverJob,
  periodicJob("webhooks.check-positions", checkReadPositions, EVERY_POLL_MS),
  ...healthJobs,
];
