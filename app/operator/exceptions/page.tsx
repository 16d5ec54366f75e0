import type { Metadata } from "next";
import { ExceptionsPage } from "@/components/operator/exceptions/exceptions";
import { knownOf, type Search } from "@/components/ui/filter/filter-address";
import { EXCEPTION_KINDS } from "@/server/payments/attempts/attempt-facts";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Exceptions" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const kind = knownOf(await searchParams, "kind", EXCEPTION_KINDS) ?? null;
  const { api } = await operatorPage();
  return <ExceptionsPage key={kind} first={asJson(await api.platform.exceptions.list({ kind }))} kind={kind} />;
}
