// The shop's orders: what is true about each, and the only two ways it changes (a webhook, an answer of the status call).
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

export type OrderState = "open" | "paid" | "failed" | "cancelled" | "expired";

/** One line of "Behind this page". */
export interface LogEntry {
  at: string;
  what: string;
  note: string;
}

export interface Order {
  /** In addresses and towards the payment service: the number, and enough randomness that nobody guesses it. */
  id: string;
  number: number;
  createdAt: string;
  state: OrderState;
  /** Minor units. */
  amount: number;
  currency: string;
  /** Counts the payments that were asked for; part of the idempotency key. */
  tries: number;
  /** Every payment request of this order; the last is the one that counts, an earlier one can still be paid late. */
  paymentRequestIds: string[];
  /** A credential for this one payment; null without a payment request. */
  paymentToken: string | null;
  paymentLinkId: string | null;
  paymentLinkUrl: string | null;
  /** Until when the token, or the link, can start a payment. */
  payableUntil: string | null;
  paidAt: string | null;
  paidByRequestId: string | null;
  bankName: string | null;
  /** Ids of the events that were handled, so that a repeated delivery changes nothing. */
  eventIds: string[];
  log: LogEntry[];
}

/** A webhook's body, as far as the shop reads it. */
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
      metadata?: { bank_name?: string | null };
    };
  };
}

const FIRST_NUMBER = 3451;
const MAX_ORDERS = 500;

export type OrderBook = ReturnType<typeof openOrderBook>;

/** The order book in a file of `dataDir`: written whole and renamed, so that a killed process leaves the old or the new. */
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

    /** The order that a payment belongs to, by the ids that the API answered when it was asked for. */
    findByPayment: (payment: PaymentEvent["data"]["object"]): Order | undefined =>
      orders.find(
        (order) =>
          order.paymentRequestIds.includes(payment.id) ||
          (order.paymentLinkId !== null && order.paymentLinkId === payment.payment_link_id),
      ),

    /** Changes an order and writes it down before anything is answered. */
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

/** Whether the token, or the link, is over: what was started before can still be paid. */
export function isOver(order: Order): boolean {
  return order.payableUntil !== null && Date.parse(order.payableUntil) <= Date.now();
}

/** Adds a line to the order's log. A line that says what the last one said is left out: polling would bury the rest. */
export function note(order: Order, what: string, text: string): void {
  const last = order.log.at(-1);
  if (last?.what === what && last.note === text) return;
  order.log.push({ at: new Date().toISOString(), what, note: text });
}

/**
 * Takes in a verified webhook. Deliveries are repeated and come in any order, so an event is handled once by its id,
 * and its order is not relied upon: see `applyStatus`.
 */
export function applyEvent(order: Order, event: PaymentEvent): void {
  if (order.eventIds.includes(event.id)) {
    note(order, event.type, "webhook, signature verified, seen before: ignored");
    return;
  }
  order.eventIds.push(event.id);
  note(order, event.type, "webhook, signature verified");
  const payment = event.data.object;
  addPaymentRequest(order, payment.id);
  order.bankName = payment.metadata?.bank_name ?? order.bankName;
  applyStatus(order, { ...payment, paymentRequestId: payment.id }, "on the webhook");
}

/** Remembers that a payment request is of this order: those of a payment link are made by the payment service. */
export function addPaymentRequest(order: Order, id: string): void {
  if (!order.paymentRequestIds.includes(id)) order.paymentRequestIds.push(id);
}

/** Where a payment stands, whoever said it. */
export interface StatusNews {
  paymentRequestId: string;
  status: string;
  amount: string;
  currency: string;
}

/**
 * Moves the order. Paid stays paid, an ended payment can still be paid late, and news of an earlier try of the same
 * order can only mean that it was paid after all. The amount is compared: the order is what the shop wants to be paid.
 */
export function applyStatus(order: Order, news: StatusNews, source: string): void {
  if (order.state === "paid") {
    const twice = news.status === "completed" && news.paymentRequestId !== order.paidByRequestId;
    if (twice) note(order, `order ${order.number} paid twice`, `by ${news.paymentRequestId}: to be refunded`);
    return;
  }
  if (news.status === "completed") {
    if (news.amount !== String(order.amount) || news.currency !== order.currency) {
      note(order, `order ${order.number} not paid`, `another amount was paid: ${news.amount} ${news.currency}`);
      return;
    }
    order.state = "paid";
    order.paidByRequestId = news.paymentRequestId;
    order.paidAt = new Date().toISOString();
    note(order, `order ${order.number} → paid`, `${source}; the shopper’s return proves nothing`);
    return;
  }
  const ended = news.status === "failed" || news.status === "cancelled" || news.status === "expired";
  if (!ended || order.state !== "open" || news.paymentRequestId !== order.paymentRequestIds.at(-1)) return;
  order.state = news.status as OrderState;
  note(order, `order ${order.number} → ${news.status}`, source);
}
