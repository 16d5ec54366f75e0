import type { Metadata } from "next";
import { DeliveriesPage } from "@/components/console/deliveries/deliveries";
import { readSearch } from "@/components/console/deliveries/log-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { asJson, requireConsolePage } from "../../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Deliveries" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { filter, cursor } = readSearch(await searchParams);
  const { merchant, api } = await requireConsolePage();
  const merchantId = merchant.id;
  const searching = api.webhooks.log.search({ merchantId, ...filter, ...(cursor ? { cursor } : {}) });
  const [first, { endpoints }] = await Promise.all([
    orBeginAt("/console/webhooks/deliveries", searching),
    api.webhooks.endpoints.list({ merchantId }),
  ]);
  const names = endpoints.flatMap(({ name }) => name ?? []);
  return (
    <DeliveriesPage
      key={JSON.stringify([filter, cursor])}
      first={asJson(first)}
      filter={filter}
      endpoints={names}
      {...(cursor ? { cursor } : {})}
    />
  );
}
