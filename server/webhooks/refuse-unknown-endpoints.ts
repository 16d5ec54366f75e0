import { AppError } from "../lib/errors";

/**
 * Refuses references to named endpoints that cannot be used; one wording for every reason. No endpoint can be named yet,
 * so every name is unknown. @throws AppError UNKNOWN_WEBHOOK_ENDPOINT, each name in metadata.errors
 */
export function refuseUnknownEndpoints(names: readonly string[]): void {
  if (names.length === 0) return;
  const errors = names.map((_name, at) => ({
    field: `webhook_endpoints[${at}]`,
    message: "cannot be used for this payment",
  }));
  throw new AppError("UNKNOWN_WEBHOOK_ENDPOINT", { metadata: { errors } });
}
