import type { Metadata } from "next";
import { PaymentPage } from "@/components/console/payment/payment";
import { consoleRoute } from "../../console-route";
import { readPayment } from "./read-payment";

export const metadata: Metadata = { title: "Payment" };

export default consoleRoute(async (_, { params }: { params: Promise<{ id: string }> }) => {
  return <PaymentPage first={(await readPayment(params)).detail} />;
});
