import { readSearch } from "@/components/console/deliveries/log-filter";
import { EndpointPage } from "@/components/console/webhooks/endpoint";
import type { Search } from "@/components/ui/filter/filter-address";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";
import { checkedEndpoint } from "./checked";

/** The page of an endpoint, with its deliveries filtered by the address. `name`: null for the default endpoint. */
export async function endpointPage(name: string | null, search: Search) {
  const { api, input, endpoint } = await checkedEndpoint(name);
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
