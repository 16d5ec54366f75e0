import { db } from "../../lib/db";
import { deleteExpiredSignInRows } from "../users/user-store";

const BATCH_ROWS = 500;

/** Deletes expired sessions and challenges, one batch of each. True: more may be left. */
export async function deleteExpiredSignIns(): Promise<boolean> {
  return (await deleteExpiredSignInRows(db(), BATCH_ROWS)) >= BATCH_ROWS;
}
