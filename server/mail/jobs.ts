import { env } from "../lib/config/env";
import { db } from "../lib/db";
import type { Job } from "../lib/job";
import { deliverMail, MAIL_LEASE_S } from "./deliver-mail";
import { claimMails } from "./store";

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
];
