import type { Metadata } from "next";
import type { Search } from "@/components/console/filter-address";
import { MovementsPage } from "@/components/console/movements";
import { MOVEMENTS_PATH, readMovementsSearch } from "@/components/console/movements-filter";
import { asJson, requireConsolePage } from "../../context";
import { orBeginAt } from "../../webhooks/or-begin-at";

export const metadata: Metadata = { title: "Movements" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { filter, cursor } = readMovementsSearch(await searchParams);
  const { merchant, mode, api } = await requireConsolePage();
  const of = { merchantId: merchant.id, test: mode === "test" };
  const [first, disagreements, choices] = await Promise.all([
    orBeginAt(MOVEMENTS_PATH, api.movements.list({ ...of, ...filter, ...(cursor ? { cursor } : {}) })),
    api.movements.disagreements(of),
    api.movements.choices(of),
  ]);
  return (
    <MovementsPage
      key={JSON.stringify([filter, cursor])}
      first={asJson(first)}
      firstDisagreements={asJson(disagreements)}
      choices={choices}
      filter={filter}
      {...(cursor ? { cursor } : {})}
    />
  );
}
