import { type AuditFact, recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { inTransaction, type Tx } from "../../lib/db";
import { AppError, refuseTestOnly } from "../../lib/errors";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { lockEndpoints } from "../endpoints/endpoint-lock";
import type { WhichEndpoint } from "../endpoints/endpoint-rules";
import { requireEndpoint } from "../endpoints/require-endpoint";
import type { GeneratedWebhookSecret, RevokedWebhookSecret, WebhookSecretInput } from "../schema";
import {
  clearPreparedSecret,
  clearSecrets,
  findPreparedSecret,
  type SecretsOf,
  savePreparedSecret,
  saveSecret,
} from "./secret-store";

/** `rowId`: the endpoint key, under which the secrets are sealed. */
type LockedSecrets = SecretsOf & { rowId: string };

/** The last word of the audit action; null: nothing to record. */
type Done = "generated" | "revoked" | "rotated" | "prepared" | "activated" | "discarded" | null;

/**
 * Creates the next secret of an endpoint and returns it once. It signs nothing until it is activated, so that the
 * receiver can be configured first. The default URL may have no secret yet. An existing next secret is not replaced,
 * because it may be in use on the receiver.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (a next secret exists), FORBIDDEN, MERCHANT_ID_REQUIRED,
 *   MERCHANT_NOT_FOUND
 */
export async function prepareSecret(ctx: Ctx, which: WhichEndpoint): Promise<{ webhook_secret: string }> {
  const secret = newHexSecret("whsec_");
  await changeSecrets(ctx, which, async (tx, locked) => {
    if (await findPreparedSecret(tx, locked)) {
      throw new AppError("VALIDATION_ERROR", {
        message: "A next secret already exists. Activate it or discard it first.",
      });
    }
    await savePreparedSecret(tx, locked, seal(secret, locked.rowId));
    return "prepared";
  });
  return { webhook_secret: secret };
}

/**
 * Activates the next secret of an endpoint: from the return on it signs every delivery, and the previous one signs
 * none. `preparedAt`: the creation time of the secret that the caller saw; if another was created since, the call is
 * refused.
 * @throws AppError NOT_FOUND (no such endpoint, or none is prepared), VALIDATION_ERROR on `prepared_at`, FORBIDDEN,
 *   MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function activateSecret(ctx: Ctx, input: WhichEndpoint & { preparedAt?: Date | undefined }): Promise<void> {
  return changeSecrets(ctx, input, async (tx, locked) => {
    const prepared = await findPreparedSecret(tx, locked);
    if (!prepared) throw new AppError("NOT_FOUND", { message: "No next secret has been created." });
    if (input.preparedAt && input.preparedAt.getTime() !== prepared.createdAt.getTime()) {
      const errors = [{ field: "prepared_at", message: "belongs to another secret" }];
      const message = "Another secret was created meanwhile. Reload the page and activate that one.";
      throw new AppError("VALIDATION_ERROR", { message, metadata: { errors } });
    }
    await saveSecret(tx, locked, prepared.sealed);
    return "activated";
  });
}

/**
 * Discards the next secret of an endpoint, if there is one. It has never signed anything; the current secret remains.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function discardPreparedSecret(ctx: Ctx, which: WhichEndpoint): Promise<void> {
  return changeSecrets(ctx, which, async (tx, locked) => {
    if (!(await findPreparedSecret(tx, locked))) return null;
    await clearPreparedSecret(tx, locked);
    return "discarded";
  });
}

/**
 * Replaces the secret of a named endpoint and returns the new one once. The old one signs nothing after the return; a
 * next secret is discarded.
 * @throws AppError NOT_FOUND, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function rotateEndpointSecret(
  ctx: Ctx,
  which: WhichEndpoint & { name: string },
): Promise<{ webhook_secret: string }> {
  return replaceSecret(ctx, which, newHexSecret("whsec_"), "rotated");
}

/**
 * The same for the default URL.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export function generateWebhookSecret(ctx: Ctx, input: WebhookSecretInput): Promise<GeneratedWebhookSecret> {
  return replaceSecret(ctx, { merchantId: input.merchant_id, name: null }, newHexSecret("whsec_"), "generated");
}

/**
 * Sets a known secret of the default URL, for the demo shop.
 * @throws AppError MERCHANT_NOT_FOUND
 */
export async function ensureWebhookSecret(ctx: Ctx, input: { merchantId: string; secret: string }): Promise<void> {
  await replaceSecret(ctx, { merchantId: input.merchantId, name: null }, input.secret, null);
}

/**
 * Revokes the default URL's secrets, the next one included, if there are any: deliveries are unsigned from the next
 * attempt on, until a new secret exists. Named endpoints keep theirs.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function revokeWebhookSecret(ctx: Ctx, input: WebhookSecretInput): Promise<RevokedWebhookSecret> {
  await changeSecrets(ctx, { merchantId: input.merchant_id, name: null }, async (tx, { merchantId }) =>
    (await clearSecrets(tx, merchantId)) ? "revoked" : null,
  );
  return { message: "The webhook secret was revoked. Deliveries are unsigned until a new one is generated." };
}

async function replaceSecret(
  ctx: Ctx,
  which: WhichEndpoint,
  secret: string,
  done: Done,
): Promise<{ webhook_secret: string }> {
  await changeSecrets(ctx, which, async (tx, locked) => {
    await saveSecret(tx, locked, seal(secret, locked.rowId));
    return done;
  });
  return { webhook_secret: secret };
}

/** Changes the secrets of an endpoint under its lock, and records it in the audit log, without the secret. */
async function changeSecrets(
  ctx: Ctx,
  { merchantId, name }: WhichEndpoint,
  change: (tx: Tx, locked: LockedSecrets) => Promise<Done>,
): Promise<void> {
  refuseTestOnly(ctx);
  const merchant = await resolveMerchant(ctx, merchantId);
  await inTransaction(ctx, async (tx) => {
    const locked = await lockSecrets(tx, merchant.id, name);
    const what = await change(tx, locked);
    if (what === null) return;
    const subject = { merchantId: merchant.id, subjectId: locked.rowId };
    const fact: AuditFact =
      name === null
        ? { action: `webhook_secret.${what}`, ...subject }
        : { action: `webhook_endpoint.secret_${what}`, ...subject, detail: { name } };
    await recordAudit(tx, ctx, fact);
  });
}

/**
 * Finds an endpoint (null: the default URL) and locks it exclusively until the transaction ends: no other transaction
 * changes it and no worker signs for it in the meantime.
 * @throws AppError NOT_FOUND
 */
async function lockSecrets(tx: Tx, merchantId: string, name: string | null): Promise<LockedSecrets> {
  const endpointId = name === null ? null : (await requireEndpoint(tx, merchantId, name)).id;
  const rowId = endpointId ?? merchantId;
  await lockEndpoints(tx, [rowId], "exclusive");
  return { merchantId, endpointId, rowId };
}
