import { db } from "../../lib/db";
import { eraseAttempts } from "../attempts/attempt-store";
import { ERASE_AFTER_D } from "./rules";

const BATCH = 500;

/**
 * Erases the personal data of attempts that ended long ago: the payer, the address, and the bytes that name the account.
 * A remembered account is a row of its own and is kept.
 */
export async function eraseEnded(): Promise<void> {
  while ((await eraseAttempts(db(), { olderThanD: ERASE_AFTER_D, limit: BATCH })) === BATCH);
}
