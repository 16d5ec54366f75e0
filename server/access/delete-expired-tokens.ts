import { db } from "../lib/db";
import { ACCESS_TOKEN_TTL_S } from "./rules";
import { deleteExpiredAccessTokens, deleteExpiredFamilies } from "./token-store";

const BATCH_ROWS = 500;

/** Deletes expired tokens, one batch of each kind. True: more may be left. */
export async function deleteExpiredTokens(): Promise<boolean> {
  const families = await deleteExpiredFamilies(db(), BATCH_ROWS, ACCESS_TOKEN_TTL_S);
  const accessTokens = await deleteExpiredAccessTokens(db(), BATCH_ROWS);
  return families === BATCH_ROWS || accessTokens === BATCH_ROWS;
}
