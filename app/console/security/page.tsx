import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { SecurityPage } from "../../account/security-page";
import { consoleRoute } from "../console-route";

export const metadata: Metadata = { title: "Security" };

/** The same page as `/account`, within the Console: who has no merchant yet, or no second factor, sees it there. */
export default consoleRoute(async (_, { searchParams }: { searchParams: Promise<Search> }) => {
  return <SecurityPage path="/console/security" search={await searchParams} />;
});
