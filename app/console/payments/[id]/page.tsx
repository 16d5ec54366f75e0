import type { Metadata } from "next";
import { PaymentPage } from "@/components/console/payment/payment";
import { readPayment } from "./read-payment";

export const metadata: Metadata = { title: "Payment" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <PaymentPage first={(await readPayment(params)).detail} />;
}
