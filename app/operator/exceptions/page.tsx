import type { Metadata } from "next";
import { knownOf, type Search } from "@/components/console/filter-address";
import { ExceptionsPage } from "@/components/operator/exceptions";
import { EXCEPTION_KINDS } from "@/server/payments/attempt-facts";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Exceptions" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const kind = knownOf(await searchParams, "kind", EXCEPTION_KINDS) ?? null;
  const { api } = await operatorPage();
  return <ExceptionsPage key={kind} first={asJson(await api.platform.exceptions.list({ kind }))} kind={kind} />;
}
