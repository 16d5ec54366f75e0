import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { query } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { addNote, listNotes } from "../notes/notes";
import { getPayment } from "../queries/get-payment";
import { createPaymentRequest } from "../requests/create-payment-request";
import { eraseCustomerOfPayment, eraseEndedPayments } from "./erase-customer";

// The customer of one payment, without an ID or an e-mail address.

let merchantId: string;
let ctx: Ctx;
beforeEach(async () => {
  merchantId = (await newTenant()).merchantId;
  const id = newId();
  await query("INSERT INTO users (id, email, name) VALUES ($1, $2, 'Inês')", [id, `${id}@olaria.example`]);
  const actor = { kind: "user", id } as const;
  ctx = { caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false }, requestId: "test", ip: null };
});

const JANE = { customer: { name: "Jane Doe", phone: "+351912345678" } };
const JANES_ADDRESS = { billing_address: { address_line1: "Rua das Flores 7", city: "Porto", country: "PT" } };

/** A payment with these fields and a note. */
async function newPayment(of: object, status = "completed", at = merchantId): Promise<string> {
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  const { payment_request_id: id } = await createPaymentRequest(operator, { merchant_id: at, order, ...of });
  if (status !== "pending") await end(id, status);
  if (at === merchantId) await addNote(ctx, { merchantId, of: { paymentId: id }, text: "Lives in Porto." });
  return id;
}

const end = (id: string, status: string) =>
  query("UPDATE payment_requests SET status = $2 WHERE id = $1", [id, status]);
const erase = (id: string) => eraseCustomerOfPayment(ctx, { merchantId, id });

/** What is stored of the customer, and whether the Console offers to erase it. */
async function kept(id: string) {
  const sql = `SELECT customer IS NOT NULL AS customer, billing_address IS NOT NULL AS address
    FROM payment_requests WHERE id = $1`;
  const notes = (await listNotes(ctx, { merchantId, of: { paymentId: id } })).length;
  return { ...(await query(sql, [id])).rows[0], notes, canErase: (await getPayment(ctx, { id })).canErase };
}

async function audited(): Promise<string[]> {
  const sql = `SELECT subject_id AS id FROM audit_entries WHERE merchant_id = $1 AND action = 'customer.erased'`;
  return (await query<{ id: string }>(sql, [merchantId])).rows.map(({ id }) => id);
}

it.each([
  ["a name and a telephone number", JANE],
  ["a billing address", JANES_ADDRESS],
])("with %s is erased at once from an ended payment, with its notes, and audited once", async (_what, of) => {
  const [id, other] = [await newPayment(of), await newPayment(of)];
  const before = { customer: "customer" in of, address: "billing_address" in of, notes: 1, canErase: true };
  expect(await kept(id)).toEqual(before);
  await Promise.all([erase(id), erase(id)]);
  expect(await kept(id)).toEqual({ customer: false, address: false, notes: 0, canErase: false });
  expect(await kept(other)).toEqual(before);
  expect(await audited()).toEqual([id]);
});

it("is erased from a pending payment when that has ended", async () => {
  const id = await newPayment(JANE, "pending");
  await erase(id);
  await eraseEndedPayments();
  expect(await kept(id)).toEqual({ customer: true, address: false, notes: 1, canErase: false });
  await end(id, "cancelled");
  await eraseEndedPayments();
  expect(await kept(id)).toEqual({ customer: false, address: false, notes: 0, canErase: false });
});

it("of another merchant's payment is PAYMENT_REQUEST_NOT_FOUND", async () => {
  const id = await newPayment(JANE, "completed", (await newTenant()).merchantId);
  await expect(erase(id)).rejects.toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
});

it.each([{ id: "C-1" }, { email: "jane@shop.example" }])(
  "with %j is refused, and the customer's page is named",
  async (key) => {
    const id = await newPayment({ customer: { name: "Jane Doe", ...key } });
    await expect(erase(id)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("Erase the customer on the customer’s page"),
    });
    expect(await kept(id)).toEqual({ customer: true, address: false, notes: 1, canErase: false });
  },
);

it("nothing is offered or audited for a payment without personal data", async () => {
  const id = await newPayment({});
  expect(await kept(id)).toMatchObject({ canErase: false, notes: 1 });
  await erase(id);
  expect(await audited()).toEqual([]);
});
