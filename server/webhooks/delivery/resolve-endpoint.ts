import { endpointRefusal } from "../endpoints/endpoint-rules";
import type { DeliveryRow } from "./delivery-store";

/** `secretSealed`: sealed under the endpoint key; null: unsigned. */
export type ResolvedEndpoint = { url: string; secretSealed: Uint8Array | null };

/** Why no attempt is made, and the final status. */
export type Undeliverable = { url: null; status: "failed" | "no_destination"; reason: string | null };

/** The current endpoint of a delivery, resolved before every attempt. */
export function resolveEndpoint({ endpoint, test, url, secretSealed }: DeliveryRow): ResolvedEndpoint | Undeliverable {
  const reason = endpoint && endpointRefusal(endpoint, test);
  if (reason !== null) return { url: null, status: "failed", reason };
  if (url === null) return { url: null, status: "no_destination", reason: null };
  return { url, secretSealed: endpoint === null || endpoint.signed ? secretSealed : null };
}
