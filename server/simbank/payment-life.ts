/**
 * What happens to a payment, for both standards. A door (Berlin Group here, UK Open Banking in `open-banking/`) reads its
 * standard's request, calls one of these, and says the result in its standard's words:
 *
 * - `takeOrder`       a payment (Berlin Group) or payment consent (UK), under its idempotency key
 * - `showPaymentApproval`, `answerPaymentApproval` (approval.ts)  the shopper's page; `ob-uk` is only authorised by it
 * - `submitOrder`     UK: the money-moving call, under its own idempotency key
 * - `cancelOrder`     before the shopper has answered
 * - `stateOf` (rules.ts) with `readNow` (store.ts)  what it is now; `findPayment` (store.ts) reads it
 * - `spoil` (spoil.ts)  the scenarios that spoil an answer which is already decided
 *
 * Everything here commits before it returns. Nothing here knows HTTP.
 */
import type { Tx } from "../lib/db";
import { makeRoomNowAndThen } from "./delete-expired";
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
  readNow,
  type SimPaymentRow,
  setOrder,
} from "./store";

/** `SIM-DOWN`: so often an order is answered with 503. */
const DOWN_TIMES = 2;
/** `SIM-LOST`: so often the answer to an order is lost. */
const LOST_TIMES = 1;

/** `spoilt`: the payment stands, but the answer is to be lost, or to come late. */
export type Spoilt = "lost" | "slow" | null;

export type Taken =
  | { kind: "taken"; payment: SimPaymentRow; repeated: boolean; spoilt: Spoilt }
  /** The key was used for another body. */
  | { kind: "other-body" }
  /** The bank does not take this payment, and keeps nothing of it. */
  | { kind: "refused" }
  /** The bank is not available, and keeps nothing of it. */
  | { kind: "down" };

/**
 * Takes a payment under its idempotency key: the same key and hash within 24 hours is the same payment, where the bank is
 * `repeatable`.
 */
export async function takeOrder(order: NewSimPayment, repeatable = true): Promise<Taken> {
  await makeRoomNowAndThen();
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
    // By what is ordered, not by key: a caller who tries again with a new key is to find the bank up again, too.
    if (scenario === "DOWN" && (await failsNow(tx, sight, DOWN_TIMES))) return { kind: "down" };
    const payment = await insertPayment(tx, order, scenario);
    const isLost = scenario === "LOST" && (await failsNow(tx, sight, LOST_TIMES));
    return { kind: "taken", payment, repeated: false, spoilt: isLost ? "lost" : scenario === "SLOW" ? "slow" : null };
  });
}

/**
 * The shopper's yes, for a locked payment that is still open. In Berlin Group it is the order, too: `refused` says that
 * the bank would not carry it out. In UK Open Banking it authorises, and nothing moves.
 */
export async function approve(tx: Tx, payment: SimPaymentRow, accountId: string): Promise<"approved" | "refused"> {
  await markApproved(tx, payment.id, accountId);
  if (payment.standard === "ob-uk") return "approved";
  return (await carryOut(tx, { ...payment, debtorAccountId: accountId })) ? "approved" : "refused";
}

/** Books an approved payment, or refuses it. Whether it was booked or will be refused only later. */
async function carryOut(tx: Tx, payment: SimPaymentRow): Promise<boolean> {
  const from = await findAccount({ id: payment.debtorAccountId ?? "" }, tx);
  if (!from) throw new Error(`The payment ${payment.id} has no account to be paid from.`);
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
  const movement = { payment, fromId: from.id, toId: to.id };
  await insertPaymentEntry(tx, movement, settlementMs);
  if (payment.scenario === "RETURN") await insertReturnEntry(tx, movement, settlementMs);
  await markOrdered(tx, payment.id, settlementMs);
  return true;
}

export type Submitted =
  | { kind: "submitted"; payment: SimPaymentRow; repeated: boolean; spoilt: Spoilt }
  | { kind: "unknown" }
  /** Nobody has approved it, or it was refused or cancelled. */
  | { kind: "not-authorised" }
  /** It was submitted already, under another key. */
  | { kind: "consumed" }
  /** The key was used for another body, or another payment. */
  | { kind: "other-body" };

/** UK Open Banking's `POST /domestic-payments`: money moves. Exactly once, by the lock and by the entry's unique payment. */
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
    if (!submitted) throw new Error("A payment that was just submitted is gone.");
    const { scenario } = payment;
    const spoilt = scenario === "LOST" ? "lost" : scenario === "SLOW" ? "slow" : null;
    return { kind: "submitted", payment: submitted, repeated: false, spoilt };
  });
}

/** Cancels a payment that nobody has answered. `cancelled` again for one that was cancelled already. */
export async function cancelOrder(where: PaymentKey): Promise<"cancelled" | "answered" | "unknown"> {
  return inSimTransaction(async (tx) => {
    const payment = await lockPayment(tx, where);
    if (!payment) return "unknown";
    const { transactionStatus } = stateOf(payment, await readNow(tx));
    if (transactionStatus === "RCVD") await markCancelled(tx, payment.id);
    return transactionStatus === "RCVD" || transactionStatus === "CANC" ? "cancelled" : "answered";
  });
}
