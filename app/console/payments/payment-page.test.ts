import { describe, expect, it } from "vitest";
import { GET as showEmbedded } from "@/app/embed/route";
import { cancellationText } from "@/components/console/payment/payment-timeline-events";
import { listBanks } from "@/server/banks/list-banks";
import { flushCalls } from "@/server/http/call-log/call-log";
import { getCheckout } from "@/server/payments/checkout/get-checkout";
import { paymentPage } from "@/server/payments/queries/payment-page";
import { cancelPaymentRequest } from "@/server/payments/requests/cancel-payment-request";
import { answer, debitsOf, eventsOf, storyOfThisFile, workDone } from "@/server/test/banks/payment-stories";
import { moveClock, query } from "@/server/test/database";
import { ctx, newTenant } from "@/server/test/rows/fixtures";

const story = storyOfThisFile();

const INITIATION = /\/v1\/payments\/[^/]+$/;
const everything = () => true;
const nothing = () => false;
const page = (id: string, may = everything) => paymentPage(ctx, { id, merchantId: story.tenant.merchantId }, may);
const cancel = (id: string, merchantId = story.tenant.merchantId) => cancelPaymentRequest(ctx, { id, merchantId });

const open = (token: string, headers: Record<string, string> = {}) =>
  showEmbedded(new Request(`http://localhost/embed?payment_token=${token}`, { headers }));

const auditOf = async (id: string) => {
  const sql = "SELECT action FROM audit_entries WHERE subject_id = $1";
  return (await query<{ action: string }>(sql, [id])).rows.map(({ action }) => action);
};

describe("the page of a payment", () => {
  it("has the creating call, the opening of its page, the bank, the return and the status calls", async () => {
    const { id, token } = await story.newPayment();
    await open(token, { "sec-purpose": "prefetch" });
    expect((await page(id)).payment.openedAt).toBeNull();
    await open(token);
    const { openedAt } = (await page(id)).payment;
    expect(openedAt).toBeInstanceOf(Date);
    await moveClock("3 seconds");
    await open(token);
    expect((await page(id)).payment.openedAt).toEqual(openedAt);

    await answer((await story.press(token)).data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    await story.getStatus(id);
    await flushCalls();
    const { payment, events } = await page(id);
    expect(payment).toMatchObject({ status: "completed", canCancel: false, statusCalls: { times: 1 } });
    expect(payment.attempts).toMatchObject([{ handedOverAt: expect.any(Date), returnedAt: expect.any(Date) }]);
    expect(payment.bankCalls[0]).toMatchObject({ operation: "initiate", outcome: "ok", tries: 1 });
    expect(payment.apiCalls[0]).toMatchObject({ method: "POST", status: 201, credential: "Test" });
    expect(payment.apiCalls[0]?.raw?.path).toBe("/api/v1/embedded/payment-requests");
    expect(events.map(({ type }) => type)).toEqual(["payment_request.pending", "payment_request.succeeded"]);
    // The payment token is a credential, so the page must not contain it.
    expect(JSON.stringify({ payment, events })).not.toContain(token);
  });

  it("has its calls without the request log for users who may not open it", async () => {
    const { id } = await story.newPayment();
    await flushCalls();
    const { payment, mayOpenDeliveries } = await page(id, nothing);
    expect(payment.apiCalls).toMatchObject([{ status: 201, raw: null }]);
    expect(mayOpenDeliveries).toBe(false);
  });

  it("is not found for another merchant", async () => {
    const { id } = await story.newPayment();
    const { merchantId } = await newTenant();
    await expect(paymentPage(ctx, { id, merchantId }, everything)).rejects.toMatchObject({
      code: "PAYMENT_REQUEST_NOT_FOUND",
    });
  });
});

describe("a payment cancelled by its merchant", () => {
  it("is said to end at once after a bank refused to start it, and does", async () => {
    const { id, token } = await story.newPayment();
    story.bank.faults.push({ method: "POST", path: INITIATION, kind: new Response(null, { status: 400 }) });
    await story.press(token);
    const { payment } = await page(id);
    expect([payment.attempts.length, payment.isLive, cancellationText(payment)]).toEqual([
      1,
      false,
      expect.stringContaining("it ends at once"),
    ]);
    await cancel(id);
    expect(await story.statusOf(id)).toBe("cancelled");
  });

  it("ends at once without a bank: one event, one audit entry, and its checkout is cancelled", async () => {
    const { id, token } = await story.newPayment();
    const ended = await Promise.allSettled([cancel(id), cancel(id), cancel(id)]);
    expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await eventsOf(id)).toEqual(["payment_request.cancelled"]);
    expect(await auditOf(id)).toEqual(["payment.cancelled"]);
    expect((await getCheckout(ctx, token))?.phase).toBe("cancelled");
    await expect(cancel(id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  it("is cancelled at its bank, without a debit", async () => {
    const reference = "Cancelled at the bank";
    const { id, token } = await story.newPayment({ payment_reference: reference });
    await story.press(token);
    const { payment } = await page(id);
    expect([payment.canCancel, cancellationText(payment)]).toEqual([
      true,
      expect.stringContaining("the bank’s answer"),
    ]);
    await cancel(id);
    await workDone();
    expect(await story.statusOf(id)).toBe("cancelled");
    expect((await page(id)).payment.bankCalls).toMatchObject([{ operation: "initiate" }, { operation: "cancel" }]);
    expect(await debitsOf(reference)).toBe(0);
  });

  it("while its bank is called ends after the call, without a debit", async () => {
    const reference = "Cancelled during the call";
    const { id, token } = await story.newPayment({ payment_reference: reference });
    const duringCall = async () => {
      expect((await page(id)).payment.canCancel).toBe(true);
      await cancel(id);
      expect(await story.statusOf(id)).toBe("pending");
    };
    story.bank.faults.push({ method: "POST", path: INITIATION, kind: duringCall });
    expect((await story.press(token)).error.code).toBe("PAYMENT_ALREADY_INITIATED");
    expect([await story.statusOf(id), await auditOf(id)]).toEqual(["cancelled", ["payment.cancelled"]]);
    const { rows } = await query("SELECT detail->'at_bank' AS at_bank FROM audit_entries WHERE subject_id = $1", [id]);
    expect([rows, await debitsOf(reference)]).toEqual([[{ at_bank: true }], 0]);
  });

  const bankThatAsksInItsApp = async () =>
    (await listBanks({}, { currency: "EUR" })).find(({ displayName }) => /knab/i.test(displayName))?.id;
  const LOST = { method: "POST", path: INITIATION, kind: "lost" } as const;

  it("is refused while its initiation has no answer, and is cancelled once the bank is found to have it", async () => {
    const { id, token } = await story.newPayment();
    story.bank.faults.push(LOST, LOST);
    await story.press(token, await bankThatAsksInItsApp());
    expect((await page(id)).payment).toMatchObject({ status: "pending", canCancel: false, cancelRequestedAt: null });
    await expect(cancel(id)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      message:
        "The bank has not said whether this payment was started. It can be cancelled once the bank has answered.",
    });
    expect([(await page(id)).payment.cancelRequestedAt, await auditOf(id)]).toEqual([null, []]);
    await moveClock("2 minutes");
    await workDone();
    expect((await page(id)).payment.canCancel).toBe(true);
    await cancel(id);
    expect(await story.statusOf(id)).toBe("cancelled");
  });

  it("while its bank is called, whose answer is lost, is cancelled once the bank is found to have it", async () => {
    const { id, token } = await story.newPayment();
    const duringCall = async () => {
      await cancel(id);
      return new Response(null, { status: 500 });
    };
    story.bank.faults.push({ method: "POST", path: INITIATION, kind: duringCall }, LOST);
    await story.press(token, await bankThatAsksInItsApp());
    expect(await story.statusOf(id)).toBe("pending");
    await expect(cancel(id)).rejects.toThrow("is already being cancelled");
    await moveClock("2 minutes");
    await workDone();
    expect(await story.statusOf(id)).toBe("cancelled");
    expect(await eventsOf(id)).toEqual(["payment_request.pending", "payment_request.cancelled"]);
  });

  it("stays completed if the customer approved before", async () => {
    const reference = "Approved before";
    const { id, token } = await story.newPayment({ payment_reference: reference });
    await answer((await story.press(token)).data.redirect_url, "approve");
    await moveClock("5 seconds");
    await workDone();
    await expect(cancel(id)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await story.statusOf(id)).toBe("completed");
    expect(await auditOf(id)).toEqual([]);
    expect(await debitsOf(reference)).toBe(1);
  });

  it("is not found for another merchant", async () => {
    const { id } = await story.newPayment();
    const { merchantId } = await newTenant();
    await expect(cancel(id, merchantId)).rejects.toMatchObject({ code: "PAYMENT_REQUEST_NOT_FOUND" });
    expect(await story.statusOf(id)).toBe("pending");
  });
});
