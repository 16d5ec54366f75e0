import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { newHexSecret, seal } from "../lib/crypto";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { checkEndpointFields } from "./endpoint-fields";
import {
  clearDefaultEndpoint,
  countEndpoints,
  findEndpointsByName,
  insertEndpoint,
  lockEndpointsOf,
} from "./endpoint-store";

/** Of one merchant, disabled ones included: none is ever deleted. */
export const MAX_ENDPOINTS = 100;

export type NewEndpoint = {
  merchantId?: string | undefined;
  /** How payments name it: unique in its merchant, never changed. */
  name: string;
  url: string;
  /** By default it is. */
  signed?: boolean | undefined;
  /** Which payments it takes; `Both` by default. */
  environment?: string | undefined;
  /** Which events it takes; all by default. */
  eventTypes?: readonly string[] | undefined;
  /** Gets what names no endpoint, where the merchant has no default URL. Another that was marked so loses the mark. */
  isDefault?: boolean | undefined;
};

/**
 * Creates a named endpoint of a merchant. Its secret is answered this once and sealed at rest; an
 * unsigned endpoint has one too, for the day on which it is signed.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function createEndpoint(
  ctx: Ctx,
  input: NewEndpoint,
): Promise<{ id: string; name: string; webhook_secret: string }> {
  if (ctx.caller.testOnly) throw new AppError("FORBIDDEN");
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { name, url, signed = true, isDefault = false } = input;
  const { environment = "Both", eventTypes = [] } = await checkEndpointFields(merchant.id, input);
  const id = newId();
  const secret = newHexSecret("whsec_");
  await inTransaction(ctx, async (tx) => {
    await lockEndpointsOf(tx, merchant.id);
    if ((await findEndpointsByName(tx, merchant.id, [name])).length > 0) throw invalidField("name", "is taken");
    if ((await countEndpoints(tx, merchant.id)) >= MAX_ENDPOINTS) {
      const message = `is one too many: a merchant has at most ${MAX_ENDPOINTS} endpoints, disabled ones included`;
      throw invalidField("name", message);
    }
    if (isDefault) await clearDefaultEndpoint(tx, merchant.id);
    const row = { id, merchantId: merchant.id, name, url, signed, environment, eventTypes, isDefault };
    await insertEndpoint(tx, { ...row, secretSealed: seal(secret, id) });
    // The host alone: paths and queries of webhook addresses often hold a secret.
    const detail = { name, host: new URL(url).host, environment, signed, is_default: isDefault };
    await recordAudit(tx, ctx, { action: "webhook_endpoint.created", merchantId: merchant.id, subjectId: id, detail });
  });
  return { id, name, webhook_secret: secret };
}
