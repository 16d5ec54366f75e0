import type { Metadata } from "next";
import { BalancesPage } from "@/components/console/balances";
import { asJson, requireConsolePage } from "../context";
import { pageNumber } from "../page-number";

export const metadata: Metadata = { title: "Balances" };

type Search = Promise<{ page?: string | string[]; renewal?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { page: wished, renewal } = await searchParams;
  const page = pageNumber(wished);
  const { merchant, mode, api } = await requireConsolePage();
  const of = { merchantId: merchant.id, test: mode === "test" };
  // What is ours is there at once; banks take their time, and are asked from the browser.
  const [first, movements, unplaced] = await Promise.all([
    api.accounts.list({ merchantId: merchant.id }),
    api.movements.list(of),
    api.movements.unplaced(of),
  ]);
  return (
    <BalancesPage
      key={page}
      first={asJson(first)}
      movements={asJson(movements)}
      unplaced={unplaced}
      page={page}
      renewal={typeof renewal === "string" ? renewal : null}
    />
  );
}
