import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { giveUpStopped } from "./give-up-stopped";
import { deleteOldHours } from "./sweep-store";
import { tellOfHealth } from "./tell-of-health";

/** A mail that goes out a quarter of a minute late is on time. */
const TELL_EVERY_MS = 15_000;
const HOURS_KEPT_DAYS = 30;
const MAX_HOURS_DELETED = 5_000;

export const healthJobs: Job[] = [
  periodicJob("webhooks.tell", tellOfHealth, TELL_EVERY_MS),
  periodicJob("webhooks.give-up", giveUpStopped),
  periodicJob("webhooks.hours", async () => {
    await deleteOldHours(db(), HOURS_KEPT_DAYS, MAX_HOURS_DELETED);
  }),
];
