import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MerchantPage } from "@/components/operator/merchants/merchant";
import { isUuid } from "@/server/lib/ids";
import { asJson } from "../../../console/context";
import { orNotFound } from "../../../or-not-found";
import { operatorPage } from "../../context";

export const metadata: Metadata = { title: "Merchant" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id: merchantId } = await params;
  const { api } = await operatorPage();
  if (!isUuid(merchantId)) notFound();
  const first = await orNotFound(api.platform.merchants.get({ merchantId }));
  const [accounts, people] = await Promise.all([
    api.platform.accounts.list({ merchantId }),
    api.platform.people.list({ search: null, place: { merchantId }, after: null }),
  ]);
  return <MerchantPage first={asJson(first)} accounts={asJson(accounts)} people={asJson(people)} />;
}
