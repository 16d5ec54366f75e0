import { afterAll, expect, it } from "vitest";
import { syncCatalogue } from "../../banks/sync-catalogue";
import { closeDb } from "../../lib/db";
import { createMerchant } from "../../merchants/create-merchant";
import { query } from "../../test/database";
import { ctx } from "../../test/rows/fixtures";
import { newException } from "../../test/rows/payment-exceptions";
import { listPaymentActionItems } from "../queries/list-action-items";
import { createPaymentRequest } from "../requests/create-payment-request";
import { listExceptions, resolveException } from "./exceptions";

afterAll(() => closeDb());

const openIds = async () => (await listExceptions({ limit: 100 })).rows.map(({ id }) => id);

it("an exception is resolved once, with a note in the merchant's audit log; others stay open", async () => {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria do Norte" });
  const order = { amount: 2550, currency: "EUR" };
  const { payment_request_id: paymentId } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const [id, other] = [await newException(paymentId), await newException(paymentId)];
  for (const note of ["", " ", "x".repeat(501)]) {
    await expect(resolveException(ctx, { id, note })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  expect(await openIds()).toEqual(expect.arrayContaining([id, other]));
  await resolveException(ctx, { id, note: " Asked the bank: paid once. " });
  // After a lost response.
  await resolveException(ctx, { id, note: "Asked the bank: paid once." });
  const message = "This exception was already resolved: “Asked the bank: paid once.”. Your note was not saved.";
  await expect(resolveException(ctx, { id, note: "Another person, later." })).rejects.toMatchObject({
    metadata: { errors: [{ field: "note", message }] },
  });
  expect(await openIds()).toContain(other);
  expect(await openIds()).not.toContain(id);
  const audited = await query("SELECT merchant_id, detail->>'note' AS note FROM audit_entries WHERE subject_id = $1", [
    id,
  ]);
  expect(audited.rows).toEqual([{ merchant_id: merchantId, note: "Asked the bank: paid once." }]);
  const kept = await query("SELECT resolved_note FROM payment_exceptions WHERE id = $1", [id]);
  expect(kept.rows).toEqual([{ resolved_note: "Asked the bank: paid once." }]);
});

it("an unknown exception is 404, and an API token can resolve none", async () => {
  const unknown = "01931f4e-7c1a-7d3e-9a55-5b6f0c9d2a10";
  await expect(resolveException(ctx, { id: unknown, note: "Seen." })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const actor = { kind: "user", id: unknown } as const;
  const token = { ...ctx, caller: { ...ctx.caller, actor } };
  await expect(resolveException(token, { id: unknown, note: "Seen." })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

it("an exception names its attempt's bank, to operator and merchant, after the customer chose another", async () => {
  await syncCatalogue();
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria da Ria" });
  const order = { amount: 2550, currency: "EUR" };
  const { payment_request_id: id } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const [first, second] = (await query("SELECT id, display_name AS name FROM banks ORDER BY id LIMIT 2")).rows;
  await newException(id, first.id);
  const chosen = "UPDATE payment_requests SET bank_id = $2, bank_name = $3 WHERE id = $1";
  await query(chosen, [id, second.id, second.name]);
  const listed = (await listExceptions({ limit: 100 })).rows.filter((row) => row.paymentRequestId === id);
  const { marked } = await listPaymentActionItems(ctx, { merchantId, test: listed[0]?.test ?? false });
  expect([...listed, ...marked].map(({ bankName }) => bankName)).toEqual([first.name, first.name]);
});

it("open exceptions are listed by pages: a live one before newer ones of test payments", async () => {
  const { id: merchantId } = await createMerchant(ctx, { brandName: "Olaria da Foz" });
  const order = { amount: 2550, currency: "EUR" };
  const { payment_request_id: live } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const { payment_request_id: tested } = await createPaymentRequest(ctx, { merchant_id: merchantId, order });
  const first = await newException(live);
  const others = [await newException(tested), await newException(tested), await newException(tested)];
  await query("UPDATE payment_exceptions SET test = payment_request_id = $1", [tested]);
  await query("UPDATE payment_exceptions SET resolved_at = app_now() WHERE payment_request_id NOT IN ($1, $2)", [
    tested,
    live,
  ]);
  const page = async (cursor?: string | null) => {
    const { rows, ...pages } = await listExceptions({ limit: 2, ...(cursor ? { cursor } : {}) });
    return { ...pages, ids: rows.map(({ id }) => id) };
  };
  const one = await page();
  const two = await page(one.older);
  expect([one.ids, one.newer, two.ids, two.older]).toEqual([[first, others[2]], null, [others[1], others[0]], null]);
  expect((await page(two.newer)).ids).toEqual(one.ids);
  await expect(listExceptions({ limit: 2, cursor: "none" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});
