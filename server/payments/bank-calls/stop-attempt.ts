import type { Lease } from "../../jobs/leased-rows";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import type { AttemptRow } from "../attempts/attempt-store";
import { type BankCall, setCallEnd } from "../attempts/bank-call-store";
import { requestBankChange, withdrawBankChange } from "../attempts/bank-change-store";
import { settlePayment } from "../settlement/settle-payment";
import { surelyNotCancelled } from "./call-rules";
import { connectionOf } from "./connection";
import { fetchBankStatus } from "./fetch-bank-status";
import { endOf, recordCall } from "./record-call";
import { callWithGrant } from "./refresh-grant";

/**
 * Stops an attempt that awaits approval. Where only our own call moves the money, blocking the submission is certain.
 * Elsewhere the cancellation is sent to the bank, and only its confirmation counts: if the bank refuses or does not answer,
 * the attempt does not change, and its status is fetched. `forChange`: another bank was chosen, and the request stays
 * pending; committed before the call, because polling may see the cancellation first. `lease`: the caller's, of the attempt.
 */
export async function stopAttempt(
  attempt: AttemptRow,
  options: { test: boolean; forChange: boolean; lease?: Lease | undefined },
): Promise<void> {
  if (attempt.moneyMovesOn === "our-submit") {
    const why = options.forChange ? "change" : "cancellation";
    await settlePayment(attempt.id, { kind: "stop", why }, { source: "cancellation" });
    return;
  }
  if (attempt.state !== "AWAITING_AUTH") return;
  const connection = await connectionOf(attempt, options.test);
  const { profile } = connection;
  const { cancel } = connection.connector;
  if (!profile.cancel || !cancel) return;
  const change = options.forChange ? await requestBankChange(db(), attempt.id) : null;
  const call: BankCall = { attemptId: attempt.id, operation: "cancel", key: attempt.idempotencyKey };
  await recordCall(call, { request: attempt.bankPaymentId ?? "", timeoutMs: profile.statusTimeoutMs });
  const outcome = await callWithGrant(attempt, connection, options.lease, (ref) => cancel(profile, ref));
  const end = { ...call, ...endOf(outcome) };
  if (outcome.ok) {
    // No status in the answer: the payment no longer exists at the bank.
    const isoStatus = outcome.value.status ?? "CANC";
    await settlePayment(attempt.id, { kind: "reported", isoStatus }, { source: "cancellation", call: end });
  } else {
    await setCallEnd(db(), call, end);
    const { kind, code } = outcome;
    log().info({ attempt_id: attempt.id, kind, code }, "bank did not confirm a cancellation");
    await fetchBankStatus(attempt, { test: options.test, source: "cancellation" });
  }
  // An end from here on is not our cancellation. After the status: a bank also refuses to cancel what it has cancelled
  // before. Not after an earlier press, whose own cancellation may still be carried out: if the request to change banks
  // stays, an end lets the customer choose another bank, and if it is missing, the end of that cancellation ends the request.
  if (change?.isFirst && surelyNotCancelled(outcome)) await withdrawBankChange(db(), attempt.id, change);
}
