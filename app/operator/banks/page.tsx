import type { Metadata } from "next";
import { BanksPage } from "@/components/operator/banks/banks";
import { type Search, textOf } from "@/components/ui/filter/filter-address";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Banks" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const given = await searchParams;
  const { api } = await operatorPage();
  const market = textOf(given, "market")?.toUpperCase();
  const filter = {
    market: market && /^[A-Z]{2}$/.test(market) ? market : null,
    search: textOf(given, "q") ?? null,
  };
  const [connections, catalogue] = await Promise.all([
    api.platform.connections.list(),
    api.platform.banks.list(filter),
  ]);
  return <BanksPage connections={asJson(connections)} catalogue={asJson(catalogue)} filter={filter} />;
}
