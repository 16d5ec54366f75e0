import { db } from "../lib/db";
import type { DeliveryRow } from "./delivery-store";
import { endpointRefusal } from "./rules";
import { findDefault } from "./store";

/** Where a delivery is sent. `secret`: sealed under the id of the row that holds it; null: unsigned. */
export type Target = { url: string; secret: { sealed: Uint8Array; rowId: string } | null };

/** Why it is not sent at all, and how its delivery ends. */
export type NoTarget = { url: null; status: "failed" | "no_destination"; reason: string | null };

/** The destination of a delivery as it stands now: asked before every try. */
export async function targetOf({ merchantId, event, endpoint }: DeliveryRow): Promise<Target | NoTarget> {
  if (!endpoint) {
    const found = await findDefault(db(), merchantId);
    if (!found?.url) return { url: null, status: "no_destination", reason: null };
    const { url, secretSealed } = found;
    return { url, secret: secretSealed && { sealed: secretSealed, rowId: merchantId } };
  }
  const reason = endpointRefusal(endpoint, event.test);
  if (reason !== null) return { url: null, status: "failed", reason };
  const { id, url, signed, secretSealed } = endpoint;
  return { url, secret: signed ? { sealed: secretSealed, rowId: id } : null };
}
