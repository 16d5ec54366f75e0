import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { endpointPage } from "../endpoint-page";

export const metadata: Metadata = { title: "Default URL" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  return endpointPage(null, await searchParams);
}
