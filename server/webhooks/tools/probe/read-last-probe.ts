import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import type { WhichEndpoint } from "../../endpoints/endpoint-rules";
import { findEndpointKey } from "../../endpoints/require-endpoint";
import type { ProbeReport } from "./probe-endpoint";
import { findLastProbe } from "./probe-store";

/**
 * The endpoint's newest finished probe; null: none. `name`: null for the default URL.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function readLastProbe(
  ctx: Ctx,
  input: WhichEndpoint,
): Promise<{ id: string; url: string; createdAt: Date; report: ProbeReport } | null> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const id = await findEndpointKey(dbOf(ctx), merchant.id, input.name);
  if (!id) return null;
  const found = await findLastProbe(dbOf(ctx), merchant.id, id);
  // This module is the column's only writer.
  return found && { ...found, report: found.report as unknown as ProbeReport };
}
