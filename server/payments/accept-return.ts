import type { Ctx } from "../lib/context";
import { open, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { askBank } from "./ask-bank";
import { findAttempt, findAttemptByStateHash, setReturned } from "./attempt-store";
import { readRequest } from "./store";

/** For this long after the first return the way back may be gone again: a reload, the back button. */
const RETURN_VALID_FOR_S = 30 * 60;
/** Reloading the page is no reason to ask the bank more often. */
const ASK_AGAIN_AFTER_S = 1;

/**
 * The bank sent the shopper back. That is a hint and no proof: `state` only tells which attempt, and the bank is asked
 * at once. Null for a state that nobody was given, or whose time is over. Coming back twice is coming back once.
 */
export async function acceptReturn(ctx: Ctx, input: { state: string }): Promise<{ paymentToken: string } | null> {
  const before = await findAttemptByStateHash(db(), sha256(input.state));
  if (!before || (before.returnedForS ?? 0) > RETURN_VALID_FOR_S) return null;
  await setReturned(db(), before.id);
  const request = await readRequest(db(), before.paymentRequestId);
  const attempt = await findAttempt(db(), before.id);
  const wasAsked = before.returnedForS !== null && before.returnedForS < ASK_AGAIN_AFTER_S;
  if (!wasAsked && attempt && !attempt.finalAt && attempt.bankPaymentId) {
    try {
      await askBank(attempt, { test: request.test, source: "return", psu: { ...attempt.psuContext, ip: ctx.ip } });
    } catch (error) {
      // The page shows that the bank is being asked, and the poll asks on.
      log().error({ request_id: ctx.requestId, attempt_id: attempt.id, error }, "asking the bank on return failed");
    }
  }
  return { paymentToken: open(request.tokenSealed, request.id) };
}
