import { EndpointPage } from "@/components/console/endpoint";
import type { Search } from "@/components/console/filter-address";
import { readSearch } from "@/components/console/log-filter";
import { asJson } from "../context";
import { checkedDestination } from "./checked";
import { orBeginAt } from "./or-begin-at";

/** The page of a destination, with what the address asks for of its deliveries. `name`: null for the default URL. */
export async function endpointPage(name: string | null, search: Search) {
  const { api, input, endpoint } = await checkedDestination(name);
  const { merchantId } = input;
  const { filter: asked, ...page } = readSearch(search);
  const filter = { ...asked, endpoint: name };
  const path = name === null ? "default" : `endpoints/${name}`;
  const [health, deliveries] = await Promise.all([
    api.webhooks.health.list({ merchantId }),
    orBeginAt(`/console/webhooks/${path}`, api.webhooks.log.search({ merchantId, ...filter, ...page })),
  ]);
  const log = { filter, ...page, first: asJson(deliveries) };
  return <EndpointPage first={asJson(endpoint)} firstHealth={asJson(health)} log={log} />;
}
