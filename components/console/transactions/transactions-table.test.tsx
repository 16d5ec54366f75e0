import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ZoneProvider } from "../../ui/time/zone";
import type { Transaction } from "./transaction-labels";
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
