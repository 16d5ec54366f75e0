import type { Search } from "@/components/ui/filter/filter-address";
import { SecurityPage } from "./security-page";

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  return <SecurityPage path="/account" search={await searchParams} />;
}
