import type { Metadata } from "next";
import { BalancesPage } from "@/components/console/balances/balances";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";

const MAX_PAGE = 100_000;

/** The page number of an address; 1 where it is invalid. */
function pageNumber(given: string | string[] | undefined): number {
  const page = typeof given === "string" && /^\d{1,6}$/.test(given) ? Number(given) : 1;
  return Math.min(Math.max(page, 1), MAX_PAGE);
}

export const metadata: Metadata = { title: "Balances" };

type Search = Promise<{ page?: string | string[]; renewal?: string | string[] }>;

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Search }) => {
  const { page: requested, renewal } = await searchParams;
  const page = pageNumber(requested);
  const of = { merchantId: merchant.id, test: mode === "test" };
  // Balances are requested from the browser: banks are slow.
  const [first, transactions, unmatched, discrepancies] = await Promise.all([
    api.accounts.list({ merchantId: merchant.id }),
    api.transactions.list(of),
    api.transactions.unmatched(of),
    api.transactions.discrepancies(of),
  ]);
  return (
    <BalancesPage
      key={page}
      first={asJson(first)}
      transactions={asJson(transactions)}
      reconciliation={asJson({ unmatched, discrepancies })}
      page={page}
      renewal={typeof renewal === "string" ? renewal : null}
    />
  );
});
