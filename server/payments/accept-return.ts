import type { Ctx } from "../lib/context";
import { open, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { askBank } from "./ask-bank";
import { findAttempt, findAttemptByStateHash, setReturned } from "./attempt-store";
import { readRequest } from "./store";

/**
 * The bank sent the shopper back. That is a hint and no proof: `state` only tells which attempt, and the bank is asked
 * at once. Null for a state that nobody was given. Coming back twice is coming back once.
 */
export async function acceptReturn(ctx: Ctx, input: { state: string }): Promise<{ paymentToken: string } | null> {
  const found = await findAttemptByStateHash(db(), sha256(input.state));
  if (!found) return null;
  await setReturned(db(), found.id);
  const request = await readRequest(db(), found.paymentRequestId);
  const attempt = await findAttempt(db(), found.id);
  if (attempt && !attempt.finalAt && attempt.bankPaymentId) {
    try {
      await askBank(attempt, { test: request.test, source: "return", psu: { ...attempt.psuContext, ip: ctx.ip } });
    } catch (error) {
      // The page shows that the bank is being asked, and the poll asks on.
      log().error({ request_id: ctx.requestId, attempt_id: attempt.id, error }, "asking the bank on return failed");
    }
  }
  return { paymentToken: open(request.tokenSealed, request.id) };
}
