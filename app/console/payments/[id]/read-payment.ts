import { orNotFound } from "../../../or-not-found";
import { asJson, requireConsolePage } from "../../context";

/** The payment of a page, its merchant, and the merchant's calls; a 404 for an unknown or foreign one. */
export async function readPayment(params: Promise<{ id: string }>) {
  const { id } = await params;
  const { merchant, api } = await requireConsolePage();
  return { detail: asJson(await orNotFound(api.payments.get({ merchantId: merchant.id, id }))), merchant, api };
}
