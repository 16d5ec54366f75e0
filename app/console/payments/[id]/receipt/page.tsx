import type { Metadata } from "next";
import { PaymentReceipt } from "@/components/console/payment/payment-receipt";
import { consoleRoute } from "../../../console-route";
import { asJson } from "../../../context";
import { readPayment } from "../read-payment";

export const metadata: Metadata = { title: "Receipt" };

export default consoleRoute(async (_, { params }: { params: Promise<{ id: string }> }) => {
  const { detail, merchant, api } = await readPayment(params);
  const payee = asJson(await api.business.get({ merchantId: merchant.id }));
  return <PaymentReceipt payment={detail.payment} payee={payee} />;
});
