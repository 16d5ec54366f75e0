import type { Metadata } from "next";
import { MovementsPage } from "@/components/console/movements";
import { asJson, requireConsolePage } from "../../context";
import { pageNumber } from "../../page-number";

export const metadata: Metadata = { title: "Movements" };

type Search = Promise<{ page?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const page = pageNumber((await searchParams).page);
  const { merchant, api } = await requireConsolePage();
  const first = asJson(await api.movements.list({ merchantId: merchant.id, page }));
  return <MovementsPage key={page} first={first} page={page} />;
}
