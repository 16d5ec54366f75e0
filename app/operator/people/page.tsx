import type { Metadata } from "next";
import { PeoplePage } from "@/components/operator/people/people";
import { knownOf, type Search, textOf } from "@/components/ui/filter/filter-address";
import { asJson } from "../../console/context";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "People" };

export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const given = await searchParams;
  const { api } = await operatorPage();
  const ofPlatform = knownOf(given, "of", ["platform"]) !== undefined;
  const filter = { search: textOf(given, "q") ?? null, ofPlatform, after: textOf(given, "after") ?? null };
  const { search, after } = filter;
  const first = asJson(await api.platform.people.list({ search, after, place: ofPlatform ? {} : null }));
  return <PeoplePage first={first} filter={filter} />;
}
