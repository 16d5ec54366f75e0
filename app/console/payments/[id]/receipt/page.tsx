import type { Metadata } from "next";
import { PaymentReceipt } from "@/components/console/payment/payment-receipt";
import { readPayment } from "../read-payment";

export const metadata: Metadata = { title: "Receipt" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { detail, merchant } = await readPayment(params);
  return <PaymentReceipt payment={detail.payment} merchant={merchant.brandName} />;
}
