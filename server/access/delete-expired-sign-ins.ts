import { db } from "../lib/db";
import { deleteExpiredSignInRows } from "./user-store";

const BATCH_ROWS = 500;

/** Deletes sessions and challenges that are over, a batch of each kind. True while there may be more. */
export async function deleteExpiredSignIns(): Promise<boolean> {
  return (await deleteExpiredSignInRows(db(), BATCH_ROWS)) >= BATCH_ROWS;
}
