import type { Metadata } from "next";
import { demoShop } from "@/app/demo-shop";
import { PaymentsPage } from "@/components/console/payments";
import { asJson, requireConsolePage } from "../context";
import { pageNumber } from "../page-number";

export const metadata: Metadata = { title: "Payments" };

type Search = Promise<{ page?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const page = pageNumber((await searchParams).page);
  const { merchant, api } = await requireConsolePage();
  const first = asJson(await api.payments.list({ merchantId: merchant.id, page }));
  return <PaymentsPage key={page} first={first} page={page} shop={demoShop()} />;
}
