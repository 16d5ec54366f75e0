import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { findEndpointsByName } from "./endpoint-store";
import { endpointRefusal } from "./rules";

/**
 * Refuses references to named endpoints that cannot be used for a payment of this merchant, live or a test. One wording
 * for unknown, malformed, disabled, foreign and of the wrong environment, so that nobody learns which. `names` as the
 * caller sent them: each bad one is reported once, by its first place.
 * @throws AppError UNKNOWN_WEBHOOK_ENDPOINT, each bad name in metadata.errors
 */
export async function refuseUnknownEndpoints(
  ctx: Pick<Ctx, "tx">,
  { merchantId, test, names }: { merchantId: string; test: boolean; names: readonly string[] },
): Promise<void> {
  if (names.length === 0) return;
  const wanted = [...new Set(names)];
  const found = await findEndpointsByName(dbOf(ctx), merchantId, wanted);
  const usable = new Set(found.filter((row) => endpointRefusal(row, test) === null).map(({ name }) => name));
  const bad = wanted.filter((name) => !usable.has(name));
  if (bad.length === 0) return;
  const errors = bad.map((name) => ({
    field: `webhook_endpoints[${names.indexOf(name)}]`,
    message: "cannot be used for this payment",
  }));
  throw new AppError("UNKNOWN_WEBHOOK_ENDPOINT", { metadata: { errors } });
}
