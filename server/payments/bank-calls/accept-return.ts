import type { Ctx } from "../../lib/context";
import { open, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { type AttemptRow, findAttemptByStateHash, readAttempt, setReturned } from "../attempts/attempt-store";
import { type RequestRow, readRequest } from "../requests/store";
import { completeReturn } from "./complete-return";
import { endByTime } from "./end-by-time";
import { fetchBankStatus } from "./fetch-bank-status";
import { submitPayment } from "./submit-payment";

/** How long after the first return the same redirect is accepted again: a reload, the back button. */
const RETURN_VALID_FOR_S = 30 * 60;
/** Reloads within this time do not fetch the status again. */
const FETCH_AGAIN_AFTER_S = 1;

/** The parameters of the bank's redirect, from the query, the fragment or a form, unchanged. */
export type BankReturn = { state: string; params: Readonly<Record<string, string>> };

type Returned = { paymentToken: string; spoken: { locale?: string } };

/**
 * Takes the bank's redirect of the customer. `state`, looked up by its hash, only identifies the attempt. Where our own
 * call moves the money, the code is exchanged for the approval and the payment is submitted; elsewhere the redirect is a
 * hint, and the status is fetched at once. Null for a state that is unknown or over. A second return changes nothing.
 * `spoken`: the language that the customer chose on the page, if it is not the shop's.
 */
export async function acceptReturn(ctx: Ctx, { state, params }: BankReturn): Promise<Returned | null> {
  const before = await findAttemptByStateHash(db(), sha256(state));
  if (!before || (before.returnedForS ?? 0) > RETURN_VALID_FOR_S) return null;
  const attempt = (await setReturned(db(), before.id)) ?? (await readAttempt(db(), before.id));
  const request = await readRequest(db(), before.paymentRequestId);
  const wasFetched = before.returnedForS !== null && before.returnedForS < FETCH_AGAIN_AFTER_S;
  try {
    const isOver = attempt.finalAt !== null || (await endByTime(attempt, request, "return"));
    if (!isOver) await takeReturn(attempt, { params, request, ip: ctx.ip, fetchStatus: !wasFetched });
  } catch (error) {
    // The page shows that the status is being fetched, and polling continues.
    log().error(
      { request_id: ctx.requestId, attempt_id: before.id, error },
      "fetching the bank status on return failed",
    );
  }
  const { locale } = before.psuContext;
  const spoken = locale === request.locale ? {} : { locale };
  return { paymentToken: open(request.tokenSealed, request.id), spoken };
}

type Taken = { params: BankReturn["params"]; request: RequestRow; ip: string | null; fetchStatus: boolean };

async function takeReturn(attempt: AttemptRow, { params, request, ip, fetchStatus }: Taken): Promise<void> {
  const psu = { ...attempt.psuContext, ip };
  const { test } = request;
  const current = attempt.state === "AWAITING_AUTH" ? await completeReturn(attempt, { params, psu, request }) : attempt;
  if (current.finalAt) return;
  if (current.state === "AUTHORISED") return submitPayment(current, { test, source: "return", psu });
  const canFetch = current.bankPaymentId !== null || (current.consentId !== null && current.state === "AWAITING_AUTH");
  if (fetchStatus && canFetch) await fetchBankStatus(current, { test, source: "return", psu, request });
}
