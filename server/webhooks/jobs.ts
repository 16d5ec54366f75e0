import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { deliver } from "./deliver";
import { claimDeliveries } from "./delivery-store";

/** Calls wait more than they work: many at once cost little. */
const CONCURRENCY = 200;
/**
 * How many calls one receiver has at once, and all of one merchant's. Ten receivers with a backlog get twenty of the
 * forty (see `Places`): the others are open to receivers that have none in hand, and ten such merchants fill a worker.
 */
const PLACES = { perDestination: 4, perMerchant: 40 };
/** A call takes 15 s at most; a killed worker's rows are free again after this. */
const LEASE_S = 25;

export const webhookJobs: Job[] = [
  {
    name: "webhooks.deliver",
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const leases = await claimDeliveries(db(), limit, PLACES, LEASE_S);
      return leases.map((lease) => () => deliver(lease));
    },
  },
];
