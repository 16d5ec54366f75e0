import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Account } from "../balances/balance-labels";
import { ActionItemList } from "./action-item-list";
import { actionItems } from "./action-items";

type Sources = Parameters<typeof actionItems>[0];

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
  payments: {
    ...{ marked: [], late: [], returned: [], more: null },
    waiting: { count: 0, oldest: null, paymentRequestId: null },
  },
  failing: [],
  accounts: [],
  test: false,
  may: () => true,
};

describe("action items", () => {
  it("are none where nothing is wrong", () => {
    expect(
      actionItems({ ...nothing, accounts: [account({ kind: "valid", validUntil: null, endsSoon: false })] }),
    ).toEqual([]);
  });

  it("come with the most harmful first: a double payment before an endpoint, an endpoint before a late payment", () => {
    const items = actionItems({
      ...nothing,
      payments: {
        marked: [
          { ...payment("p1"), exceptionId: "e1", kind: "unresolved", detail: null },
          { ...payment("p2"), exceptionId: "e2", kind: "link_paid_twice", detail: null },
        ],
        late: [{ ...payment("p3"), lateByS: 219_600 }],
        returned: [{ ...payment("p4"), returned: "5.00" }],
        waiting: { count: 3, oldest: AT, paymentRequestId: "p5" },
        more: null,
      },
      failing: [{ name: "orders", state: "failing", since: AT, failures: 3, lastError: "status 503", nextTryAt: null }],
      accounts: [account({ kind: "over", state: "expired", endedAt: "2026-11-18T23:59:59.999Z" })],
    });
    expect(items.map(({ key }) => key)).toEqual([
      "exception e2",
      "exception e1",
      "endpoint orders",
      "account a1",
      "returned p4",
      "late p3",
      "waiting",
    ]);
    expect(items.map(({ fact, why }) => `${fact} ${why}`)).toEqual([
      "The link “Order 20872” was paid twice. 1,089.00 EUR arrived again. Return one of the two to the customer.",
      "No final answer about Order 20872 for 72 hours. N26 is still processing 1,089.00 EUR. We keep asking; please don’t refund yet.",
      "Endpoint orders is failing. The last 3 attempts failed: status 503. Payments continue.",
      "The refund account in EUR has an unknown balance. The consent at Caixa ended on 18 November.",
      "Order 20872 was returned. 5.00 EUR of 1,089.00 EUR was returned after completion.",
      "Order 20872 was paid late. 1,089.00 EUR arrived 61 h after it was created; check whether the order was cancelled in your shop.",
      "3 payments have been at their bank for more than an hour. We keep asking the bank.",
    ]);
  });

  it("link to no page that the user may not open, and offer no act that would be refused", () => {
    const [endpoint, balance] = actionItems({
      ...nothing,
      may: () => false,
      failing: [{ name: null, state: "circuit_open", since: AT, failures: 1, lastError: null, nextTryAt: null }],
      accounts: [account({ kind: "none" })],
    });
    expect(endpoint).toMatchObject({ fact: "The default URL keeps failing.", todo: null });
    expect(balance?.todo).toEqual({ label: "View balances", href: "/console/balances" });
  });

  it("leave out accounts of the other mode", () => {
    const accounts = [account({ kind: "none" }, { simulated: true })];
    expect(actionItems({ ...nothing, accounts })).toEqual([]);
    expect(actionItems({ ...nothing, accounts, test: true })).toHaveLength(1);
  });

  it("warn before a consent ends", () => {
    const accounts = [account({ kind: "valid", validUntil: "2026-11-24T23:59:59.999Z", endsSoon: true })];
    expect(actionItems({ ...nothing, accounts })).toMatchObject([
      { why: "The consent at Caixa ends on 24 November; from then on its balance is unknown." },
    ]);
  });

  it("are counted as 20+ where there are more, with a link to all", () => {
    const item = { fact: "Order 20872 was debited twice.", why: "", at: AT, todo: null };
    const items = Array.from({ length: 20 }, (_, n) => ({ ...item, key: String(n) }));
    const drawn = (more: "needs_review" | null) =>
      renderToStaticMarkup(createElement(ActionItemList, { items, more, now: AT }));
    expect(drawn(null)).toContain("<span>20</span>");
    expect(drawn(null)).not.toContain("<a ");
    expect(drawn("needs_review")).toContain("<span>20+</span>");
    expect(drawn("needs_review")).toContain('href="/console/payments?flag=needs_review"');
  });
});
