import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KitPage } from "@/components/operator/kit/kit";
import { env } from "@/server/lib/config/env";
import { operatorPage } from "../context";

export const metadata: Metadata = { title: "Kit" };

/** The parts of the pages, for those who build pages: only a demo has it. */
export default async function Page() {
  if (!env().demo) notFound();
  await operatorPage();
  return <KitPage />;
}
