import { db } from "../lib/db";
import { eraseAttempts } from "./attempt-store";
import { ERASE_AFTER_D } from "./rules";

const BATCH = 500;

/**
 * What is personal in attempts that ended long ago is erased: who paid, from where, and the bytes that name the account.
 * A shopper's remembered account is a row of its own, and stays.
 */
export async function eraseEnded(): Promise<void> {
  while ((await eraseAttempts(db(), { olderThanD: ERASE_AFTER_D, limit: BATCH })) === BATCH);
}
