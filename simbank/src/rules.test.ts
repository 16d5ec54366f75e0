import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LATE_REJECT_MS, SETTLEMENT_MS, STUCK_SETTLEMENT_MS, type Stamps, stateOf } from "./rules";

const DAY_MS = 24 * 3_600_000;
const START = Date.parse("2026-11-21T12:00:00Z");
const at = (ms: number) => new Date(START + ms);

/** The rank of a status; a status of a lower rank must not follow. */
const STEP: Record<string, number> = { RCVD: 0, ACTC: 1, PDNG: 2, ACSP: 2, ACSC: 3, ACCC: 3, CANC: 4, RJCT: 4 };

/** The timestamps of a payment, in the order that `payment-life.ts` sets them. */
const lives: fc.Arbitrary<Stamps> = fc
  .record({
    bank: fc.constantFrom("bpi", "pop-pankki"),
    product: fc.constantFrom("sepa-credit-transfers", "instant-sepa-credit-transfers"),
    scenario: fc.constantFrom(null, "STUCK", "LATEREJECT", "ACSP", "NOFUNDS"),
    end: fc.constantFrom("open", "cancelled", "approved", "ordered"),
    answeredMs: fc.integer({ min: 0, max: 600_000 }),
    orderedMs: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(({ end, answeredMs, orderedMs, ...life }) => {
    const open = { ...life, createdAt: at(0), approvedAt: null, orderedAt: null, settlesAt: null };
    const payment: Stamps = { ...open, refusedAt: null, refusedReason: null, cancelledAt: null };
    if (end === "open") return payment;
    if (end === "cancelled") return { ...payment, cancelledAt: at(answeredMs) };
    if (end === "approved") return { ...payment, approvedAt: at(answeredMs) };
    const order = answeredMs + orderedMs;
    const ordered = { ...payment, approvedAt: at(answeredMs), orderedAt: at(order) };
    if (life.scenario === "NOFUNDS") return { ...ordered, refusedAt: at(order), refusedReason: "AM04" };
    if (life.scenario === "LATEREJECT")
      return { ...ordered, refusedAt: at(order + LATE_REJECT_MS), refusedReason: "AC04" };
    const settlementMs = life.scenario === "STUCK" ? STUCK_SETTLEMENT_MS : SETTLEMENT_MS;
    return { ...ordered, settlesAt: at(order + settlementMs) };
  });
/** From the last timestamp on: before it, the row had fewer of them. */
const lastMs = ({ cancelledAt, approvedAt, orderedAt }: Stamps) =>
  Math.max(...[cancelledAt, approvedAt, orderedAt].map((stamp) => (stamp ? stamp.getTime() - START : 0)));

describe("the state of a payment follows from its timestamps and the clock", () => {
  const later = fc.integer({ min: 0, max: 40 * DAY_MS });

  it("and its status never moves backwards", () => {
    fc.assert(
      fc.property(lives, later, later, (payment, a, b) => {
        const [early, late] = [Math.min(a, b), Math.max(a, b)].map((ms) => stateOf(payment, at(lastMs(payment) + ms)));
        expect(STEP[late?.transactionStatus ?? ""]).toBeGreaterThanOrEqual(STEP[early?.transactionStatus ?? ""] ?? 9);
      }),
    );
  });

  it("and each rejection and cancellation has a reason, and nothing else has", () => {
    fc.assert(
      fc.property(lives, later, (payment, ms) => {
        const { transactionStatus, reason } = stateOf(payment, at(lastMs(payment) + ms));
        expect(reason !== null).toBe(transactionStatus === "RJCT" || transactionStatus === "CANC");
      }),
    );
  });
});
