import type { Metadata } from "next";
import { CallsPage } from "@/components/console/developers/calls";
import { CALLS_PATH, readCallsSearch } from "@/components/console/developers/calls-filter";
import { knownOperation } from "@/components/console/developers/known-operation";
import type { Search } from "@/components/ui/filter/filter-address";
import { env } from "@/server/lib/config/env";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Requests" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const { filter, call, ...page } = readCallsSearch(await searchParams);
  const merchantId = merchant.id;
  const searching = api.developers.calls.search({ merchantId, test: mode === "test", ...filter, ...page });
  const [first, operations, opened] = await Promise.all([
    orBeginAt(CALLS_PATH, searching),
    api.developers.reference.read({ merchantId }),
    // An unknown or deleted call: its panel shows that it does not exist.
    call ? api.developers.calls.get({ merchantId, id: call }).catch(() => null) : null,
  ]);
  const errorCodes = [...new Set(operations.flatMap(({ errors }) => errors))].sort();
  return (
    <CallsPage
      first={asJson(first)}
      opened={opened && asJson(opened)}
      filter={filter}
      operations={asJson(operations.map(knownOperation))}
      errorCodes={errorCodes}
      baseUrl={env().baseUrl}
      {...page}
    />
  );
});
