/**
 * The endpoint of events without a named endpoint. `marked`: it is marked as the default; otherwise it is the only one.
 */
export type DefaultEndpoint<Endpoint> =
  | { to: "default_url" }
  | { to: "endpoint"; endpoint: Endpoint; marked: boolean }
  | { to: "none"; because: "no_endpoint" | "several" };

/**
 * The order of resolution (contract, "Events and deliveries"): the default URL; the endpoint marked default; the only
 * one. `candidates`: up to two enabled endpoints for this mode, the marked one first.
 */
export function chooseDefaultEndpoint<Endpoint extends { isDefault: boolean }>(
  defaultUrl: string | null,
  [first, second]: readonly Endpoint[],
): DefaultEndpoint<Endpoint> {
  if (defaultUrl !== null) return { to: "default_url" };
  if (!first) return { to: "none", because: "no_endpoint" };
  if (!first.isDefault && second) return { to: "none", because: "several" };
  return { to: "endpoint", endpoint: first, marked: first.isDefault };
}
