import type { Metadata } from "next";
import type { Search } from "@/components/ui/filter/filter-address";
import { endpointPage } from "../../endpoint-page";

type Address = { params: Promise<{ name: string }>; searchParams: Promise<Search> };

export async function generateMetadata({ params }: Address): Promise<Metadata> {
  return { title: (await params).name };
}

export default async function Page({ params, searchParams }: Address) {
  return endpointPage((await params).name, await searchParams);
}
