import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { SecurityPage } from "../../account/security-page";
import { requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Security" };

/** The same page as `/account`, within the Console: who has no merchant yet, or no second factor, sees it there. */
export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  await requireConsolePage();
  return <SecurityPage path="/console/security" search={await searchParams} />;
}
