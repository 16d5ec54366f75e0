import { db } from "../../lib/db";
import type { Job } from "../../lib/job";
import { periodicJob } from "../../lib/periodic-job";
import { expireDeliveries } from "../delivery/expire-deliveries";
import { deleteOldHours } from "../delivery/expiry-store";
import { notifyEndpointHealth } from "./notify-endpoint-health";

/** A mail may be 15 s late. */
const NOTIFY_EVERY_MS = 15_000;
const HOURS_KEPT_DAYS = 30;
const MAX_HOURS_DELETED = 5_000;

export const healthJobs: Job[] = [
  periodicJob("webhooks.notify-health", notifyEndpointHealth, NOTIFY_EVERY_MS),
  periodicJob("webhooks.give-up", expireDeliveries),
  periodicJob("webhooks.hours", async () => {
    await deleteOldHours(db(), HOURS_KEPT_DAYS, MAX_HOURS_DELETED);
  }),
];
