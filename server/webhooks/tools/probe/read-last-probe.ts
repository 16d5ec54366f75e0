import type { Ctx } from "../../../lib/context";
import { dbOf } from "../../../lib/db";
import { resolveMerchant } from "../../../merchants/resolve-merchant";
import type { WhichEndpoint } from "../../endpoints/endpoint-rules";
import { findEndpointsByName } from "../../endpoints/endpoint-store";
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
  const { name } = input;
  const id = name === null ? merchant.id : (await findEndpointsByName(dbOf(ctx), merchant.id, [name]))[0]?.id;
  if (!id) return null;
  const found = await findLastProbe(dbOf(ctx), merchant.id, id);
  // This module is the column's only writer.
  return found && { ...found, report: found.report as unknown as ProbeReport };
}
