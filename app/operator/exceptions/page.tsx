import type { Metadata } from "next";
import { ExceptionsPage } from "@/components/operator/exceptions/exceptions";
import { cursorOf, knownOf, type Search } from "@/components/ui/filter/filter-address";
import { EXCEPTION_KINDS } from "@/server/payments/attempts/attempt-facts";
import { asJson } from "../../console/context";
import { orBeginAt } from "../../console/or-begin-at";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Exceptions" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const cursor = cursorOf(search);
  const query = { kind: knownOf(search, "kind", EXCEPTION_KINDS) ?? null, ...(cursor ? { cursor } : {}) };
  const { api } = await operatorPage();
  const first = await orBeginAt("/operator/exceptions", api.platform.exceptions.list(query));
  return <ExceptionsPage key={query.kind} first={asJson(first)} {...query} />;
}
