import type { Metadata } from "next";
import { AuditPage } from "@/components/console/audit/audit";
import { AUDIT_PATH, auditInput, readAuditSearch } from "@/components/console/audit/audit-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../console-route";
import { asJson } from "../context";
import { orBeginAt } from "../or-begin-at";

export const metadata: Metadata = { title: "Audit log" };

export default consoleRoute(async ({ merchant, api }, { searchParams }: { searchParams: Promise<Search> }) => {
  const { filter, ...page } = readAuditSearch(await searchParams);
  const merchantId = merchant.id;
  const listing = api.audit.list({ merchantId, ...auditInput(filter), ...page });
  const [first, choices] = await Promise.all([orBeginAt(AUDIT_PATH, listing), api.audit.choices({ merchantId })]);
  return (
    <AuditPage
      of={{ merchantId }}
      path={AUDIT_PATH}
      first={asJson(first)}
      choices={choices}
      filter={filter}
      {...page}
    />
  );
});
