import type { Metadata } from "next";
import { CustomerPage } from "@/components/console/customers/customer";
import { orNotFound } from "../../../or-not-found";
import { asJson, requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Customer" };

export default async function Page({ params }: { params: Promise<{ key: string }> }) {
  const key = decodeURIComponent((await params).key);
  const { merchant, mode, api } = await requireConsolePage();
  const customer = await orNotFound(api.customers.get({ merchantId: merchant.id, test: mode === "test", key }));
  return <CustomerPage first={asJson(customer)} />;
}
