import type { Metadata } from "next";
import { knownOf, type Search } from "@/components/console/filter-address";
import { AnomaliesPage } from "@/components/operator/anomalies";
import { ANOMALY_KINDS } from "@/server/payments/attempt-facts";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "To look at" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const kind = knownOf(await searchParams, "kind", ANOMALY_KINDS) ?? null;
  const { api } = await operatorPage();
  return <AnomaliesPage key={kind} first={asJson(await api.platform.anomalies.list({ kind }))} kind={kind} />;
}
