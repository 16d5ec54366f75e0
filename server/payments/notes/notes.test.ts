import { describe, expect, it } from "vitest";
import type { UserRole } from "../../identity/rules";
import { createUser } from "../../identity/users/create-user";
import { newId } from "../../lib/ids";
import { createMerchant } from "../../merchants/create-merchant";
import { createPartner } from "../../merchants/create-partner";
import { query } from "../../test/database";
import { type ConsoleApi, consoleAs, consoleOf } from "../../test/person";
import { ctx as operator } from "../../test/rows/fixtures";
import { createPaymentRequest } from "../requests/create-payment-request";
import { MAX_NOTES } from "./notes";

/** A merchant of a partner with a payment of the customer `id:C-1`. */
async function newShop() {
  const { id: partnerId } = await createPartner(operator, { name: "Ribeira" });
  const { id: merchantId } = await createMerchant(operator, { brandName: "Olaria do Norte", partnerId });
  const order = { amount: 2550, currency: "EUR", test_transaction: true };
  const customer = { id: "C-1" };
  const made = await createPaymentRequest(operator, { merchant_id: merchantId, order, customer });
  const paymentId = made.payment_request_id;
  const as = (role: UserRole) => consoleOf({ role, merchantId });
  const ofPayment = { merchantId, of: { paymentId } };
  const ofCustomer = { merchantId, of: { customerKey: "id:C-1", test: true } };
  return { partnerId, merchantId, paymentId, as, ofPayment, ofCustomer };
}

type Of = { merchantId: string; of: { paymentId: string } | { customerKey: string; test: boolean } };

const textsOf = async ({ payments }: ConsoleApi, of: Of) => (await payments.notes.list(of)).map(({ text }) => text);

async function auditOf(merchantId: string) {
  const sql = `SELECT action, subject_id AS "subjectId", detail FROM audit_entries
    WHERE merchant_id = $1 AND action LIKE '%.note\\_%' ORDER BY seq`;
  return (await query(sql, [merchantId])).rows;
}

describe("a note", () => {
  it("on a payment is listed after older ones with its author and its lines, and audited without its text", async () => {
    const { merchantId, paymentId, as, ofPayment, ofCustomer } = await newShop();
    const [finance, viewer] = [await as("finance"), await as("viewer")];
    await finance.payments.notes.add({ ...ofPayment, text: "  Asked for blue glaze.\r\n\r\n\tNot white.\n" });
    await finance.payments.notes.add({ ...ofPayment, text: "Sent 👨‍👩‍👧" });
    expect(await viewer.payments.notes.list(ofPayment)).toEqual(
      ["Asked for blue glaze.\n\n\tNot white.", "Sent 👨‍👩‍👧"].map((text) => ({
        id: expect.any(String),
        at: expect.any(Date),
        ...{ text, authorName: "Eva Cruz", actingAs: "merchant", partnerName: null, mayDelete: false },
      })),
    );
    expect(await textsOf(viewer, ofCustomer)).toEqual([]);
    const entry = { action: "payment.note_added", subjectId: paymentId, detail: {} };
    expect(await auditOf(merchantId)).toEqual([entry, entry]);
  });

  it("on a customer is listed in its mode alone, and audited without the customer", async () => {
    const { merchantId, as, ofPayment, ofCustomer } = await newShop();
    const owner = await as("owner");
    await owner.payments.notes.add({ ...ofCustomer, text: "Needs an invoice." });
    expect(await textsOf(owner, ofCustomer)).toEqual(["Needs an invoice."]);
    expect(await textsOf(owner, { merchantId, of: { ...ofCustomer.of, test: false } })).toEqual([]);
    expect(await textsOf(owner, ofPayment)).toEqual([]);
    expect(await auditOf(merchantId)).toEqual([{ action: "customer.note_added", subjectId: null, detail: {} }]);
  });

  it("on another merchant's customer is not listed, and one on an unknown customer is refused", async () => {
    const [{ ofCustomer, as }, other] = [await newShop(), await newShop()];
    await (await as("owner")).payments.notes.add({ ...ofCustomer, text: "Needs an invoice." });
    const owner = await other.as("owner");
    expect(await textsOf(owner, other.ofCustomer)).toEqual([]);
    await expect(owner.payments.notes.list(ofCustomer)).rejects.toThrow(/No such merchant/);
    const unknown = { merchantId: other.merchantId, of: { customerKey: "id:C-2", test: true } };
    await expect(owner.payments.notes.add({ ...unknown, text: "x" })).rejects.toThrow(/No such customer/);
    expect(await auditOf(other.merchantId)).toEqual([]);
  });

  it("on a customer is not shown to a visitor of a demo, who reads payments and their notes, but no customers", async () => {
    const { merchantId, as, ofPayment, ofCustomer } = await newShop();
    await (await as("owner")).payments.notes.add({ ...ofPayment, text: "Asked for blue glaze." });
    const { id } = await createUser(operator, {
      email: "visitor@olaria.example",
      name: "V",
      role: "viewer",
      merchantId,
    });
    await query("UPDATE memberships SET role = 'visitor' WHERE user_id = $1", [id]);
    const visitor = await consoleAs(id);
    expect(await textsOf(visitor, ofPayment)).toEqual(["Asked for blue glaze."]);
    await expect(visitor.payments.notes.list(ofCustomer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  it("of a partner and of the operator names them, and one of a deleted user names none", async () => {
    const { partnerId, as, ofPayment } = await newShop();
    const [partner, helena] = [await consoleOf({ role: "owner", partnerId }), await consoleOf({ role: "owner" })];
    await partner.payments.notes.add({ ...ofPayment, text: "1" });
    await helena.payments.notes.add({ ...ofPayment, text: "2" });
    await (await as("admin")).payments.notes.add({ ...ofPayment, text: "3" });
    await query("UPDATE notes SET author_id = NULL WHERE text = '3'");
    expect(await (await as("owner")).payments.notes.list(ofPayment)).toMatchObject([
      { authorName: "Eva Cruz", actingAs: "partner", partnerName: "Ribeira" },
      { authorName: "Eva Cruz", actingAs: "admin", partnerName: null },
      { authorName: null, actingAs: "merchant", partnerName: null },
    ]);
  });

  it.each([
    ["without a text", " \n ", "Enter a note."],
    ["of 2,001 characters", "x".repeat(2_001), "A note has at most 2000 characters, and this one has 2001."],
    ["with a control character", "blue\u0007", "The text contains an invisible character. Type it again."],
    ["with a NUL", "blue\u0000", "contains NUL or a lone surrogate, which cannot be stored"],
  ])("%s is refused at its field, and nothing is stored", async (_title, text, message) => {
    const { merchantId, as, ofPayment } = await newShop();
    const owner = await as("owner");
    await expect(owner.payments.notes.add({ ...ofPayment, text })).rejects.toMatchObject({
      cause: { metadata: { errors: [{ field: "text", message }] } },
    });
    expect([await textsOf(owner, ofPayment), await auditOf(merchantId)]).toEqual([[], []]);
  });

  it("control: of 2,000 characters is added", async () => {
    const { as, ofPayment } = await newShop();
    const owner = await as("owner");
    await owner.payments.notes.add({ ...ofPayment, text: ` ${"x".repeat(2_000)}\n` });
    expect((await textsOf(owner, ofPayment))[0]).toHaveLength(2_000);
  });

  it("beyond the limit is refused at its field: of several at once, as many are added as there is room for", async () => {
    const { merchantId, as, ofPayment, ofCustomer } = await newShop();
    const owner = await as("owner");
    await owner.payments.notes.add({ ...ofPayment, text: "1" });
    await query(
      `INSERT INTO notes SELECT gen_random_uuid(), merchant_id, test, subject, text, author_id, acting_as
       FROM notes, generate_series(1, $2) WHERE merchant_id = $1`,
      [merchantId, MAX_NOTES - 3],
    );
    const added = await Promise.allSettled(
      Array.from({ length: 5 }, () => owner.payments.notes.add({ ...ofPayment, text: "2" })),
    );
    const refused = added.filter((one) => one.status === "rejected");
    const message = "There are 100 notes, the most there can be. Delete one first.";
    expect(refused.map(({ reason }) => reason.cause.metadata.errors)).toEqual(
      Array(3).fill([{ field: "text", message }]),
    );
    expect(await textsOf(owner, ofPayment)).toHaveLength(MAX_NOTES);
    await owner.payments.notes.add({ ...ofCustomer, text: "3" });
  });
});

describe("a note is deleted", () => {
  it.each(["finance", "owner", "admin"] as const)(
    "by its author, or another's by an owner or admin: %s",
    async (role) => {
      const { merchantId, paymentId, as, ofPayment } = await newShop();
      const author = await as("finance");
      const deleter = role === "finance" ? author : await as(role);
      await author.payments.notes.add({ ...ofPayment, text: "1" });
      await author.payments.notes.add({ ...ofPayment, text: "2" });
      const [first] = await deleter.payments.notes.list(ofPayment);
      expect(first?.mayDelete).toBe(true);
      await deleter.payments.notes.delete({ merchantId, id: first?.id ?? "" });
      expect(await textsOf(author, ofPayment)).toEqual(["2"]);
      expect((await auditOf(merchantId)).at(-1)).toEqual({
        ...{ action: "payment.note_deleted", subjectId: paymentId, detail: {} },
      });
      const again = deleter.payments.notes.delete({ merchantId, id: first?.id ?? "" });
      await expect(again).rejects.toThrow("No such note.");
    },
  );

  it.each(["finance", "developer", "viewer"] as const)("not by another user: %s", async (role) => {
    const { merchantId, as, ofCustomer } = await newShop();
    await (await as("finance")).payments.notes.add({ ...ofCustomer, text: "1" });
    const other = await as(role);
    const [note] = await other.payments.notes.list(ofCustomer);
    expect(note?.mayDelete).toBe(false);
    const deleting = other.payments.notes.delete({ merchantId, id: note?.id ?? newId() });
    await expect(deleting).rejects.toMatchObject({ cause: { code: "FORBIDDEN" } });
    expect(await textsOf(other, ofCustomer)).toEqual(["1"]);
    expect(await auditOf(merchantId)).toHaveLength(1);
  });
});
