import type { Metadata } from "next";
import { BalancesPage } from "@/components/console/balances";
import { asJson, requireConsolePage } from "../context";
import { pageNumber } from "../page-number";

export const metadata: Metadata = { title: "Balances" };

type Search = Promise<{ page?: string | string[]; renewal?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const { page: wished, renewal } = await searchParams;
  const page = pageNumber(wished);
  const { merchant, api } = await requireConsolePage();
  // The list is ours and there at once; banks take their time, and are asked from the browser.
  const first = asJson(await api.accounts.list({ merchantId: merchant.id }));
  return <BalancesPage key={page} first={first} page={page} renewal={typeof renewal === "string" ? renewal : null} />;
}
