import type { Completion, Failure, PsuContext, RedirectCall } from "../../connectors/port";
import { completeWithRetries } from "../../connectors/repeat-return";
import { seal, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { factsOf } from "../attempts/attempt-facts-of";
import { paymentRef, redirectOf } from "../attempts/attempt-secrets";
import { type AttemptRow, lockAttempt, readAttempt } from "../attempts/attempt-store";
import {
  type BankCall,
  type CallEnd,
  findCalls,
  insertCall,
  removeCall,
  setCallEnd,
} from "../attempts/bank-call-store";
import { hadNoEffect } from "../attempts/call-result";
import { lockRequestAndLink } from "../requests/lock-request";
import { RECOVERY_AFTER_S } from "../requests/rules";
import type { RequestRow } from "../requests/store";
import { isUnwanted, mayCompleteReturn } from "../settlement/decide-approval";
import { settlePayment } from "../settlement/settle-payment";
import { type Connection, connectionOf } from "./connection";
import { deadlineS, endOf } from "./record-call";

/**
 * Exchanges of one attempt. A customer has one code; without a limit, anyone who has the state could send the bank any
 * number of invented ones in our name.
 */
export const MAX_RETURNS = 10;

type Return = { params: Readonly<Record<string, string>>; psu: PsuContext; request: RequestRow };

/**
 * Exchanges the code of a return at the bank, once: a code can be used once only. The exchange is committed before it is
 * made, under the locks that blocking the submission takes: a code that arrives after a block is never exchanged. If the
 * bank was not reached, it is called again within seconds, because the browser brings the code only now. Returns the
 * attempt as it is afterwards. A plain return has nothing to exchange and changes nothing.
 */
export async function completeReturn(attempt: AttemptRow, back: Return): Promise<AttemptRow> {
  const connection = await connectionOf(attempt, back.request.test, back.request);
  const call = { ref: { ...paymentRef(attempt), psu: back.psu }, params: back.params, redirect: redirectOf(attempt) };
  if (connection.connector.isPlainReturn?.(call)) return attempt;
  // Each try is committed anew: after a cancellation meanwhile there is none.
  await completeWithRetries(() => exchange(attempt, connection, call));
  return readAttempt(db(), attempt.id);
}

/** Returns the failure of a call; null if it succeeded, or was not made. */
async function exchange(
  attempt: AttemptRow,
  { profile, connector }: Connection,
  returned: RedirectCall,
): Promise<Failure | null> {
  const { params } = returned;
  const brought = JSON.stringify(Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1)));
  const key = Buffer.from(sha256(brought)).toString("base64url");
  const call: BankCall = { attemptId: attempt.id, operation: "complete-return", key };
  const begun = await beginReturn(attempt, call, profile.tokenTimeoutMs);
  if (!begun) return null;
  const outcome = await connector.completeRedirect(profile, { ...returned, ...begun });
  const end = { ...call, ...endOf(outcome) };
  if (!outcome.ok) {
    const { kind, code, detail } = outcome;
    log().warn({ attempt_id: attempt.id, kind, code, detail }, "the return from the bank could not be completed");
    // Anyone who has the state can forge a return: one that is refused here must not count as a code that is used up.
    await (outcome.notExchanged ? removeCall(db(), call) : setCallEnd(db(), call, end));
    return outcome;
  }
  await commitCompletion(attempt, end, outcome.value);
  return null;
}

async function commitCompletion(attempt: AttemptRow, end: BankCall & CallEnd, value: Completion): Promise<void> {
  if (value.kind === "nothing") return setCallEnd(db(), end, end);
  if (value.kind === "denied") {
    await settlePayment(attempt.id, { kind: "denied", reason: value.reason }, { source: "return", call: end });
    return;
  }
  const data = { grantSealed: seal(JSON.stringify(value.grant), attempt.id) };
  await settlePayment(attempt.id, { kind: "granted" }, { source: "return", call: end, data, dueInS: RECOVERY_AFTER_S });
}

/** Whether the payment is still wanted; null if the code must not be exchanged. A second return is ignored, unless the first exchange was certainly not made. */
function beginReturn(attempt: AttemptRow, call: BankCall, timeoutMs: number): Promise<{ unwanted: boolean } | null> {
  return db().$transaction(async (tx) => {
    const request = await lockRequestAndLink(tx, attempt.paymentRequestId);
    const current = await lockAttempt(tx, attempt.id);
    const facts = factsOf(request, current, null);
    if (!mayCompleteReturn(facts)) return null;
    const calls = await findCalls(tx, attempt.id, call.operation);
    const before = calls.find(({ key }) => key === call.key);
    if (before ? !hadNoEffect(before) : calls.length >= MAX_RETURNS) return null;
    await insertCall(tx, { ...call, requestHash: sha256(call.key), deadlineS: deadlineS(timeoutMs) });
    return { unwanted: isUnwanted(facts) };
  });
}
