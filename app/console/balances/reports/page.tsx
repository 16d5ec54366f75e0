import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { REPORTS_PATH, readReportsSearch } from "@/components/console/reports/report-labels";
import { ReportsPage } from "@/components/console/reports/reports";
import type { Search } from "@/components/ui/filter/filter-address";
import { isAppError } from "@/server/lib/errors";
import { consoleRoute } from "../../console-route";
import { asJson } from "../../context";

export const metadata: Metadata = { title: "Reports" };

export default consoleRoute(async ({ merchant, mode, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const query = readReportsSearch(await searchParams);
  const first = await api.reports
    .list({ merchantId: merchant.id, test: mode === "test", ...query })
    .catch((error: Error) => {
      // The account of the address is one of the other mode, or of another merchant.
      if (isAppError(error.cause) && error.cause.code === "NOT_FOUND") redirect(REPORTS_PATH);
      throw error;
    });
  return <ReportsPage first={asJson(first)} query={query} />;
});
