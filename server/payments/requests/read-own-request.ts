import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { isUuid } from "../../lib/ids";
import { resolveScope } from "../../merchants/resolve-merchant";
import { findRequestInScope, type RequestRow } from "./store";

/** A merchant's own payment by its id. @throws AppError PAYMENT_REQUEST_NOT_FOUND, MERCHANT_NOT_FOUND */
export async function readOwnRequest(
  ctx: Ctx,
  { id, merchantId }: { id: string; merchantId?: string | undefined },
): Promise<RequestRow> {
  const scope = await resolveScope(ctx, merchantId);
  const request = isUuid(id) ? await findRequestInScope(dbOf(ctx), scope, id) : null;
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  return request;
}
