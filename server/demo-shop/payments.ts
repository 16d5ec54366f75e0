// Creates the payment of an order, and reads its status.
import type { Bankside, BanksideError } from "./bankside";
import { CUSTOMER, REWARDS } from "./goods";
import { addPaymentRequest, applyStatus, isOver, note, type Order, type OrderBook } from "./orders";

export interface Till {
  /** Origin of the shop, as seen by browsers. */
  shopUrl: string;
  /** Origin of the payment service, as seen by browsers. */
  apiUrl: string;
  api: Bankside;
  orders: OrderBook;
}

/** The least time between two status calls for one order, however many pages poll it. */
const FETCH_EVERY_MS = 1_000;
/** Weak: the order book drops old orders. */
const fetchedAtMs = new WeakMap<Order, number>();

/**
 * Returns the browser's next address to pay an order: the order's page, or a page of the payment service. While the
 * order's payment may still be paid, that payment's, because a second one beside it could be paid as well. Only an order
 * whose payment has ended gets another. Never throws: without an answer the order has no payment.
 */
export async function createPayment(till: Till, order: Order, method: "embedded" | "link"): Promise<string> {
  await fetchStatus(till, order, null);
  const current = currentPayment(till, order, method);
  if (current !== undefined) {
    // A link can be tried again as it is.
    if (order.state !== "open" && order.state !== "paid")
      till.orders.update(order, (it) => {
        it.state = "open";
      });
    return current;
  }
  const own = `/orders/${order.id}`;
  const { tries } = order;
  const url = `${till.shopUrl}${own}`;
  const redirect_urls = { success_url: url, failure_url: url };
  const asked = {
    ...{ order_id: order.id, amount: order.amount, currency: order.currency },
    ...{ payment_reference: `Order ${order.number}`, locale: "en-GB", test_transaction: true },
  };
  // One key until a payment is saved: after a lost answer, or for two tabs at once, the API returns the same payment.
  const key = `${order.id}-${method}-${tries}`;
  try {
    const created = await (method === "link"
      ? createLink(till, { order: asked, redirect_urls }, key)
      : createRequest(till, { customer: CUSTOMER, order: { ...asked, rewards: REWARDS }, redirect_urls }, key));
    till.orders.update(order, (it) => {
      // Meanwhile another tab created a payment, or a webhook reported that an earlier one was paid after all. No
      // browser has got the token or link of this payment, so it cannot be paid.
      if (it.state === "paid" || it.tries !== tries) return;
      it.tries++;
      it.state = "open";
      created(it);
    });
  } catch (error) {
    till.orders.update(order, (it) => note(it, "The payment could not be created", reason(error)));
  }
  return currentPayment(till, order, method) ?? own;
}

/** Where the order's payment is paid or shown; undefined without one that may still be paid. */
function currentPayment(till: Till, order: Order, method: "embedded" | "link"): string | undefined {
  const own = `/orders/${order.id}`;
  if (order.state === "paid") return own;
  if (order.paymentLinkUrl && !isOver(order)) return order.paymentLinkUrl;
  if (order.state !== "open" || order.paymentRequestIds.length === 0) return undefined;
  if (order.paymentLinkUrl) return order.paymentLinkUrl;
  // The payment service's own page shows the same payment: for a browser in which the checkout cannot be embedded.
  return method === "link" ? `${till.apiUrl}/checkout?payment_token=${order.paymentToken}` : own;
}

/** Writes a payment into its order. */
type Created = (order: Order) => void;

async function createLink(till: Till, ...call: Parameters<Bankside["createPaymentLink"]>): Promise<Created> {
  const link = await till.api.createPaymentLink(...call);
  return (order) => {
    Object.assign(order, {
      paymentToken: null,
      paymentLinkId: link.link_id,
      paymentLinkUrl: link.payment_link_url,
      payableUntil: link.expires_at,
    });
    note(order, "POST /api/v1/payment-links", "200, valid for a week");
  };
}

async function createRequest(till: Till, ...call: Parameters<Bankside["createPaymentRequest"]>): Promise<Created> {
  const payment = await till.api.createPaymentRequest(...call);
  return (order) => {
    Object.assign(order, {
      paymentToken: payment.payment_token,
      paymentLinkUrl: null,
      payableUntil: new Date(Date.now() + payment.expires_in * 1000).toISOString(),
    });
    addPaymentRequest(order, payment.payment_request_id);
    note(order, "POST /api/v1/embedded/payment-requests", `201, token valid for ${payment.expires_in} s`);
  };
}

/**
 * Reads the payment's status by the status call: the fallback when a webhook is late or lost. `returnedId` is the id in
 * the shopper's return address. It is used only if the API confirms that it belongs to this order.
 */
export async function fetchStatus(till: Till, order: Order, returnedId: string | null): Promise<void> {
  const id = returnedId ?? order.paymentRequestIds.at(-1);
  const nowMs = Date.now();
  if (order.state === "paid" || !id || nowMs - (fetchedAtMs.get(order) ?? 0) < FETCH_EVERY_MS) return;
  fetchedAtMs.set(order, nowMs);
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
