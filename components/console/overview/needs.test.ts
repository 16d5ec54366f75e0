import { describe, expect, it } from "vitest";
import type { Account } from "../balances-words";
import { needsOf } from "./needs";

type Sources = Parameters<typeof needsOf>[0];

const AT = "2026-11-18T20:11:09.000Z";
const payment = (paymentRequestId: string) => ({
  paymentRequestId,
  paymentLinkId: null,
  paymentReference: "Order 20872",
  currency: "EUR",
  decimal: "1089.00",
  bankName: "N26",
  at: AT,
});
const account = (access: Account["access"], changed: Partial<Account> = {}): Account => ({
  id: "a1",
  currency: "EUR",
  roles: ["refund"],
  bankName: "Caixa",
  number: "PT50 ···· 0099",
  simulated: false,
  access,
  ...changed,
});
const nothing: Sources = {
  needs: { marked: [], late: [], returned: [], waiting: { count: 0, oldest: null, paymentRequestId: null } },
  failing: [],
  accounts: [],
  test: false,
  may: () => true,
};

describe("what needs somebody", () => {
  it("is nothing where nothing is wrong", () => {
    expect(needsOf({ ...nothing, accounts: [account({ kind: "valid", validUntil: null, endsSoon: false })] })).toEqual(
      [],
    );
  });

  it("says the most harmful first: money twice before an endpoint, an endpoint before news", () => {
    const needs = needsOf({
      ...nothing,
      needs: {
        marked: [
          { ...payment("p1"), kind: "unresolved" },
          { ...payment("p2"), kind: "link_paid_twice" },
        ],
        late: [{ ...payment("p3"), lateByS: 219_600 }],
        returned: [{ ...payment("p4"), returned: "5.00" }],
        waiting: { count: 3, oldest: AT, paymentRequestId: "p5" },
      },
      failing: [{ name: "orders", state: "failing", since: AT, failures: 3, lastError: "status 503", nextTryAt: null }],
      accounts: [account({ kind: "over", state: "expired", endedAt: "2026-11-18T23:59:59.999Z" })],
    });
    expect(needs.map(({ key }) => key)).toEqual([
      "link_paid_twice p2",
      "unresolved p1",
      "endpoint orders",
      "account a1",
      "returned p4",
      "late p3",
      "waiting",
    ]);
    expect(needs.map(({ fact, why }) => `${fact} ${why}`)).toEqual([
      "The link “Order 20872” was paid twice. 1,089.00 EUR came again. Both are kept; one should go back to the shopper.",
      "Order 20872 has had no end for three days. N26 still says that it works on 1,089.00 EUR. It is asked again and again.",
      "Endpoint orders is failing. The last 3 tries failed: status 503. Payments are accepted as before.",
      "The refund account in EUR has no known balance. The consent at Caixa ended on 18 November.",
      "Money of Order 20872 went back. 5.00 EUR of 1,089.00 EUR, after it was completed.",
      "Order 20872 was paid after it had ended. 1,089.00 EUR came 61 h after it was created, flagged late; the shop may have released the goods.",
      "Three payments have been at their bank for more than an hour. The bank is asked again and again, and nothing is lost meanwhile.",
    ]);
  });

  it("leads nobody where they may not go, and offers nothing that would be refused", () => {
    const [endpoint, balance] = needsOf({
      ...nothing,
      may: () => false,
      failing: [{ name: null, state: "paused", since: AT, failures: 1, lastError: null, nextTryAt: null }],
      accounts: [account({ kind: "none" })],
    });
    expect(endpoint).toMatchObject({ fact: "The default URL is paused.", todo: null });
    expect(balance?.todo).toEqual({ words: "See balances", href: "/console/balances" });
  });

  it("leaves the other mode's accounts to the other mode", () => {
    const accounts = [account({ kind: "none" }, { simulated: true })];
    expect(needsOf({ ...nothing, accounts })).toEqual([]);
    expect(needsOf({ ...nothing, accounts, test: true })).toHaveLength(1);
  });

  it("warns before a consent ends, and after all else", () => {
    const accounts = [account({ kind: "valid", validUntil: "2026-11-24T23:59:59.999Z", endsSoon: true })];
    expect(needsOf({ ...nothing, accounts })).toMatchObject([
      { why: "The consent at Caixa ends on 24 November; from then on its balance is unknown." },
    ]);
  });
});
