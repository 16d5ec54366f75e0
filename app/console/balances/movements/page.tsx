import type { Metadata } from "next";
import { cursorOf, knownOf, type Search } from "@/components/console/filter-address";
import { MovementsPage } from "@/components/console/movements";
import { asJson, requireConsolePage } from "../../context";
import { orBeginAt } from "../../webhooks/or-begin-at";

export const metadata: Metadata = { title: "Movements" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const unplacedOnly = knownOf(search, "show", ["unplaced"]) !== undefined;
  const cursor = cursorOf(search);
  const { merchant, mode, api } = await requireConsolePage();
  const of = { merchantId: merchant.id, test: mode === "test" };
  const listing = api.movements.list({ ...of, unplacedOnly, ...(cursor ? { cursor } : {}) });
  const [first, disagreements] = await Promise.all([
    orBeginAt("/console/balances/movements", listing),
    api.movements.disagreements(of),
  ]);
  return (
    <MovementsPage
      key={JSON.stringify([unplacedOnly, cursor])}
      first={asJson(first)}
      firstDisagreements={asJson(disagreements)}
      unplacedOnly={unplacedOnly}
      {...(cursor ? { cursor } : {})}
    />
  );
}
