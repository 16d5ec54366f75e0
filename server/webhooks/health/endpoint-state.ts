/**
 * The state of an endpoint as every list, page, badge and mail shows it. `disabled` and `paused`: by a person;
 * `circuit_open`: only half-open trials are sent; `failing`: the last attempt failed.
 */
export type EndpointState = "healthy" | "failing" | "circuit_open" | "paused" | "disabled";

export type EndpointFacts = {
  /** Failures in a row. */
  failures: number;
  circuitOpenedAt: Date | null;
  pausedAt: Date | null;
  disabledAt: Date | null;
};

/**
 * The only place where an endpoint's state is decided. What a person did takes precedence, because only a person ends
 * it.
 */
export function endpointStateOf({ disabledAt, pausedAt, circuitOpenedAt, failures }: EndpointFacts): EndpointState {
  if (disabledAt !== null) return "disabled";
  if (pausedAt !== null) return "paused";
  if (circuitOpenedAt !== null) return "circuit_open";
  return failures > 0 ? "failing" : "healthy";
}
