import { db } from "../../lib/db";
import { ACCESS_TOKEN_TTL_S } from "../rules";
import { deleteExpiredAccessTokens, deleteExpiredFamilies } from "./token-store";

const BATCH_ROWS = 500;
/** Kept for so long after their expiry, so that their holder reads that they expired, and not that they are unknown. */
const EXPIRED_TOKENS_KEPT_S = 24 * 3600;

/** Deletes expired tokens, one batch of each kind. True: more may be left. */
export async function deleteExpiredTokens(): Promise<boolean> {
  const families = await deleteExpiredFamilies(db(), BATCH_ROWS, ACCESS_TOKEN_TTL_S);
  const accessTokens = await deleteExpiredAccessTokens(db(), BATCH_ROWS, EXPIRED_TOKENS_KEPT_S);
  return families === BATCH_ROWS || accessTokens === BATCH_ROWS;
}
