import { env } from "../lib/config/env";
import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { deliverMail, MAIL_LEASE_S } from "./deliver-mail";
import { claimMails, deleteEndedMails } from "./store";

/** Days after a mail was sent or failed. Until then a person can check in the Console whether it arrived. */
const KEPT_FOR_D = 30;
const BATCH = 1_000;

/** Without a mail server (the demo) mails are not sent: the outbox page shows them. */
function sendingJob(name: string, concurrency: number, { priority }: { priority: boolean }): Job {
  const claim = async (limit: number) => {
    const { smtpUrl } = env();
    if (smtpUrl === null) return [];
    const leases = await claimMails(db(), { priority, limit, leaseS: MAIL_LEASE_S });
    return leases.map((lease) => () => deliverMail(lease, smtpUrl));
  };
  return { name, table: "mails", concurrency, claim };
}

/** Each conversation may take 50 s. Codes have slots of their own, so that they do not wait for other mails. */
export const mailJobs: Job[] = [
  sendingJob("mail.send", 4, { priority: false }),
  sendingJob("mail.send_codes", 4, { priority: true }),
  periodicJob("mail.delete", async () => {
    while ((await deleteEndedMails(db(), { olderThanD: KEPT_FOR_D, limit: BATCH })) >= BATCH);
  }),
];
