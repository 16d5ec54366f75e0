import type { Endpoint } from "../lib/endpoint";

/**
 * Runs `work` while an endpoint of the registry has a faulty `run`, made from its own: for the negative controls of tests
 * that drive the whole registry. Restores the endpoint afterwards.
 */
export async function withFault<P, Q, B, D, T>(
  endpoint: Endpoint<P, Q, B, D>,
  fault: (original: Endpoint<P, Q, B, D>["run"]) => Endpoint<P, Q, B, D>["run"],
  work: () => Promise<T>,
): Promise<T> {
  const original = endpoint.run;
  endpoint.run = fault(original);
  try {
    return await work();
  } finally {
    endpoint.run = original;
  }
}
