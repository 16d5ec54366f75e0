import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PaymentPage } from "@/components/console/payment/payment";
import { isAppError } from "@/server/lib/errors";
import { asJson, requireConsolePage } from "../../context";

export const metadata: Metadata = { title: "Payment" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { merchant, api } = await requireConsolePage();
  // tRPC wraps the use-case's error; `cause` is the original.
  const detail = await api.payments.get({ merchantId: merchant.id, id }).catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "PAYMENT_REQUEST_NOT_FOUND") return null;
    throw error;
  });
  if (!detail) notFound();
  return <PaymentPage first={asJson(detail)} />;
}
