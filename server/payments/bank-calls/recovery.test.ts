import { describe, expect, it } from "vitest";
import { findBank } from "../../banks/find-bank";
import { open, seal, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { debitsOf, eventsOf, shopper, workDone } from "../../test/banks/payment-stories";
import { approveAtBank, attemptsOf, comeBack, stateOf, ukStoryOfThisFile } from "../../test/banks/uk-stories";
import { moveClock, query } from "../../test/database";
import { initiationBodyOf, paymentRef } from "../attempts/attempt-secrets";
import { findAttemptByStateHash, readAttempt } from "../attempts/attempt-store";
import { insertCall } from "../attempts/bank-call-store";
import { cancelCheckout } from "../checkout/cancel-checkout";
import { eraseEnded } from "../jobs";
import { ERASE_AFTER_D, RECOVERY_AFTER_S } from "../requests/rules";
import { readRequest } from "../requests/store";
import { settlePayment } from "../settlement/settle-payment";
import { commitAttempt, prepareAttempt } from "./begin-attempt";
import { completeReturn } from "./complete-return";
import { connectionOf } from "./connection";
import { recoverSubmission } from "./submit-payment";

// A process dies at each step of a payment: the committed state is found and completed correctly.

const uk = ukStoryOfThisFile();
const { story } = uk;
const CONSENTS = /\/domestic-payment-consents$/;
const SUBMISSIONS = /\/domestic-payments$/;
const PSU = { ip: null, userAgent: null, locale: "en" };

async function approved(reference: string) {
  const { id, token } = await uk.newPayment({ payment_reference: reference });
  const { data } = await uk.press(token);
  const params = await approveAtBank(data.redirect_url);
  const attempt = await findAttemptByStateHash(db(), sha256(stateOf(params)));
  if (!attempt) throw new Error("no attempt");
  return { id, token, params, attempt };
}

/** The approval was exchanged and committed; then the process died. */
async function authorised(reference: string) {
  const begun = await approved(reference);
  await completeReturn(begun.attempt, {
    params: begun.params,
    psu: PSU,
    request: await readRequest(db(), begun.attempt.paymentRequestId),
  });
  const attempt = await readAttempt(db(), begun.attempt.id);
  expect(attempt.state).toBe("AUTHORISED");
  return { ...begun, attempt };
}

/** The submission was committed with key and bytes; then the process died. */
async function submitting(reference: string) {
  const begun = await authorised(reference);
  const { attempt } = begun;
  const { profile, connector } = await connectionOf(attempt, true);
  const order = { initiationBody: initiationBodyOf(attempt), consentId: attempt.consentId ?? "" };
  const body = connector.prepareSubmission?.(profile, order).body ?? "";
  const data = { submissionKey: newId(), submissionBody: seal(body, attempt.id) };
  await settlePayment(attempt.id, { kind: "submit_begun" }, { source: "submission", data, dueInS: RECOVERY_AFTER_S });
  return { ...begun, attempt: await readAttempt(db(), attempt.id), profile, connector };
}

async function recovered(id: string): Promise<string> {
  await moveClock("2 minutes");
  await workDone();
  await moveClock("2 minutes");
  await workDone();
  return story.statusOf(id);
}

describe("a process that died", () => {
  it("before the initiation was sent: it is sent, and the customer can continue", async () => {
    const { id, token } = await uk.newPayment({ payment_reference: "Died at first" });
    const bank = await findBank({}, uk.banks[0] ?? "");
    if (!bank) throw new Error("no bank");
    const request = await readRequest(db(), id);
    await commitAttempt(await prepareAttempt(shopper, request, { bank, scheme: null, psu: PSU }));
    await moveClock("1 minute");
    await workDone();
    const again = await uk.press(token);
    expect(again.status).toBe(200);
    await comeBack(await approveAtBank(again.data.redirect_url));
    expect([await recovered(id), await debitsOf("Died at first")]).toEqual(["completed", 1]);
  });

  it("or only waits for a slow bank's answer to the initiation: it is not sent a second time meanwhile", async () => {
    const { id } = await uk.newPayment({ payment_reference: "Slow at first" });
    const bank = await findBank({}, uk.banks[0] ?? "");
    if (!bank) throw new Error("no bank");
    const request = await readRequest(db(), id);
    await commitAttempt(await prepareAttempt(shopper, request, { bank, scheme: null, psu: PSU }));
    await query(
      `UPDATE bank_calls SET deadline_at = app_now() + interval '10 minutes'
        WHERE attempt_id = (SELECT live_attempt_id FROM payment_requests WHERE id = $1)`,
      [id],
    );
    const before = uk.sent(CONSENTS);
    await moveClock("2 minutes");
    await workDone();
    expect(uk.sent(CONSENTS) - before).toBe(0);
    await moveClock("10 minutes");
    await workDone();
    expect(uk.sent(CONSENTS) - before).toBe(1);
  });

  it("while the code was exchanged: the token is lost, so no money moves", async () => {
    const { id, attempt, params } = await approved("Died exchanging");
    const call = { attemptId: attempt.id, operation: "complete-return", key: "the code" } as const;
    await insertCall(db(), { ...call, requestHash: sha256("x"), deadlineS: 20 });
    expect(Object.keys(params).length).toBeGreaterThan(0);
    expect([await recovered(id), await debitsOf("Died exchanging")]).toEqual(["failed", 0]);
    expect((await attemptsOf(id))[0]).toMatchObject({ reason: "authorisation_lost", submissionBlocked: true });
  });

  it("after the approval was committed: it is submitted", async () => {
    const { id } = await authorised("Died authorised");
    expect([await recovered(id), await debitsOf("Died authorised")]).toEqual(["completed", 1]);
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
  });

  it("after the submission was committed and before it was sent: it is sent, once", async () => {
    const { id } = await submitting("Died submitting");
    const before = uk.sent(SUBMISSIONS);
    expect([await recovered(id), await debitsOf("Died submitting")]).toEqual(["completed", 1]);
    expect(uk.sent(SUBMISSIONS) - before).toBe(1);
  });

  it("after the submission was sent and before its answer was written: the same key finds the one payment", async () => {
    const { id, attempt, profile, connector } = await submitting("Died submitted");
    const key = attempt.submissionKey ?? "";
    const body = open(attempt.submissionBody ?? new Uint8Array(), attempt.id);
    const call = { attemptId: attempt.id, operation: "submit", key } as const;
    await insertCall(db(), { ...call, requestHash: sha256(body), deadlineS: 25 });
    const sent = await connector.submit?.(profile, { ref: paymentRef(attempt), body, idempotencyKey: key });
    expect(sent?.ok).toBe(true);
    expect([await recovered(id), await debitsOf("Died submitted")]).toEqual(["completed", 1]);
    const sources = (await attemptsOf(id)).map(({ state }) => state);
    expect(sources).toEqual([expect.stringMatching(/EXECUTED|SETTLED/)]);
  });

  it("or only paused: it does not send again what was refused meanwhile", async () => {
    const { id, attempt } = await submitting("Slept, refused");
    const refused = { kind: "submit_refused", code: "auth", certain: true, ours: true } as const;
    await settlePayment(attempt.id, refused, { source: "submission" });
    const before = uk.sent(SUBMISSIONS);
    await recoverSubmission(attempt, { test: true, source: "recovery" });
    expect([uk.sent(SUBMISSIONS) - before, await recovered(id)]).toEqual([0, "failed"]);
    expect(await debitsOf("Slept, refused")).toBe(0);
  });

  it("or only paused: it does not send what was cancelled before the call", async () => {
    const { id, token, attempt } = await submitting("Slept, cancelled");
    await cancelCheckout(shopper, { paymentToken: token });
    expect(await story.statusOf(id)).toBe("cancelled");
    const before = uk.sent(SUBMISSIONS);
    await recoverSubmission(attempt, { test: true, source: "recovery" });
    expect([uk.sent(SUBMISSIONS) - before, await recovered(id)]).toEqual([0, "cancelled"]);
    expect(await debitsOf("Slept, cancelled")).toBe(0);
  });

  it("at any of these steps: the grant is erased after the payment, and the payer a month after the end", async () => {
    const { id } = await authorised("Died and erased");
    await recovered(id);
    expect((await attemptsOf(id))[0]).toMatchObject({ granted: false, debtor: true });
    await moveClock(`${ERASE_AFTER_D - 1} days`);
    await eraseEnded();
    expect((await attemptsOf(id))[0]).toMatchObject({ debtor: true });
    await moveClock("25 hours");
    await eraseEnded();
    const sql = `SELECT debtor_sealed, initiation_body, submission_body, redirect_secret, psu_context->>'ip' AS ip
      FROM payment_attempts WHERE payment_request_id = $1`;
    const { rows } = await query(sql, [id]);
    expect(Object.values(rows[0])).toEqual([null, null, null, null, null]);
  });
});
