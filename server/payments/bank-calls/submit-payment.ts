import type { Failure, PsuContext, Submission } from "../../connectors/port";
import { open, seal, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { factsOf } from "../attempts/attempt-facts-of";
import { initiationBodyOf, paymentRef } from "../attempts/attempt-secrets";
import { type AttemptRow, lockAttempt, readAttempt } from "../attempts/attempt-store";
import type { TransitionSource } from "../attempts/attempt-write-store";
import { type BankCall, findCalls, insertCall, setCallEnd } from "../attempts/bank-call-store";
import { isUnderWay, isWithoutResult } from "../attempts/call-result";
import { recordException } from "../exceptions/record-exception";
import { lockRequestAndLink } from "../requests/lock-request";
import { RECOVERY_AFTER_S, SUBMISSION_OVER_AFTER_S } from "../requests/rules";
import { readRequest } from "../requests/store";
import { isUnwanted } from "../settlement/decide-approval";
import { settlePayment } from "../settlement/settle-payment";
import {
  afterFailedSubmission,
  isRefusedForApproval,
  isRefusedRepeat,
  mayRepeatSubmission,
  maySendSubmission,
} from "./call-rules";
import { type Connection, connectionOf } from "./connection";
import { postpone, retryLater } from "./fetch-bank-status";
import { deadlineS, endOf } from "./record-call";

type SubmitOptions = { test: boolean; source: TransitionSource; psu?: PsuContext };

/**
 * Makes the call that moves the money of an attempt that the customer has authorised. Key and bytes are committed before
 * it, under the locks that blocking takes: of the two exactly one is committed. A cancellation between that commit and the
 * call still stops it.
 */
export async function submitPayment(attempt: AttemptRow, options: SubmitOptions): Promise<void> {
  const connection = await connectionOf(attempt, options.test);
  const { prepareSubmission } = connection.connector;
  if (!prepareSubmission || attempt.consentId === null) throw new Error(`Attempt ${attempt.id} has nothing to submit.`);
  const order = { initiationBody: initiationBodyOf(attempt), consentId: attempt.consentId };
  const { body } = prepareSubmission(connection.profile, order);
  const decision = await settlePayment(
    attempt.id,
    { kind: "submit_begun" },
    {
      source: options.source,
      data: { submissionKey: newId(), submissionBody: seal(body, attempt.id) },
      dueInS: RECOVERY_AFTER_S,
    },
  );
  if (decision.attempt?.to === "SUBMITTING") {
    await send(await readAttempt(db(), attempt.id), connection, { ...options, approval: "authorised" });
  }
}

/**
 * Recovers a submission whose answer was lost: fetches the approval's status with our own credentials. Not used: nothing
 * was carried out. Used: our call arrived. In both cases the same bytes with the same key return the one payment's id, as
 * long as the bank recognises the key; after that nothing is sent, and an exception is recorded. Nor is a payment sent that
 * was cancelled meanwhile, or whose repeat the bank refused, and whose approval is unused: it ends if the approval is still
 * unused SUBMISSION_OVER_AFTER_S later.
 */
export async function recoverSubmission(attempt: AttemptRow, options: SubmitOptions): Promise<void> {
  const connection = await connectionOf(attempt, options.test);
  const last = (await findCalls(db(), attempt.id, "submit")).at(-1);
  if (last && isUnderWay(last)) return postpone(attempt, RECOVERY_AFTER_S);
  if (attempt.state === "SUBMITTING" && last && isWithoutResult(last)) {
    await settlePayment(attempt.id, { kind: "submit_unknown" }, { source: options.source });
  }
  const over = !last || last.startedForS >= SUBMISSION_OVER_AFTER_S;
  const state = await readApproval(await readAttempt(db(), attempt.id), connection, { ...options, over });
  if (state === "awaiting" && last && isRefusedForApproval(last)) {
    const refused = { kind: "submit_refused", code: last.code ?? "", certain: true, ours: false } as const;
    await settlePayment(attempt.id, refused, { source: options.source });
  }
  if (state !== "authorised" && state !== "consumed") return;
  if (state === "authorised" && last && isRefusedRepeat(last)) {
    if (!over) return postpone(attempt, RECOVERY_AFTER_S);
    const refused = { kind: "submit_refused", code: last.code ?? last.outcome ?? "", certain: true } as const;
    await settlePayment(attempt.id, { ...refused, ours: isOurs(last.outcome) }, { source: options.source });
    return;
  }
  if (mayRepeatSubmission(attempt.submittedForS)) return send(attempt, connection, { ...options, approval: state });
  const detail = `The bank holds the approval for ${state}; nothing is sent any more.`;
  await recordException(attempt, { kind: "submission_unknown", detail }, options.source);
  await postpone(attempt, 0);
}

/** The approval's status at the bank, after it was decided about; null if the bank did not answer. */
async function readApproval(
  attempt: AttemptRow,
  { profile, connector }: Connection,
  { source, over }: SubmitOptions & { over: boolean },
) {
  if (!connector.authorisation) throw new Error(`The connector of ${profile.id} cannot fetch an authorisation.`);
  const outcome = await connector.authorisation(profile, paymentRef(attempt));
  if (!outcome.ok) {
    await retryLater(attempt, outcome, source);
    return null;
  }
  const { state } = outcome.value;
  await settlePayment(attempt.id, { kind: "authorisation", state, lost: false, over }, { source });
  return state;
}

/** `approval`: its status at the bank. */
type SendOptions = SubmitOptions & { approval: "authorised" | "consumed" };

async function send(attempt: AttemptRow, connection: Connection, options: SendOptions): Promise<void> {
  const { id: attemptId, submissionKey: key, submissionBody } = attempt;
  const { profile, connector } = connection;
  if (!connector.submit || !key || !submissionBody) throw new Error(`Attempt ${attemptId} has nothing to submit.`);
  const body = open(submissionBody, attemptId);
  const call: BankCall = { attemptId, operation: "submit", key };
  const tries = await beginCall(attempt, call, {
    body,
    timeoutMs: profile.initiateTimeoutMs,
    approval: options.approval,
  });
  if (tries === null) return postpone(attempt, RECOVERY_AFTER_S);
  const ref = { ...paymentRef(attempt), ...(options.psu ? { psu: options.psu } : {}) };
  const outcome = await connector.submit(profile, { ref, body, idempotencyKey: key });
  if (outcome.ok) return commitSubmitted(attempt, call, outcome.value, options.source);
  await commitFailure(attempt, call, { outcome, tries, connection, options });
}

type Sent = { body: string; timeoutMs: number; approval: SendOptions["approval"] };

/**
 * Commits the call before it is made, under the locks of a cancellation; returns the number of tries, this one included.
 * Null: it must not be made now.
 */
function beginCall(attempt: AttemptRow, call: BankCall, sent: Sent): Promise<number | null> {
  return db().$transaction(async (tx) => {
    const request = await lockRequestAndLink(tx, attempt.paymentRequestId);
    const facts = factsOf(request, await lockAttempt(tx, attempt.id), null);
    const last = (await findCalls(tx, attempt.id, call.operation)).at(-1);
    const { final, state } = facts.attempt;
    if (!maySendSubmission({ final, state, unwanted: isUnwanted(facts) }, last, sent.approval)) return null;
    return insertCall(tx, { ...call, requestHash: sha256(sent.body), deadlineS: deadlineS(sent.timeoutMs) });
  });
}

async function commitSubmitted(
  attempt: AttemptRow,
  call: BankCall,
  { bankPaymentId, status: isoStatus, links, reason }: Submission,
  source: TransitionSource,
): Promise<void> {
  const data = { bankPaymentId, links: { ...attempt.links, ...links } };
  await settlePayment(
    attempt.id,
    { kind: "submit_accepted", isoStatus, reason },
    { source, data, call: { ...call, outcome: "ok" } },
  );
}

/** A cancellation that came during the call. */
async function stopUnwanted({ id, paymentRequestId }: AttemptRow, source: TransitionSource): Promise<void> {
  const [request, attempt] = [await readRequest(db(), paymentRequestId), await readAttempt(db(), id)];
  if (isUnwanted(factsOf(request, attempt, null)))
    await settlePayment(id, { kind: "stop", why: "cancellation" }, { source });
}

type Failed = { outcome: Failure; tries: number; connection: Connection; options: SubmitOptions };

const isOurs = (outcome: string | null) => outcome === "invalid" || outcome === "auth";

/**
 * A refusal ends the attempt only if no try can have been carried out: after the first and only one, or, if no earlier one
 * may be under way at the bank, if the approval's status there is still unused. A bank may refuse a repeat because it still
 * works on the try before, which uses the approval later: then recovery decides.
 */
async function commitFailure(attempt: AttemptRow, call: BankCall, failed: Failed): Promise<void> {
  const { outcome, tries, connection, options } = failed;
  const { kind, code = kind, detail } = outcome;
  log().warn({ attempt_id: attempt.id, kind, code, detail, tries }, "submission failed");
  const end = { ...call, ...endOf(outcome) };
  const source = options.source;
  const follows = afterFailedSubmission(kind, tries);
  if (follows === "later") {
    await setCallEnd(db(), call, end);
    await postpone(attempt, outcome.retryAfterS ?? 0);
    return stopUnwanted(attempt, source);
  }
  if (follows !== "unknown") {
    const isAlone = (await readAttempt(db(), attempt.id)).state === "SUBMITTING";
    const certain =
      follows === "refused" ||
      (isAlone && (await readApproval(attempt, connection, { ...options, over: false })) === "authorised");
    const refused = { kind: "submit_refused", code, certain, ours: isOurs(kind) } as const;
    await settlePayment(attempt.id, refused, { source, call: end });
    return;
  }
  await settlePayment(attempt.id, { kind: "submit_unknown" }, { source, call: end });
  if (kind === "protocol") await recordException(attempt, { kind: "protocol", detail }, source);
}
