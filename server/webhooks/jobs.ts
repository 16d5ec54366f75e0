import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { deliver } from "./deliver";
import { claimDeliveries } from "./store";

/** Calls wait more than they work: many at once cost little. */
const CONCURRENCY = 200;
/**
 * How many calls one receiver has at once, and all of one merchant's: as many as a payment that names ten endpoints fills.
 * Counted at the claim: workers that claim at the same moment may each reach it.
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
