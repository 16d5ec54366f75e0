import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { deleteOldUses } from "./grant-store";
import { claimDueConsents, settleConsent } from "./settle-consent";

/** More than the offset of any bank's day from UTC. */
const USES_KEPT_DAYS = 7;

export const accountJobs: Job[] = [
  {
    name: "accounts.settle_consents",
    table: "account_consents",
    concurrency: 4,
    claim: async (limit) => (await claimDueConsents(limit)).map((lease) => () => settleConsent(lease)),
  },
  periodicJob("accounts.delete_uses", () => deleteOldUses(db(), USES_KEPT_DAYS)),
];
