import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { DeliveriesPage } from "@/components/console/deliveries";
import { readSearch, type Search } from "@/components/console/log-filter";
import { isAppError } from "@/server/lib/errors";
import { asJson, requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Deliveries" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { filter, cursor } = readSearch(await searchParams);
  const { merchant, api } = await requireConsolePage();
  const merchantId = merchant.id;
  const searching = api.webhooks.log.search({ merchantId, ...filter, ...(cursor ? { cursor } : {}) });
  const [first, { endpoints }] = await Promise.all([
    searching.catch((error: Error) => {
      // A cursor that was cut when its address was copied: the log begins where it begins.
      if (isAppError(error.cause) && error.cause.code === "VALIDATION_ERROR") redirect("/console/webhooks/deliveries");
      throw error;
    }),
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
