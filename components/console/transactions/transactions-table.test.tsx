import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Counted } from "../../ui/filter/filter-address";
import { ZoneProvider } from "../../ui/time/zone";
import { formatMatchEffect, type Transaction } from "./transaction-labels";
import { type TransactionsFilter, transactionsLead } from "./transactions-filter";
import { TransactionTable } from "./transactions-table";

const TRANSACTION: Transaction = {
  ...{ id: "1", direction: "credit", decimal: "25.50", currency: "EUR", remittance: "Vase", counterparty: null },
  ...{ returnReason: null, bookedAt: "", state: "other", problem: null, note: null, bankName: "Riverbank" },
  ...{ number: "PT50…0154", simulated: true, paymentId: null, paymentReference: null },
};

const drawn = (bookedAt: string) =>
  renderToStaticMarkup(
    <ZoneProvider known="America/Los_Angeles">
      <TransactionTable transactions={[{ ...TRANSACTION, bookedAt }]} onDecide={null} />
    </ZoneProvider>,
  );

it("a transaction whose bank gave a date only has that date west of UTC; one with a time has the local date", () => {
  expect(drawn("2026-11-20T00:00:00.000Z")).toContain("20 Nov 2026");
  expect(drawn("2026-11-20T00:00:01.000Z")).toContain("19 Nov 2026");
});

it("that all transactions are matched is said of the whole list and of a tab, and not under another filter", () => {
  const [some, none] = [2, 0].map((count) => ({ count, orMore: false })) as [Counted, Counted];
  const counts = { payment: some, returned: none, unmatched: none, dismissed: none, other: none };
  const lead = (filter: TransactionsFilter, unmatched = none) => transactionsLead({ ...counts, unmatched }, filter);
  expect(lead({})).toBe("All transactions are matched or accounted for.");
  expect(lead({ kind: "payment" })).toBe(lead({}));
  expect(lead({ kind: "payment" }, some)).toBe(
    "2 transactions are unmatched. Everything else is matched or accounted for.",
  );
  for (const narrowed of [{ currency: "EUR" }, { accountId: "1" }, { amountFrom: "5" }, { from: "2026-11-20" }])
    expect([lead(narrowed), lead(narrowed, some)]).toEqual(Array(2).fill("Transactions booked to your accounts."));
});

it("matching a return announces a returned payment, and matching a credit a paid one", () => {
  expect(formatMatchEffect("credit")).toMatch(/counts as paid.*amount and account must match\.$/);
  expect(formatMatchEffect("debit")).toMatch(
    /shown as returned by this amount.*no more can be returned than was paid\.$/,
  );
  expect(formatMatchEffect("debit")).not.toMatch(/counts as paid|amount and account/);
});
