import { db } from "../../../lib/db";
import type { Job } from "../../../lib/job";
import { claimReceiverTests } from "./receiver-test-store";
import { runReceiverTest } from "./run-receiver-test";

/** A call takes at most 15 s; after a worker's death another continues its test when this lease ends. */
const LEASE_S = 25;
const CONCURRENCY = 5;

export const receiverTestJobs: Job[] = [
  {
    name: "webhooks.receiver-test",
    table: "receiver_tests",
    concurrency: CONCURRENCY,
    claim: async (limit) => {
      const leases = await claimReceiverTests(db(), limit, LEASE_S);
      return leases.map((lease) => () => runReceiverTest(lease));
    },
  },
];
