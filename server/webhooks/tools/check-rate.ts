import type { Prisma, Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { type RateLimit, secondsToWait } from "./rate-store";

/**
 * Refuses a request over the limit. `things`: what is limited, in the plural.
 * @throws AppError TOO_MANY_REQUESTS (metadata.retry_after_s)
 */
export async function checkRate(tx: Tx, things: string, rated: Prisma.Sql, limit: RateLimit): Promise<void> {
  const waitS = await secondsToWait(tx, rated, limit);
  if (waitS === null) return;
  const message = `At most ${limit.most} ${things} are allowed in ${limit.windowS / 60} minutes. Try again in ${waitS} s. Nothing was sent.`;
  throw new AppError("TOO_MANY_REQUESTS", { message, metadata: { retry_after_s: waitS } });
}
