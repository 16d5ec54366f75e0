import type { DeliveryRow } from "./delivery-store";
import { endpointRefusal } from "./rules";

/** Where a delivery is sent. `secretSealed`: under the destination's id; null: unsigned. */
export type Target = { url: string; secretSealed: Uint8Array | null };

/** Why it is not sent at all, and how its delivery ends. */
export type NoTarget = { url: null; status: "failed" | "no_destination"; reason: string | null };

/** The destination of a delivery as it stands: asked before every try. */
export function targetOf({ endpoint, test, url, secretSealed }: DeliveryRow): Target | NoTarget {
  const reason = endpoint && endpointRefusal(endpoint, test);
  if (reason !== null) return { url: null, status: "failed", reason };
  if (url === null) return { url: null, status: "no_destination", reason: null };
  return { url, secretSealed: endpoint === null || endpoint.signed ? secretSealed : null };
}
