import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { deleteExpiredSignIns } from "./delete-expired-sign-ins";
import { deleteExpiredTokens } from "./delete-expired-tokens";
import { mailCredentialEnds } from "./mail-credential-ends";

export const accessJobs: Job[] = [
  periodicJob("access.delete_expired", async () => {
    while (await deleteExpiredTokens());
    while (await deleteExpiredSignIns());
  }),
  periodicJob("access.mail_credential_ends", mailCredentialEnds),
];
