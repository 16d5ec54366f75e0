import { notFound } from "next/navigation";
import { isAppError } from "@/server/lib/errors";
import { asJson, requireConsolePage } from "../../context";

/** The payment of a page and its merchant; a 404 for an unknown or foreign one. */
export async function readPayment(params: Promise<{ id: string }>) {
  const { id } = await params;
  const { merchant, api } = await requireConsolePage();
  // tRPC wraps the use-case's error; `cause` is the original.
  const detail = await api.payments.get({ merchantId: merchant.id, id }).catch((error: Error) => {
    if (isAppError(error.cause) && error.cause.code === "PAYMENT_REQUEST_NOT_FOUND") return null;
    throw error;
  });
  if (!detail) notFound();
  return { detail: asJson(detail), merchant };
}
