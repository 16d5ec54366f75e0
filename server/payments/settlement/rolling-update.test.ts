import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seal } from "../../lib/crypto";
import { storyOfThisFile, workDone } from "../../test/banks/payment-stories";
import { underLocks } from "../../test/banks/statements";
import { moveClock, query } from "../../test/database";
import { attemptsDue } from "../bank-calls/poll-attempt";
import { listExceptions } from "../exceptions/exceptions";
import { settleByCredit } from "./settle-by-entry";

// A payment that the version before began is completed by the present one: its rows have only the columns of their time.

const story = storyOfThisFile();
const AMOUNT = 2550n;

/** The writes of the previous version, column by column: the attempt and its request, each step as committed. */
async function begunByBefore(): Promise<{ id: string; attemptId: string }> {
  const { id } = await story.newPayment();
  const attemptId = randomUUID();
  const sql = `SELECT iban FROM managed_accounts WHERE merchant_id = $1 AND currency = 'EUR' AND 'receiving' = ANY (roles)`;
  const { iban } = (await query(sql, [story.tenant.merchantId])).rows[0];
  const body = { endToEndIdentification: "E2E", creditorAccount: { iban }, creditorName: "Olaria do Norte" };
  await query(
    `INSERT INTO payment_attempts (id, payment_request_id, bank_id, scheme, state, end_to_end_id, idempotency_key,
        request_body, redirect_state_hash, redirect_state, psu_context, due_at)
      VALUES ($1, $2, $3, 'SEPA_CREDIT_TRANSFER', 'INITIATING', $4, $5, $6, $7, $8, '{}', app_now())`,
    [
      attemptId,
      id,
      story.banks[0],
      `BKS${attemptId}`.slice(0, 31),
      randomUUID(),
      JSON.stringify(body),
      createHash("sha256").update(attemptId).digest(),
      Buffer.from(seal("state", attemptId)),
    ],
  );
  await query("UPDATE payment_requests SET live_attempt_id = $2, initiated_at = app_now() WHERE id = $1", [
    id,
    attemptId,
  ]);
  await query("UPDATE payment_attempts SET bank_payment_id = 'p', links = '{}' WHERE id = $1", [attemptId]);
  await query("UPDATE payment_attempts SET state = 'AWAITING_AUTH', version = 1 WHERE id = $1", [attemptId]);
  return { id, attemptId };
}

async function endedByBefore(state: string, status: string): Promise<{ id: string; attemptId: string }> {
  const begun = await begunByBefore();
  const { id, attemptId } = begun;
  const end = "UPDATE payment_attempts SET state = $2, version = 2, final_at = app_now() WHERE id = $1";
  await query(end, [attemptId, state]);
  await query("UPDATE payment_requests SET status = $2, live_attempt_id = NULL WHERE id = $1", [id, status]);
  return begun;
}

const rowOf = async (attemptId: string) => {
  const sql = `SELECT a.handed_over_at IS NOT NULL AS handed, a.paid_at IS NOT NULL AS paid, a.closed_at IS NOT NULL AS closed,
        r.paid_attempt_id = a.id AS completed, m.merchant_id AS payee
      FROM payment_attempts a JOIN payment_requests r ON r.id = a.payment_request_id
        LEFT JOIN managed_accounts m ON m.id = a.receiving_account_id WHERE a.id = $1`;
  return (await query(sql, [attemptId])).rows[0];
};

describe("an attempt of the earlier release's process", () => {
  it("that is at its bank counts as handed over, and has its receiving account", async () => {
    await story.press((await story.newPayment()).token);
    const { attemptId } = await begunByBefore();
    const payee = story.tenant.merchantId;
    expect(await rowOf(attemptId)).toEqual({ handed: true, paid: false, closed: false, completed: null, payee });
  });

  it("that has paid is not a second debit when its credit arrives, and its polling ends", async () => {
    const { id, attemptId } = await endedByBefore("EXECUTED", "completed");
    expect(await rowOf(attemptId)).toMatchObject({ paid: true, closed: true, completed: true });
    const credit = { amountMinor: AMOUNT, currency: "EUR", source: "recon" } as const;
    expect(await underLocks(attemptId, (tx, request) => settleByCredit(tx, request, attemptId, credit))).toBe(
      "settled",
    );
    const { rows: exceptions } = await listExceptions({ limit: 100 });
    expect(exceptions.filter(({ paymentRequestId }) => paymentRequestId === id)).toEqual([]);
  });

  it("that has failed is not polled again", async () => {
    const { attemptId } = await endedByBefore("FAILED", "failed");
    expect(await rowOf(attemptId)).toMatchObject({ paid: false, closed: true });
    await workDone();
    await moveClock("2 days");
    expect((await attemptsDue(100)).map(({ id }) => id)).not.toContain(attemptId);
  });
});
