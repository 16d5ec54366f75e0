import type { Prisma, Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { type RateLimit, secondsToWait } from "./rate-store";

/**
 * Refuses one more than the limit allows. `things`: what is limited, in the plural.
 * @throws AppError TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function checkRate(tx: Tx, things: string, rated: Prisma.Sql, limit: RateLimit): Promise<void> {
  const waitS = await secondsToWait(tx, rated, limit);
  if (waitS === null) return;
  const message = `${limit.most} ${things} in ${limit.windowS / 60} minutes are the most. The next one can begin in ${waitS} s. Nothing was sent.`;
  throw new AppError("TOO_MANY_REQUESTS", { message, metadata: { retry_after_s: waitS } });
}
