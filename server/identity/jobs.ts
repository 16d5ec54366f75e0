import { db } from "../lib/db";
import { type Job, periodicJob } from "../lib/job";
import { mailCredentialEnds } from "./credentials/mail-credential-ends";
import { ACCESS_TOKEN_TTL_S } from "./rules";
import { deleteExpiredAccessTokens, deleteExpiredFamilies } from "./tokens/token-store";
import { deleteExpiredSignInRows } from "./users/user-store";

const BATCH_ROWS = 500;
/** Kept for so long after their expiry, so that their holder reads that they expired, and not that they are unknown. */
const EXPIRED_TOKENS_KEPT_S = 24 * 3600;

/** Deletes expired tokens, one batch of each kind. True: more may be left. */
export async function deleteExpiredTokens(): Promise<boolean> {
  const families = await deleteExpiredFamilies(db(), BATCH_ROWS, ACCESS_TOKEN_TTL_S);
  const accessTokens = await deleteExpiredAccessTokens(db(), BATCH_ROWS, EXPIRED_TOKENS_KEPT_S);
  return families === BATCH_ROWS || accessTokens === BATCH_ROWS;
}

/** Deletes expired sessions and challenges, one batch of each. True: more may be left. */
export async function deleteExpiredSignIns(): Promise<boolean> {
  return (await deleteExpiredSignInRows(db(), BATCH_ROWS)) >= BATCH_ROWS;
}

export const identityJobs: Job[] = [
  periodicJob("access.delete_expired", async () => {
    while (await deleteExpiredTokens());
    while (await deleteExpiredSignIns());
  }),
  periodicJob("access.mail_credential_ends", mailCredentialEnds),
];
