import type { Metadata } from "next";
import { PaymentLinksPage } from "@/components/console/payment-links";
import { asJson, requireConsolePage } from "../context";
import { pageNumber } from "../page-number";

export const metadata: Metadata = { title: "Payment links" };

type Search = Promise<{ page?: string | string[]; new?: string | string[] }>;

export default async function Page({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const page = pageNumber(search.page);
  const { merchant, api } = await requireConsolePage();
  const first = asJson(await api.paymentLinks.list({ merchantId: merchant.id, page }));
  return <PaymentLinksPage key={page} first={first} page={page} making={search.new !== undefined} />;
}
