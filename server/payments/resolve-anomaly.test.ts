import { afterAll, expect, it } from "vitest";
import { closeDb } from "../lib/db";
import { createMerchant } from "../merchants/create-merchant";
import { newAnomaly } from "../test/anomalies";
import { query } from "../test/database";
import { ctx } from "../test/fixtures";
import { createPaymentRequest } from "./create-payment-request";
import { listAnomalies } from "./list-anomalies";
import { resolveAnomaly } from "./resolve-anomaly";

afterAll(() => closeDb());

const openIds = async () => (await listAnomalies({ limit: 100 })).map(({ id }) => id);

it("what was noted is ticked off once, with what was found, in the merchant's log; others stay open", async () => {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria do Norte" });
  const order = { amount: 2550, currency: "EUR" };
  const { payment_request_id: paymentId } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const [id, other] = [await newAnomaly(paymentId), await newAnomaly(paymentId)];
  for (const note of ["", " ", "x".repeat(501)]) {
    await expect(resolveAnomaly(ctx, { id, note })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  expect(await openIds()).toEqual(expect.arrayContaining([id, other]));
  await resolveAnomaly(ctx, { id, note: " Asked the bank: paid once. " });
  await resolveAnomaly(ctx, { id, note: "Somebody else, later." });
  expect(await openIds()).toContain(other);
  expect(await openIds()).not.toContain(id);
  const audited = await query((client) =>
    client.query("SELECT merchant_id, detail->>'note' AS note FROM audit_entries WHERE subject_id = $1", [id]),
  );
  expect(audited.rows).toEqual([{ merchant_id: merchantId, note: "Asked the bank: paid once." }]);
  const kept = await query((client) => client.query("SELECT resolved_note FROM payment_anomalies WHERE id = $1", [id]));
  expect(kept.rows).toEqual([{ resolved_note: "Asked the bank: paid once." }]);
});

it("what was never noted is not there, and no token of the API ticks anything off", async () => {
  const unknown = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
  await expect(resolveAnomaly(ctx, { id: unknown, note: "Seen." })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const actor = { kind: "user", id: unknown } as const;
  const token = { ...ctx, caller: { ...ctx.caller, actor } };
  await expect(resolveAnomaly(token, { id: unknown, note: "Seen." })).rejects.toMatchObject({ code: "FORBIDDEN" });
});
