import type { Metadata } from "next";
import { BusinessPage } from "@/components/console/business/business";
import { asJson, requireConsolePage } from "../context";

export const metadata: Metadata = { title: "Business" };

export default async function Page() {
  const { merchant, api } = await requireConsolePage();
  const of = { merchantId: merchant.id };
  const [first, accounts] = await Promise.all([api.business.get(of), api.accounts.list(of)]);
  return <BusinessPage first={asJson(first)} accounts={asJson(accounts.accounts)} />;
}
