import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { invalidField, refuseTestOnly } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { checkEndpointFields } from "./endpoint-fields";
import {
  clearDefaultEndpoint,
  countEndpoints,
  findEndpointsByName,
  insertEndpoint,
  lockMerchantEndpoints,
} from "./endpoint-store";

/** Per merchant, including disabled ones: endpoints are never deleted. */
export const MAX_ENDPOINTS = 100;

export type NewEndpoint = {
  merchantId?: string | undefined;
  /** Unique per merchant, never changed; payments refer to it. */
  name: string;
  url: string;
  /** Default: true. */
  signed?: boolean | undefined;
  /** The mode of payments that it receives. Default: `Both`. */
  environment?: string | undefined;
  /** The event types that it receives. Default: all. */
  eventTypes?: readonly string[] | undefined;
  /** Receives events without a named endpoint if the merchant has no default URL. Unmarks another default endpoint. */
  isDefault?: boolean | undefined;
};

/**
 * Creates a named endpoint. Its secret is returned once and stored sealed; an unsigned endpoint has one too, for when
 * signing is turned on.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function createEndpoint(
  ctx: Ctx,
  input: NewEndpoint,
): Promise<{ id: string; name: string; webhook_secret: string }> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { name, url, signed = true, isDefault = false } = input;
  const { environment = "Both", eventTypes = [] } = await checkEndpointFields(merchant.id, input);
  const id = newId();
  const secret = newHexSecret("whsec_");
  await inTransaction(ctx, async (tx) => {
    await lockMerchantEndpoints(tx, merchant.id);
    if ((await findEndpointsByName(tx, merchant.id, [name])).length > 0)
      throw invalidField("name", "is already in use");
    if ((await countEndpoints(tx, merchant.id)) >= MAX_ENDPOINTS) {
      const message = `exceeds the limit of ${MAX_ENDPOINTS} endpoints, including disabled ones`;
      throw invalidField("name", message);
    }
    if (isDefault) await clearDefaultEndpoint(tx, merchant.id);
    const row = { id, merchantId: merchant.id, name, url, signed, environment, eventTypes, isDefault };
    await insertEndpoint(tx, { ...row, secretSealed: seal(secret, id) });
    // Only the host: paths and queries of webhook URLs often contain a secret.
    const detail = { name, host: new URL(url).host, environment, signed, is_default: isDefault };
    await recordAudit(tx, ctx, { action: "webhook_endpoint.created", merchantId: merchant.id, subjectId: id, detail });
  });
  return { id, name, webhook_secret: secret };
}
