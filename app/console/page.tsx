import type { Metadata } from "next";
import { Suspense } from "react";
import { OverviewPage } from "@/components/console/overview/overview";
import { readOverviewSearch } from "@/components/console/overview/overview-address";
import { OverviewSkeleton } from "@/components/console/overview/skeleton";
import type { Search } from "@/components/ui/filter/filter-address";
import { hasSamples } from "@/server/demo/samples/make-samples";
import { env } from "@/server/lib/config/env";
import { consoleRoute } from "./console-route";
import { asJson } from "./context";
import { readSetUp } from "./set-up";
import { readZone } from "./zone";

export const metadata: Metadata = { title: { absolute: "Home · Bankside Console" } };

type Props = { searchParams: Promise<Search> };

// A Suspense boundary of its own: a loading.tsx here would apply to every page of the Console without one.
export default function Page({ searchParams }: Props) {
  return (
    <Suspense fallback={<OverviewSkeleton />}>
      <Overview searchParams={searchParams} />
    </Suspense>
  );
}

const Overview = consoleRoute(async ({ merchant, mode, api }, { searchParams }: Props) => {
  const view = readOverviewSearch(await searchParams);
  const timeZone = (await readZone()) ?? "UTC";
  const of = { merchantId: merchant.id, test: mode === "test" };
  const [figures, actionItems, latest, accounts, setUp, samples] = await Promise.all([
    api.overview.figures({ ...of, ...view, timeZone }),
    api.overview.actionItems(of),
    api.overview.latest(of),
    api.accounts.list(of),
    readSetUp(),
    env().demo ? hasSamples(merchant.id) : false,
  ]);
  return (
    <OverviewPage
      view={view}
      first={asJson({ figures, actionItems, latest, accounts, setUp })}
      merchant={merchant.brandName}
      hasSamples={samples && of.test}
    />
  );
});
