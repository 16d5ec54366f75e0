/**
 * The operations on a payment, for both standards. A standard's handler (Berlin Group here, UK Open Banking in
 * `open-banking/`) parses its request, calls one of these, and formats the result by its standard:
 * - `takeOrder`       a payment (Berlin Group) or payment consent (UK), under its idempotency key
 * - `showPaymentApproval`, `answerPaymentApproval` (approval.ts)  the shopper's page; in `ob-uk` it only authorises
 * - `submitOrder`     UK: the money-moving call, under its own idempotency key
 * - `cancelOrder`     before the shopper has answered
 * - `stateOf` (rules.ts) with `readNow` (store.ts)  its current state; `findPayment` (store.ts) reads it
 * - `spoil` (spoil.ts)  the scenarios that damage an answer after it was decided
 * Each of them commits before it returns, and none depends on HTTP.
 */
import type { Tx } from "../../server/lib/db";
import { log } from "../../server/lib/log";
import { deleteExpired } from "./expiry-store";
import { findAccount, insertPaymentEntry, insertReturnEntry, lockBalance, openCorporateAccount } from "./ledger-store";
import { LATE_REJECT_MS, SETTLEMENT_MS, STUCK_SETTLEMENT_MS, stateOf } from "./rules";
import { scenarioOf } from "./scenarios";
import {
  failsNow,
  findRepeated,
  forgetFailures,
  inSimTransaction,
  insertPayment,
  isKeyAlive,
  isOrderKeyUsed,
  lockPayment,
  lockRequestId,
  markApproved,
  markCancelled,
  markOrdered,
  markRefused,
  type NewSimPayment,
  type PaymentKey,
  type SimPaymentRow,
  setOrder,
} from "./store";

const EVERY_MS = 3_600_000;
let dueMs = 0;

/**
 * Deletes expired rows, at most once an hour per process. Nothing runs in this bank between calls, so each new order
 * calls it. A failure never refuses the order.
 */
async function deleteExpiredSometimes(): Promise<void> {
  const nowMs = performance.now();
  if (nowMs < dueMs) return;
  dueMs = nowMs + EVERY_MS;
  try {
    if (await deleteExpired()) dueMs = nowMs;
  } catch (error) {
    log().warn({ error }, "the simulated bank could not delete expired rows");
  }
}

/** `SIM-DOWN`: the number of orders that are answered with 503. */
const DOWN_TIMES = 2;
/** `SIM-LOST`: the number of answers to an order that are lost. */
const LOST_TIMES = 1;

/** `spoilt`: the payment is stored, but its answer gets lost or is late. */
export type Spoilt = "lost" | "slow" | null;

export type Taken =
  | { kind: "taken"; payment: SimPaymentRow; repeated: boolean; spoilt: Spoilt }
  /** The key was used with another body. */
  | { kind: "other-body" }
  /** The bank refuses this payment and stores nothing. */
  | { kind: "refused" }
  /** The bank is unavailable and stores nothing. */
  | { kind: "down" };

/**
 * Creates a payment under its idempotency key: the same key and hash within 24 hours return the same payment, where the
 * bank is `repeatable`.
 */
export async function takeOrder(order: NewSimPayment, repeatable = true): Promise<Taken> {
  await deleteExpiredSometimes();
  const scenario = scenarioOf(order.remittance);
  const sight = [scenario, order.bank, order.creditorIban, order.amount, order.currency, order.remittance].join(" ");
  return inSimTransaction(async (tx) => {
    await lockRequestId(tx, order.bank, order.requestId);
    const earlier = repeatable ? await findRepeated(tx, order) : null;
    if (earlier) {
      if (!Buffer.from(earlier.bodyHash).equals(order.bodyHash)) return { kind: "other-body" };
      await forgetFailures(tx, sight);
      return { kind: "taken", payment: earlier, repeated: true, spoilt: null };
    }
    if (scenario === "REFUSED") return { kind: "refused" };
    // Counted by the order's content, not by key: a retry with a new key must find the bank available, too.
    if (scenario === "DOWN" && (await failsNow(tx, sight, DOWN_TIMES))) return { kind: "down" };
    const payment = await insertPayment(tx, order, scenario);
    const isLost = scenario === "LOST" && (await failsNow(tx, sight, LOST_TIMES));
    return { kind: "taken", payment, repeated: false, spoilt: isLost ? "lost" : scenario === "SLOW" ? "slow" : null };
  });
}

/**
 * The shopper's approval of a locked payment that is still open. In Berlin Group it also executes the payment:
 * `refused` means that the bank refused to execute it. In UK Open Banking it only authorises, and no money moves.
 */
export async function approve(tx: Tx, payment: SimPaymentRow, accountId: string): Promise<"approved" | "refused"> {
  await markApproved(tx, payment.id, accountId);
  if (payment.standard === "ob-uk") return "approved";
  return (await carryOut(tx, { ...payment, debtorAccountId: accountId })) ? "approved" : "refused";
}

/** Books an approved payment, or refuses it. True: it was booked, or will be refused later only. */
async function carryOut(tx: Tx, payment: SimPaymentRow): Promise<boolean> {
  const from = await findAccount({ id: payment.debtorAccountId ?? "" }, tx);
  if (!from) throw new Error(`The payment ${payment.id} has no account to debit.`);
  if (payment.scenario === "LATEREJECT") {
    await markOrdered(tx, payment.id, null);
    await markRefused(tx, payment.id, "AC04", LATE_REJECT_MS);
    return true;
  }
  const balance = await lockBalance(tx, from, payment.amount);
  if (balance < payment.amount || payment.scenario === "NOFUNDS") {
    await markOrdered(tx, payment.id, null);
    await markRefused(tx, payment.id, "AM04", 0);
    return false;
  }
  const to = await openCorporateAccount(tx, payment.creditorIban, payment.currency, payment.creditorName);
  const settlementMs = payment.scenario === "STUCK" ? STUCK_SETTLEMENT_MS : SETTLEMENT_MS;
  const transfer = { payment, fromId: from.id, toId: to.id };
  await insertPaymentEntry(tx, transfer, settlementMs);
  if (payment.scenario === "RETURN") await insertReturnEntry(tx, transfer, settlementMs);
  await markOrdered(tx, payment.id, settlementMs);
  return true;
}

export type Submitted =
  | { kind: "submitted"; payment: SimPaymentRow; repeated: boolean; spoilt: Spoilt }
  | { kind: "unknown" }
  /** It was not approved, or it was refused or cancelled. */
  | { kind: "not-authorised" }
  /** It was submitted already, under another key. */
  | { kind: "consumed" }
  /** The key was used with another body, or for another payment. */
  | { kind: "other-body" };

/**
 * UK Open Banking's `POST /domestic-payments`: moves the money exactly once, by the lock and the entry's unique payment
 * id.
 */
export async function submitOrder(
  where: PaymentKey,
  order: { orderKey: string; orderHash: Uint8Array<ArrayBuffer> },
): Promise<Submitted> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    if (!payment) return { kind: "unknown" };
    if (payment.orderedAt) {
      const isSameKey = payment.orderKey === order.orderKey && (await isKeyAlive(tx, payment.orderedAt));
      if (!isSameKey) return { kind: "consumed" };
      if (!payment.orderHash || !Buffer.from(payment.orderHash).equals(order.orderHash)) return { kind: "other-body" };
      return { kind: "submitted", payment, repeated: true, spoilt: null };
    }
    if (!payment.approvedAt || payment.cancelledAt) return { kind: "not-authorised" };
    await lockRequestId(tx, payment.bank, order.orderKey);
    if (await isOrderKeyUsed(tx, payment.bank, order.orderKey)) return { kind: "other-body" };
    await setOrder(tx, payment.id, order);
    await carryOut(tx, payment);
    const submitted = await lockPayment(tx, { bank: payment.bank, id: payment.id });
    if (!submitted) throw new Error("The payment that was just submitted no longer exists.");
    const { scenario } = payment;
    const spoilt = scenario === "LOST" ? "lost" : scenario === "SLOW" ? "slow" : null;
    return { kind: "submitted", payment: submitted, repeated: false, spoilt };
  });
}

/** Cancels a payment that was not answered yet. A payment that was cancelled already gives `cancelled` again. */
export async function cancelOrder(where: PaymentKey): Promise<"cancelled" | "answered" | "unknown"> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    if (!payment) return "unknown";
    const { transactionStatus } = stateOf(payment, payment.readAt);
    if (transactionStatus === "RCVD") await markCancelled(tx, payment.id);
    return transactionStatus === "RCVD" || transactionStatus === "CANC" ? "cancelled" : "answered";
  });
}
