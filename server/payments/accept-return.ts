import type { Ctx } from "../lib/context";
import { open, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { askBank } from "./ask-bank";
import { type AttemptRow, findAttemptByStateHash, readAttempt } from "./attempt-store";
import { setReturned } from "./attempt-write-store";
import { completeReturn } from "./complete-return";
import { endByTime } from "./end-by-time";
import { readRequest } from "./store";
import { submitPayment } from "./submit-payment";

/** For this long after the first return the way back may be gone again: a reload, the back button. */
const RETURN_VALID_FOR_S = 30 * 60;
/** Reloading the page is no reason to ask the bank more often. */
const ASK_AGAIN_AFTER_S = 1;

/** What the bank's redirect brought: `params` from the query, the fragment or a form, as they came. */
export type BankReturn = { state: string; params: Readonly<Record<string, string>> };

export type Returned = { paymentToken: string; spoken: { locale?: string } };

/**
 * The bank sent the shopper back. `state`, looked up by its hash, only tells which attempt. Where our own call moves the
 * money, what came along is exchanged for the shopper's approval and the payment is submitted; elsewhere it is a hint and
 * no proof, and the bank is asked at once. Null for a state that nobody was given, or whose time is over. Coming back
 * twice is coming back once. `spoken`: the language that the shopper chose on the page, where it is another than the shop's.
 */
export async function acceptReturn(ctx: Ctx, { state, params }: BankReturn): Promise<Returned | null> {
  const before = await findAttemptByStateHash(db(), sha256(state));
  if (!before || (before.returnedForS ?? 0) > RETURN_VALID_FOR_S) return null;
  await setReturned(db(), before.id);
  const request = await readRequest(db(), before.paymentRequestId);
  const wasAsked = before.returnedForS !== null && before.returnedForS < ASK_AGAIN_AFTER_S;
  try {
    const attempt = await readAttempt(db(), before.id);
    const isOver = attempt.finalAt !== null || (await endByTime(attempt, request, "return"));
    if (!isOver) await takeReturn(attempt, { params, test: request.test, ip: ctx.ip, ask: !wasAsked });
  } catch (error) {
    // The page shows that the bank is being asked, and the poll asks on.
    log().error({ request_id: ctx.requestId, attempt_id: before.id, error }, "asking the bank on return failed");
  }
  const { locale } = before.psuContext;
  const spoken = locale === request.locale ? {} : { locale };
  return { paymentToken: open(request.tokenSealed, request.id), spoken };
}

type Taken = { params: BankReturn["params"]; test: boolean; ip: string | null; ask: boolean };

async function takeReturn(attempt: AttemptRow, { params, test, ip, ask }: Taken): Promise<void> {
  const psu = { ...attempt.psuContext, ip };
  if (attempt.state === "AWAITING_AUTH") await completeReturn(attempt, { params, psu, test });
  const current = await readAttempt(db(), attempt.id);
  if (current.finalAt) return;
  if (current.state === "AUTHORISED") return submitPayment(current, { test, source: "return", psu });
  const canAsk = current.bankPaymentId !== null || (current.consentId !== null && current.state === "AWAITING_AUTH");
  if (ask && canAsk) await askBank(current, { test, source: "return", psu });
}
