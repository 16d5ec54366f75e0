import { now } from "../lib/clock";
import type { Job } from "../lib/job";
import { deleteExpiredSignIns } from "./delete-expired-sign-ins";
import { deleteExpiredTokens } from "./delete-expired-tokens";

const PAUSE_MS = 60_000;
let nextAtMs = 0;

export const accessJobs: Job[] = [
  {
    name: "access.delete_expired",
    concurrency: 1,
    // Nothing is leased: deleting a row that is over twice does no harm, and another worker's batch is skipped.
    claim: async () => {
      if (now().getTime() < nextAtMs) return [];
      nextAtMs = now().getTime() + PAUSE_MS;
      return [
        async () => {
          while (await deleteExpiredTokens());
          while (await deleteExpiredSignIns());
        },
      ];
    },
  },
];
