import type { Job } from "../lib/job";
import { periodicJob } from "../lib/periodic-job";
import { mailCredentialEnds } from "./credentials/mail-credential-ends";
import { deleteExpiredSignIns } from "./sign-in/delete-expired-sign-ins";
import { deleteExpiredTokens } from "./tokens/delete-expired-tokens";

export const identityJobs: Job[] = [
  periodicJob("access.delete_expired", async () => {
    while (await deleteExpiredTokens());
    while (await deleteExpiredSignIns());
  }),
  periodicJob("access.mail_credential_ends", mailCredentialEnds),
];
