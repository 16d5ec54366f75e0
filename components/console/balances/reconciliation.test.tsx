import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient } from "@trpc/client";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { TRPCProvider, useConsole } from "../../ui/queries";
import { ZoneProvider } from "../../ui/time/zone";
import { ConsoleQueries } from "../frame/console-queries";
import { DiscrepancyList } from "../transactions/discrepancies";
import { BalancesPage } from "./balances";
import { Reconciliation } from "./reconciliation";

// Outside of Next there are no router and no address.
vi.mock("next/navigation", () => ({
  ...{ useRouter: () => ({}), usePathname: () => "/console/balances", useSearchParams: () => new URLSearchParams() },
}));

const NONE = { count: 0, orMore: false };
const COUNTS = { payment: NONE, returned: NONE, unmatched: NONE, dismissed: NONE, other: NONE };

const drawn = (part: ReactNode) => renderToStaticMarkup(<ZoneProvider known="UTC">{part}</ZoneProvider>);
const reportOf = (orMore: boolean) => ({ findings: [], orMore, reportedAt: "2026-11-20T06:00:00.000Z" });

it("accounts without a discrepancy are reconciled as of the report, unless the report does not list all", () => {
  const about = (orMore: boolean) =>
    drawn(<Reconciliation counts={COUNTS} facts={{ unmatched: [], discrepancies: reportOf(orMore) }} hasAccount />);
  expect(about(false)).toContain("as of <time");
  expect(about(true)).not.toContain("as of");
});

it("the list of transactions says whether the accounts are reconciled, or that the report does not list all", () => {
  const about = (orMore: boolean) =>
    drawn(
      <ConsoleQueries mode="test" may={[]}>
        <DiscrepancyList first={reportOf(orMore)} hasAccount />
      </ConsoleQueries>,
    );
  expect(about(false)).toContain("Reconciled");
  expect(about(true)).toContain("The last report does not list all discrepancies.");
  expect(about(true)).not.toContain("Reconciled");
});

it("the sum of unmatched transactions and the discrepancies are those that were read last, after the page load", () => {
  const queryClient = new QueryClient();
  const trpcClient = createTRPCClient<never>({ links: [] });
  const unmatched = (count: number, decimal: string) => [{ currency: "EUR", count, decimal }];
  const finding = { kind: "account_not_read", subjectId: "1", decimal: null, currency: "EUR" } as const;
  /** As after the first refresh. */
  function Read({ children }: { children: ReactNode }) {
    const { trpc, ...of } = useConsole();
    queryClient.setQueryData(trpc.transactions.unmatched.queryKey(of), unmatched(2, "45.50"));
    const discrepancies = { ...reportOf(false), findings: [finding as never] };
    queryClient.setQueryData(trpc.transactions.discrepancies.queryKey(of), discrepancies);
    return children;
  }
  const transactions = { items: [], newer: null, older: null, mayDecide: false };
  const html = drawn(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <Read>
          <BalancesPage
            first={{ accounts: [], mayRenew: false, mayRemove: false }}
            transactions={{ ...transactions, counts: { ...COUNTS, unmatched: { count: 2, orMore: false } } }}
            reconciliation={{ unmatched: unmatched(1, "25.00"), discrepancies: reportOf(false) }}
            page={1}
            renewal={null}
          />
        </Read>
      </TRPCProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain("2 transactions, 45.50 EUR received");
  expect(html).toContain("1 discrepancy");
});
