import { afterAll, expect, it, vi } from "vitest";
import { closeDb, db } from "../../lib/db";
import { log } from "../../lib/log";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { newException } from "../../test/rows/payment-exceptions";
import { createPaymentRequest } from "../requests/create-payment-request";
import { recordException, recordExceptionIn } from "./record-exception";

afterAll(() => closeDb());

it("an exception of a live payment is logged once it is committed, as an alert; one of a test payment without", async () => {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria do Sul" });
  const logged = vi.spyOn(log(), "error").mockReturnValue(undefined);
  const exception = { kind: "unresolved", detail: "No final answer." } as const;
  const recordTwice = async (test: boolean) => {
    const order = { amount: 2550, currency: "EUR" };
    const { payment_request_id: id } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
    await newException(id);
    const { rows } = await query<{ id: string }>(
      `WITH mode AS (UPDATE payment_requests SET test = $2 WHERE id = $1)
         SELECT id FROM payment_attempts WHERE payment_request_id = $1`,
      [id, test],
    );
    const attempt = { id: rows[0]?.id ?? "", paymentRequestId: id };
    const undone = db().$transaction(async (tx) => {
      await recordExceptionIn(tx, attempt, exception, "poll");
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    await recordException(attempt, exception, "poll");
    await recordException(attempt, exception, "poll");
    return { attempt_id: attempt.id, payment_request_id: id, ...exception };
  };
  const [live, tested] = [await recordTwice(false), await recordTwice(true)];
  expect(logged.mock.calls.map(([about]) => about)).toEqual([
    { ...live, alert: true },
    { ...tested, test: true },
  ]);
});
