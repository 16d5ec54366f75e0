import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CustomerPage } from "@/components/console/customers/customer";
import { isAppError } from "@/server/lib/errors";
import { asJson, requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Customer" };

export default async function Page({ params }: { params: Promise<{ key: string }> }) {
  const key = decodeURIComponent((await params).key);
  const { merchant, mode, api } = await requireConsolePage();
  // tRPC wraps the use-case's error; `cause` is the original.
  const customer = await api.customers
    .get({ merchantId: merchant.id, test: mode === "test", key })
    .catch((error: Error) => {
      if (isAppError(error.cause) && error.cause.code === "PAYMENT_REQUEST_NOT_FOUND") return null;
      throw error;
    });
  if (!customer) notFound();
  return <CustomerPage first={asJson(customer)} />;
}
