/** Where what names no endpoint goes. `marked`: the endpoint bears the mark; else it is the only one. */
export type UnnamedDestination<Endpoint> =
  | { to: "default_url" }
  | { to: "endpoint"; endpoint: Endpoint; marked: boolean }
  | { to: "none"; because: "no_endpoint" | "several" };

/**
 * The order in which a destination is looked for when none is named (contract, "Events and deliveries"): the default URL;
 * else the endpoint marked default; else the only one. `candidates`: up to two of the endpoints that are active and whose
 * environment fits, the marked one first.
 */
export function unnamedDestination<Endpoint extends { isDefault: boolean }>(
  defaultUrl: string | null,
  [first, second]: readonly Endpoint[],
): UnnamedDestination<Endpoint> {
  if (defaultUrl !== null) return { to: "default_url" };
  if (!first) return { to: "none", because: "no_endpoint" };
  if (!first.isDefault && second) return { to: "none", because: "several" };
  return { to: "endpoint", endpoint: first, marked: first.isDefault };
}
