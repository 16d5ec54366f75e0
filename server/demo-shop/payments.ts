// Creates the payment of an order, and reads its status.
import type { Bankside, BanksideError } from "./bankside";
import { CUSTOMER, REWARDS } from "./goods";
import { addPaymentRequest, applyStatus, isOver, note, type Order, type OrderBook } from "./orders";

export interface Till {
  /** Origin of the shop, as seen by browsers. */
  shopUrl: string;
  api: Bankside;
  orders: OrderBook;
}

/** The least time between two status calls for one order, however many pages poll it. */
const FETCH_EVERY_MS = 1_000;
const fetchedAtMs = new Map<string, number>();

/**
 * Creates a payment for the order and returns the browser's next address: the order's page, or the link. An order that
 * is paid or processing gets no second payment. Never throws: without an answer the order has no payment.
 */
export async function createPayment(till: Till, order: Order, method: "embedded" | "link"): Promise<string> {
  const own = `/orders/${order.id}`;
  const url = `${till.shopUrl}${own}`;
  if (order.state === "paid") return own;
  if (order.state === "open" && method === "embedded" && order.paymentToken) return own;
  if (method === "link" && order.paymentLinkUrl && !isOver(order)) {
    // A link can be tried again as it is; a second link beside it could be paid as well.
    till.orders.update(order, (it) => {
      it.state = "open";
    });
    return order.paymentLinkUrl;
  }
  till.orders.update(order, (it) => {
    it.tries++;
  });
  const redirect_urls = { success_url: url, failure_url: url };
  const asked = {
    ...{ order_id: order.id, amount: order.amount, currency: order.currency },
    ...{ payment_reference: `Order ${order.number}`, locale: "en-GB", test_transaction: true },
  };
  // One key for all retries of this try: after a lost answer, a retry returns the first payment.
  const key = `${order.id}-${order.tries}`;
  try {
    if (method === "link") {
      const link = await till.api.createPaymentLink({ order: asked, redirect_urls }, key);
      till.orders.update(order, (it) => {
        Object.assign(it, {
          state: "open",
          paymentToken: null,
          paymentLinkId: link.link_id,
          paymentLinkUrl: link.payment_link_url,
          payableUntil: link.expires_at,
        });
        note(it, "POST /api/v1/payment-links", "200, valid for a week");
      });
      return link.payment_link_url;
    }
    const body = { customer: CUSTOMER, order: { ...asked, rewards: REWARDS }, redirect_urls };
    const payment = await till.api.createPaymentRequest(body, key);
    till.orders.update(order, (it) => {
      Object.assign(it, {
        state: "open",
        paymentToken: payment.payment_token,
        paymentLinkUrl: null,
        payableUntil: new Date(Date.now() + payment.expires_in * 1000).toISOString(),
      });
      addPaymentRequest(it, payment.payment_request_id);
      note(it, "POST /api/v1/embedded/payment-requests", `201, token valid for ${payment.expires_in} s`);
    });
  } catch (error) {
    till.orders.update(order, (it) => note(it, "The payment could not be created", reason(error)));
  }
  return own;
}

/**
 * Reads the payment's status by the status call: the fallback when a webhook is late or lost. `returnedId` is the id in
 * the shopper's return address. It is used only if the API confirms that it belongs to this order.
 */
export async function fetchStatus(till: Till, order: Order, returnedId: string | null): Promise<void> {
  const id = returnedId ?? order.paymentRequestIds.at(-1);
  const nowMs = Date.now();
  if (order.state !== "open" || !id || nowMs - (fetchedAtMs.get(order.id) ?? 0) < FETCH_EVERY_MS) return;
  fetchedAtMs.set(order.id, nowMs);
  try {
    const answer = await till.api.status(id);
    if (answer.order_id !== order.id) return;
    till.orders.update(order, (it) => {
      addPaymentRequest(it, id);
      note(it, "GET /api/v1/payment-requests/{id}/status", `200, ${answer.status}`);
      applyStatus(it, { ...answer, paymentRequestId: id }, "on the status call");
    });
  } catch (error) {
    till.orders.update(order, (it) => note(it, "GET /api/v1/payment-requests/{id}/status", reason(error)));
  }
}

function reason(error: unknown): string {
  const { code, status } = error as Partial<BanksideError>;
  return status ? `${status} ${code}` : "no answer";
}
