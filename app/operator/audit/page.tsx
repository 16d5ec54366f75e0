import type { Metadata } from "next";
import { AuditPage } from "@/components/console/audit/audit";
import { auditInput, PLATFORM_AUDIT_PATH, readAuditSearch } from "@/components/console/audit/audit-filter";
import { Withheld } from "@/components/operator/frame/withheld";
import type { Search } from "@/components/ui/filter/filter-address";
import { asJson } from "../../console/context";
import { orBeginAt } from "../../console/or-begin-at";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Audit log" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { filter, ...page } = readAuditSearch(await searchParams);
  const { api, may } = await operatorPage();
  if (!may.includes("platform.audit.list")) return <Withheld title="Audit log" />;
  const listing = api.platform.audit.list({ ...auditInput(filter), ...page });
  const [first, choices] = await Promise.all([orBeginAt(PLATFORM_AUDIT_PATH, listing), api.platform.audit.choices()]);
  return (
    <AuditPage
      of={{ platform: true }}
      path={PLATFORM_AUDIT_PATH}
      first={asJson(first)}
      choices={choices}
      filter={filter}
      {...page}
    />
  );
}
