import type { Tx } from "../../lib/db";
import { lockLink } from "../links/mark-link";
import { lockRequest, type RequestRow, readRequest } from "./store";

export type { RequestRow };

/**
 * Locks the request, and its link before it. The order is the same everywhere: link, request, attempt. To change two
 * requests of a link, lock the link.
 */
export async function lockRequestAndLink(tx: Tx, id: string): Promise<RequestRow> {
  const { paymentLinkId } = await readRequest(tx, id);
  if (paymentLinkId) await lockLink(tx, paymentLinkId);
  return lockRequest(tx, id);
}
