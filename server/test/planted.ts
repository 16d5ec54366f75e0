import type { Endpoint } from "../lib/endpoint";

/**
 * Runs `work` while an endpoint of the registry has another `run`, made from its own: for the twins of drills that drive
 * the registry as a whole. The endpoint is as it was afterwards.
 */
export async function planted<P, Q, B, D, T>(
  endpoint: Endpoint<P, Q, B, D>,
  other: (original: Endpoint<P, Q, B, D>["run"]) => Endpoint<P, Q, B, D>["run"],
  work: () => Promise<T>,
): Promise<T> {
  const original = endpoint.run;
  endpoint.run = other(original);
  try {
    return await work();
  } finally {
    endpoint.run = original;
  }
}
