import { AppError } from "../../lib/errors";

/** One endpoint of a merchant, as a caller names it. `name`: null for the default URL. */
export type WhichEndpoint = { merchantId?: string | undefined; name: string | null };

/** The modes of payments that a named endpoint receives. */
export const ENDPOINT_ENVIRONMENTS = ["Test", "Live", "Both"] as const;
export type EndpointEnvironment = (typeof ENDPOINT_ENVIRONMENTS)[number];

/** Why an endpoint cannot receive events of a live or a test payment; null: it can. */
export function endpointRefusal(
  { disabledAt, environment }: { disabledAt: Date | null; environment: string },
  test: boolean,
): string | null {
  if (disabledAt) return "the endpoint is disabled";
  if (environment === "Both" || environment === (test ? "Test" : "Live")) return null;
  return test ? "the endpoint accepts live payments only" : "the endpoint accepts test payments only";
}

/** The refusal of a test or a resend. `message`: why. */
export function refused(message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message: `${message} Nothing was sent.` });
}

/** Whether an endpoint subscribes to this event type. No types: all. */
export function wants({ eventTypes }: { eventTypes: readonly string[] }, type: string): boolean {
  return eventTypes.length === 0 || eventTypes.includes(type);
}
