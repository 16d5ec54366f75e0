import type { Tx } from "../lib/db";
import { lockLink } from "../payment-links/lock-link";
import { lockRequest, type RequestRow, readRequest } from "./store";

/**
 * Locks the request, and the link that it belongs to before it. One order everywhere: link, request, attempt. Whoever
 * touches two requests of a link holds the link.
 */
export async function lockRequestAndLink(tx: Tx, id: string): Promise<RequestRow> {
  const { paymentLinkId } = await readRequest(tx, id);
  if (paymentLinkId) await lockLink(tx, paymentLinkId);
  return lockRequest(tx, id);
}
