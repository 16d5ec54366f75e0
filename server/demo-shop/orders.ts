// The shop's orders: their state, and the only two inputs that change it (a webhook, an answer of the status call).
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

type OrderState = "open" | "paid" | "failed" | "cancelled" | "expired";

/** One line of "Behind this page". */
export interface LogEntry {
  at: string;
  what: string;
  note: string;
}

export interface Order {
  /** Used in addresses and in API calls: the number, and enough random characters that it cannot be guessed. */
  id: string;
  number: number;
  createdAt: string;
  state: OrderState;
  /** Minor units. */
  amount: number;
  currency: string;
  /** The number of payments that the order has had; part of the idempotency key of the next. */
  tries: number;
  /** Every payment request of this order. The last is the current one; an earlier one can still be paid late. */
  paymentRequestIds: string[];
  /** Opens the checkout of this one payment; null without a payment request. */
  paymentToken: string | null;
  paymentLinkId: string | null;
  paymentLinkUrl: string | null;
  /** The end of the time in which the token, or the link, can start a payment. */
  payableUntil: string | null;
  paidAt: string | null;
  paidByRequestId: string | null;
  bankName: string | null;
  /** Minor units of the payment that were returned so far; absent if none were. */
  reversedAmount?: number;
  /** Ids of the events that were handled, so that a repeated delivery changes nothing. */
  eventIds: string[];
  log: LogEntry[];
}

/** The fields of a webhook's body that the shop reads. */
export interface PaymentEvent {
  id: string;
  type: string;
  data: {
    object: {
      id: string;
      amount: string;
      currency: string;
      status: string;
      payment_link_id?: string | null;
      reversed_amount?: string | null;
      metadata?: { bank_name?: string | null };
    };
  };
}

const FIRST_NUMBER = 3451;
const MAX_ORDERS = 500;

export type OrderBook = ReturnType<typeof openOrderBook>;

/**
 * The order book, a file in `dataDir`. Written whole and renamed, so that a crash leaves either the old or the new
 * file.
 */
export function openOrderBook(dataDir: string) {
  const file = path.join(dataDir, "demo-shop-orders.json");
  mkdirSync(dataDir, { recursive: true });
  let orders = read(file);

  function save(): void {
    orders = orders.slice(-MAX_ORDERS);
    // Readable by the owner only: it holds payment tokens.
    writeFileSync(`${file}.new`, JSON.stringify(orders, null, 1), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }

  return {
    create(amount: number, currency: string): Order {
      const number = (orders.at(-1)?.number ?? FIRST_NUMBER - 1) + 1;
      const order: Order = {
        ...{ id: `${number}-${randomBytes(8).toString("base64url")}`, number, createdAt: new Date().toISOString() },
        ...{ state: "open", amount, currency, tries: 0, eventIds: [], log: [] },
        ...{ paymentRequestIds: [], paymentToken: null, paymentLinkId: null, paymentLinkUrl: null, payableUntil: null },
        ...{ paidAt: null, paidByRequestId: null, bankName: null },
      };
      orders.push(order);
      save();
      return order;
    },

    find: (id: string): Order | undefined => orders.find((order) => order.id === id),

    /** The order of a payment, by the ids that the API returned at its creation. */
    findByPayment: (payment: PaymentEvent["data"]["object"]): Order | undefined =>
      orders.find(
        (order) =>
          order.paymentRequestIds.includes(payment.id) ||
          (order.paymentLinkId !== null && order.paymentLinkId === payment.payment_link_id),
      ),

    /** Changes an order and saves it before the request is answered. */
    update(order: Order, change: (order: Order) => void): void {
      change(order);
      save();
    },
  };
}

function read(file: string): Order[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Order[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Whether the token, or the link, has expired. A payment that was started before can still complete. */
export function isOver(order: Order): boolean {
  return order.payableUntil !== null && Date.parse(order.payableUntil) <= Date.now();
}

/**
 * Adds a line to the order's log. A line equal to the last one is left out: polling would fill the log with repeats.
 */
export function note(order: Order, what: string, text: string): void {
  const last = order.log.at(-1);
  if (last?.what === what && last.note === text) return;
  order.log.push({ at: new Date().toISOString(), what, note: text });
}

/**
 * Applies a verified webhook. Deliveries repeat and arrive in any order, so each event id is handled once, and the
 * order of arrival does not matter: see `applyStatus`.
 */
export function applyEvent(order: Order, event: PaymentEvent): void {
  if (order.eventIds.includes(event.id)) {
    note(order, event.type, "webhook, signature verified, duplicate: ignored");
    return;
  }
  order.eventIds.push(event.id);
  note(order, event.type, "webhook, signature verified");
  const payment = event.data.object;
  addPaymentRequest(order, payment.id);
  applyStatus(order, { ...payment, paymentRequestId: payment.id }, "on the webhook");
  if (order.paidByRequestId !== payment.id) return;
  order.bankName = payment.metadata?.bank_name ?? order.bankName;
  // The sum so far, which never falls: an older event has a smaller one.
  order.reversedAmount = Math.max(order.reversedAmount ?? 0, Number(payment.reversed_amount ?? 0));
}

/** Whether the whole amount was returned after the order was paid. */
export function isReturned(order: Order): boolean {
  return (order.reversedAmount ?? 0) >= order.amount;
}

/** Adds a payment request's id to this order: the payment service creates those of a payment link. */
export function addPaymentRequest(order: Order, id: string): void {
  if (!order.paymentRequestIds.includes(id)) order.paymentRequestIds.push(id);
}

/** Whether the order has had another payment since, because this one ended unpaid. */
export function isEarlierPayment(order: Order, id: string | null): boolean {
  return order.paymentRequestIds.slice(0, -1).includes(id ?? "");
}

/** A payment's status, from a webhook or from the status call. */
export interface StatusUpdate {
  paymentRequestId: string;
  status: string;
  amount: string;
  currency: string;
}

/**
 * Changes the order's state. Paid is final. A payment that ended unpaid can still be paid late, and a status of an
 * earlier try counts only if it is paid. The amount is compared with the order's.
 */
export function applyStatus(order: Order, update: StatusUpdate, source: string): void {
  if (order.state === "paid") {
    const twice = update.status === "completed" && update.paymentRequestId !== order.paidByRequestId;
    if (twice) note(order, `order ${order.number} paid twice`, `by ${update.paymentRequestId}: to be refunded`);
    return;
  }
  if (update.status === "completed") {
    if (update.amount !== String(order.amount) || update.currency !== order.currency) {
      note(order, `order ${order.number} not paid`, `another amount was paid: ${update.amount} ${update.currency}`);
      return;
    }
    order.state = "paid";
    order.paidByRequestId = update.paymentRequestId;
    order.paidAt = new Date().toISOString();
    note(order, `order ${order.number} → paid`, `${source}; the customer’s return is no proof`);
    return;
  }
  const ended = update.status === "failed" || update.status === "cancelled" || update.status === "expired";
  if (!ended || order.state !== "open" || update.paymentRequestId !== order.paymentRequestIds.at(-1)) return;
  order.state = update.status as OrderState;
  note(order, `order ${order.number} → ${update.status}`, source);
}
