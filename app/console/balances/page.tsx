import type { Metadata } from "next";
import { BalancesPage } from "@/components/console/balances";
import { requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Balances" };

export default async function Page() {
  await requireConsolePage();
  // Banks take their time: the page is there at once, and asks from the browser.
  return <BalancesPage />;
}
