import { env } from "../lib/config/env";
import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { deliverMail, MAIL_LEASE_S } from "./deliver-mail";
import { claimMails, deleteEndedMails } from "./store";

/** Days after a mail was sent or failed. Until then a person can check in the Console whether it arrived. */
const KEPT_FOR_D = 30;
const BATCH = 1_000;

/** Without a mail server (the demo) mails are not sent: the outbox page shows them. */
export const mailJobs: Job[] = [
  {
    name: "mail.send",
    table: "mails",
    concurrency: 4,
    claim: async (limit) => {
      const { smtpUrl } = env();
      if (smtpUrl === null) return [];
      const leases = await claimMails(db(), limit, MAIL_LEASE_S);
      return leases.map((lease) => () => deliverMail(lease, smtpUrl));
    },
  },
  periodicJob("mail.delete", async () => {
    while ((await deleteEndedMails(db(), { olderThanD: KEPT_FOR_D, limit: BATCH })) >= BATCH);
  }),
];
