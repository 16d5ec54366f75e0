import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../../console-route";
import { endpointPage } from "../endpoint-page";

export const metadata: Metadata = { title: "Default URL" };

export default consoleRoute(async (_, { searchParams }: { searchParams: Promise<Search> }) => {
  return endpointPage(null, await searchParams);
});
