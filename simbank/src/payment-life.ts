/**
 * The operations on a payment, for both standards. A standard's handler (Berlin Group here, UK Open Banking in
 * `open-banking/`) parses its request, calls one of these, and formats the result by its standard:
 * - `takeOrder`       a payment (Berlin Group) or payment consent (UK), under its idempotency key
 * - `paymentApproval` (approval.ts)  the shopper's page and answer; in `ob-uk` it only authorises
 * - `submitOrder`     UK: the money-moving call, under its own idempotency key
 * - `cancelOrder`     before the shopper has answered
 * - `stateOf` (rules.ts) with the row's `readAt`  its current state; `findPayment` (store.ts) reads it
 * - `spoil` (spoil.ts)  the scenarios that damage an answer after it was decided
 * Each of them commits before it returns, and none depends on HTTP.
 */
import { log } from "../../server/lib/log";
import { bookPayment, type Execution, type LockedPayment, lockPayment } from "./booking-store";
import { deleteExpired } from "./expiry-store";
import { LATE_REJECT_MS, RETURN_AFTER_MS, SETTLEMENT_MS, STUCK_SETTLEMENT_MS } from "./rules";
import { scenarioOf } from "./scenarios";
import {
  changeOpenPayment,
  countRequests,
  type Executor,
  failsNow,
  findPayment,
  findRepeated,
  forgetFailures,
  inPaymentTransaction,
  insertPayment,
  isOrderKeyUsed,
  KEY_LIFETIME_H,
  lockOrderKey,
  type NewSimPayment,
  type PaymentKey,
  type SimPaymentRow,
} from "./store";

const HOUR_MS = 3_600_000;
let dueMs = 0;

/**
 * Deletes expired rows, at most once an hour per process. Nothing runs in this bank between calls, so each new order
 * calls it and does not wait for it. A failure never refuses the order.
 */
async function deleteExpiredSometimes(): Promise<void> {
  const nowMs = performance.now();
  if (nowMs < dueMs) return;
  dueMs = nowMs + HOUR_MS;
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

/** Creates a payment under its idempotency key: the same key and hash within 24 hours return the same payment. */
export async function takeOrder(order: NewSimPayment): Promise<Taken> {
  void deleteExpiredSometimes();
  const scenario = scenarioOf(order.remittance);
  const sight = [scenario, order.creditorIban, order.amount, order.currency, order.remittance].join(" ");
  const mayFail = scenario === "REFUSED" || scenario === "DOWN";
  const earlier = mayFail ? await findRepeated(order) : null;
  if (mayFail && !earlier) {
    if (scenario === "REFUSED") return { kind: "refused" };
    // Counted by the order's content: a retry with a new key, or at another bank, must find the bank available, too.
    if (await failsNow(sight, DOWN_TIMES)) return { kind: "down" };
  }
  const { payment, isNew } = earlier ? { payment: earlier, isNew: false } : await insertPayment(order, scenario);
  if (isNew) {
    const isLost = scenario === "LOST" && (await failsNow(sight, LOST_TIMES));
    return { kind: "taken", payment, repeated: false, spoilt: isLost ? "lost" : scenario === "SLOW" ? "slow" : null };
  }
  if (!Buffer.from(payment.bodyHash).equals(order.bodyHash)) return { kind: "other-body" };
  if (scenario !== null) await forgetFailures(sight);
  return { kind: "taken", payment, repeated: true, spoilt: null };
}

/**
 * The shopper's approval of a locked payment that is still open, from its locked account. In Berlin Group it also
 * executes the payment, or the bank refuses to. In UK Open Banking it only authorises, and no money moves.
 */
export async function approve(
  on: Executor,
  payment: LockedPayment,
  scenario: string | null,
): Promise<SimPaymentRow | null> {
  const { bank, id, standard, account } = payment;
  if (standard === "ob-uk") return changeOpenPayment({ bank, id }, { approvedFrom: account?.id ?? null, scenario }, on);
  return bookPayment(on, payment, { ...executionOf(scenario), order: null });
}

function executionOf(scenario: string | null): Omit<Execution, "order"> {
  const settlementMs = scenario === "STUCK" ? STUCK_SETTLEMENT_MS : SETTLEMENT_MS;
  const isLate = scenario === "LATEREJECT";
  return {
    scenario,
    refusal: isLate ? "AC04" : scenario === "NOFUNDS" ? "AM04" : null,
    refusedAfterMs: isLate ? LATE_REJECT_MS : 0,
    settlementMs,
    returnAfterMs: scenario === "RETURN" ? settlementMs + RETURN_AFTER_MS : null,
  };
}

/** `SIM-429`: the number of status requests that are refused. */
const BUSY_TIMES = 2;
/** `SIM-BROKEN`: a code outside the standard, a gateway's page, a success without a body. */
const BROKEN = ["unknown-code", "html", "empty"] as const;
export const GATEWAY_HTML = "<html><body><h1>502 Bad Gateway</h1></body></html>\n";

/**
 * The fault of this status request: after the approval, `SIM-BROKEN` has each of its faults once, and `SIM-429` refuses
 * the first requests. Null: none, and then never again.
 */
export async function nextReadTrouble({ id, approvedAt, scenario }: SimPaymentRow) {
  if (!approvedAt || (scenario !== "BROKEN" && scenario !== "429")) return null;
  const turn = await countRequests(`${scenario} ${id}`);
  if (scenario === "429") return turn <= BUSY_TIMES ? "busy" : null;
  return BROKEN[turn - 1] ?? null;
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
  return inPaymentTransaction(async (on) => {
    const payment = await lockPayment(on, where);
    if (!payment) return { kind: "unknown" };
    const { bank, approvedAt, orderedAt, cancelledAt, scenario, readAt } = payment;
    if (orderedAt) {
      const isKeyAlive = readAt.getTime() - orderedAt.getTime() < KEY_LIFETIME_H * HOUR_MS;
      if (payment.orderKey !== order.orderKey || !isKeyAlive) return { kind: "consumed" };
      if (!payment.orderHash || !Buffer.from(payment.orderHash).equals(order.orderHash)) return { kind: "other-body" };
      return { kind: "submitted", payment, repeated: true, spoilt: null };
    }
    if (!approvedAt || cancelledAt) return { kind: "not-authorised" };
    await lockOrderKey(on, bank, order.orderKey);
    if (await isOrderKeyUsed(on, bank, order.orderKey)) return { kind: "other-body" };
    const submitted = await bookPayment(on, payment, { ...executionOf(scenario), order });
    const spoilt = scenario === "LOST" ? "lost" : scenario === "SLOW" ? "slow" : null;
    return { kind: "submitted", payment: submitted, repeated: false, spoilt };
  });
}

/** Cancels a payment that was not answered yet. A payment that was cancelled already gives `cancelled` again. */
export async function cancelOrder(where: PaymentKey): Promise<"cancelled" | "answered" | "unknown"> {
  const payment = (await changeOpenPayment(where, { isCancelled: true })) ?? (await findPayment(where));
  if (!payment) return "unknown";
  return payment.cancelledAt ? "cancelled" : "answered";
}
