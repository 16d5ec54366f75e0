import type { Metadata } from "next";
import { MerchantsPage } from "@/components/operator/merchants/merchants";
import { knownOf, type Search, textOf } from "@/components/ui/filter/filter-address";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Merchants" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams;
  const { api } = await operatorPage();
  const [name, id] = [textOf(search, "name"), textOf(search, "id")];
  const filter = {
    search: textOf(search, "q") ?? null,
    suspended: knownOf(search, "state", ["suspended"]) !== undefined,
    after: name !== undefined && id !== undefined && isUuid(id) ? { name, id } : null,
  };
  const first = asJson(await api.platform.merchants.list(filter));
  return <MerchantsPage first={first} filter={filter} />;
}
