import type { Metadata } from "next";
import { DeliveriesPage } from "@/components/console/deliveries/deliveries";
import { DELIVERIES_PATH } from "@/components/console/deliveries/delivery-path";
import { readSearch } from "@/components/console/deliveries/log-filter";
import { allOf, type Search, UUID } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../../console-route";
import { asJson } from "../../context";
import { orBeginAt } from "../../or-begin-at";

export const metadata: Metadata = { title: "Deliveries" };

export default consoleRoute(async ({ merchant, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const search = await searchParams;
  const { filter, ...page } = readSearch(search);
  const open = allOf(search, "delivery")[0];
  const merchantId = merchant.id;
  const searching = api.webhooks.log.search({ merchantId, ...filter, ...page });
  const [first, { endpoints, defaultUrl }, opened] = await Promise.all([
    orBeginAt(DELIVERIES_PATH, searching),
    api.webhooks.endpoints.list({ merchantId }),
    // An unknown delivery: its panel shows that it does not exist.
    open && UUID.test(open) ? api.webhooks.log.get({ merchantId, id: open }).catch(() => null) : null,
  ]);
  const names = endpoints.flatMap(({ name }) => name ?? []);
  const tested = defaultUrl.url === null ? endpoints.find(({ disabledAt }) => disabledAt === null)?.name : null;
  return (
    <DeliveriesPage
      first={asJson(first)}
      filter={filter}
      endpoints={names}
      tested={tested}
      opened={opened && asJson(opened)}
      {...page}
    />
  );
});
