import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../lib/context";
import { newId } from "../../lib/ids";
import { query, untilLocksWait } from "../../test/database";
import { newTenant, ctx as operator } from "../../test/rows/fixtures";
import { addNote, listNotes } from "../notes/notes";
import { createPaymentRequest } from "../requests/create-payment-request";
import { eraseCustomer, eraseEndedPayments } from "./erase-customer";

let merchantId: string;
let ctx: Ctx;
beforeEach(async () => {
  merchantId = (await newTenant()).merchantId;
  const id = newId();
  await query("INSERT INTO users (id, email, name) VALUES ($1, $2, 'Inês')", [id, `${id}@olaria.example`]);
  const actor = { kind: "user", id } as const;
  ctx = { caller: { kind: "merchant", merchantId, actor, scopes: [], testOnly: false }, requestId: "test", ip: null };
});

/** A payment of that customer, and what notes on it name. */
async function newPayment(customerId: string, status = "completed") {
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  const made = await createPaymentRequest(operator, { merchant_id: merchantId, order, customer: { id: customerId } });
  const paymentId = made.payment_request_id;
  await query("UPDATE payment_requests SET status = $2 WHERE id = $1", [paymentId, status]);
  return { merchantId, of: { paymentId } };
}

const ofCustomer = (id: string) => ({ merchantId, of: { customerKey: `id:${id}`, test: true } });
const erase = (id: string) => eraseCustomer(ctx, { merchantId, test: true, key: `id:${id}` });
const note = (of: Parameters<typeof listNotes>[1]) => addNote(ctx, { ...of, text: "Lives in Porto." });
const count = async (of: Parameters<typeof listNotes>[1]) => (await listNotes(ctx, of)).length;

describe("an erased customer", () => {
  it("has no notes, its ended payments neither, and notes on other customers and payments stay", async () => {
    const [ended, other] = [await newPayment("C-1"), await newPayment("C-2")];
    const all = [ofCustomer("C-1"), ended, ofCustomer("C-2"), other];
    for (const subject of all) await note(subject);
    await erase("C-1");
    expect(await Promise.all(all.map(count))).toEqual([0, 0, 1, 1]);
  });

  it("with a payment that has not ended gets no further note; notes on that payment are erased when it has", async () => {
    const open = await newPayment("C-1", "pending");
    for (const subject of [open, ofCustomer("C-1")]) await note(subject);
    await erase("C-1");
    await expect(note(ofCustomer("C-1"))).rejects.toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
    await eraseEndedPayments();
    expect([await count(open), await count(ofCustomer("C-1"))]).toEqual([1, 0]);
    await query("UPDATE payment_requests SET status = 'cancelled' WHERE id = $1", [open.of.paymentId]);
    await eraseEndedPayments();
    expect(await count(open)).toBe(0);
  });

  it("who orders again keeps the new notes when the erased payment ends", async () => {
    const open = await newPayment("C-1", "pending");
    await erase("C-1");
    await newPayment("C-1", "pending");
    await note(ofCustomer("C-1"));
    await query("UPDATE payment_requests SET status = 'cancelled' WHERE id = $1", [open.of.paymentId]);
    await eraseEndedPayments();
    expect(await count(ofCustomer("C-1"))).toBe(1);
  });

  it("gets no note that was added while it was being erased", async () => {
    const { of } = await newPayment("C-1");
    await query(async (client) => {
      await client.query("BEGIN");
      await client.query("UPDATE payment_requests SET customer = NULL WHERE id = $1", [of.paymentId]);
      const adding = expect(note(ofCustomer("C-1"))).rejects.toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
      await untilLocksWait(1);
      await client.query("COMMIT");
      await adding;
    });
    expect((await query("SELECT 1 FROM notes WHERE merchant_id = $1", [merchantId])).rowCount).toBe(0);
  });

  it.each(["the customer", "a payment"])(
    "is erased after a note on %s that is being added, with this note",
    async (on) => {
      const payment = await newPayment("C-1");
      const { of } = payment;
      await query(async (client) => {
        await client.query("BEGIN");
        await client.query("LOCK TABLE audit_entries IN ACCESS EXCLUSIVE MODE");
        const adding = note(on === "a payment" ? payment : ofCustomer("C-1"));
        await untilLocksWait(1);
        const erasing = erase("C-1");
        await untilLocksWait(2);
        await client.query("COMMIT");
        await Promise.all([adding, erasing]);
      });
      const left = "SELECT count(*)::int AS n FROM notes WHERE merchant_id = $1";
      expect((await query(left, [merchantId])).rows).toEqual([{ n: 0 }]);
      const named = "SELECT customer FROM payment_requests WHERE id = $1";
      expect((await query(named, [of.paymentId])).rows).toEqual([{ customer: null }]);
    },
  );
});
