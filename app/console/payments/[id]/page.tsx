import type { Metadata } from "next";
import { PaymentPage } from "@/components/console/payment/payment";
import { consoleRoute } from "../../console-route";
import { asJson } from "../../context";
import { readPayment } from "./read-payment";

export const metadata: Metadata = { title: "Payment" };

export default consoleRoute(async (_, { params }: { params: Promise<{ id: string }> }) => {
  const { detail, merchant, api } = await readPayment(params);
  const notes = await api.payments.notes.list({ merchantId: merchant.id, of: { paymentId: detail.payment.id } });
  return <PaymentPage first={detail} notes={asJson(notes)} />;
});
