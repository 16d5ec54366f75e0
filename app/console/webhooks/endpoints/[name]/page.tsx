import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { consoleRoute } from "../../../console-route";
import { endpointPage } from "../../endpoint-page";

type Address = { params: Promise<{ name: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: (await params).name };
}

export default consoleRoute(async (_, { params, searchParams }: Address) => {
  return endpointPage((await params).name, await searchParams);
});
