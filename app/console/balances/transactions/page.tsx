import type { Metadata } from "next";
import { TransactionsPage } from "@/components/console/transactions/transactions";
import { readTransactionsSearch, TRANSACTIONS_PATH } from "@/components/console/transactions/transactions-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../../console-route";
import { asJson } from "../../context";
import { orBeginAt } from "../../or-begin-at";

export const metadata: Metadata = { title: "Transactions" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const { filter, ...page } = readTransactionsSearch(await searchParams);
  const of = { merchantId: merchant.id, test: mode === "test" };
  const [first, discrepancies, choices] = await Promise.all([
    orBeginAt(TRANSACTIONS_PATH, api.transactions.list({ ...of, ...filter, ...page })),
    api.transactions.discrepancies(of),
    api.transactions.filterOptions(of),
  ]);
  return (
    <TransactionsPage
      first={asJson(first)}
      firstDiscrepancies={asJson(discrepancies)}
      choices={choices}
      filter={filter}
      {...page}
    />
  );
});
