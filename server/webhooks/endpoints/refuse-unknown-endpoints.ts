import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { endpointRefusal } from "./endpoint-rules";
import { findEndpointsByName } from "./endpoint-store";

/**
 * Refuses names of endpoints that cannot be used for a payment of this merchant in this mode. The message is the same
 * for unknown, malformed, disabled and foreign ones and for another mode, so that it does not disclose which. `names`:
 * as sent; each bad name is reported once, at its first index.
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
    message: "endpoint unknown, disabled or for another mode",
  }));
  throw new AppError("UNKNOWN_WEBHOOK_ENDPOINT", { metadata: { errors } });
}
