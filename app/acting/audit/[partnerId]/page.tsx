import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AuditPage } from "@/components/console/audit/audit";
import { auditInput, partnerAuditPath, readAuditSearch } from "@/components/console/audit/audit-filter";
import type { Search } from "@/components/ui/filter/filter-address";
import { asJson } from "../../../console/context";
import { orBeginAt } from "../../../console/or-begin-at";
import { actingPage } from "../../context";

export const metadata: Metadata = { title: "Audit log" };

type PageProps = { params: Promise<{ partnerId: string }>; searchParams: Promise<Search> };

export default async function Page({ params, searchParams }: PageProps) {
  const { partnerId } = await params;
  const { filter, ...page } = readAuditSearch(await searchParams);
  const { api, partners } = await actingPage();
  if (!partners.some(({ id, mayReadAudit }) => id === partnerId && mayReadAudit)) notFound();
  const path = partnerAuditPath(partnerId);
  const listing = api.partnerAudit.list({ partnerId, ...auditInput(filter), ...page });
  const [first, choices] = await Promise.all([orBeginAt(path, listing), api.partnerAudit.choices({ partnerId })]);
  return <AuditPage of={{ partnerId }} path={path} first={asJson(first)} choices={choices} filter={filter} {...page} />;
}
