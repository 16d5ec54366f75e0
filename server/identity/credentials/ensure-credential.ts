import type { Ctx } from "../../lib/context";
import { sha256 } from "../../lib/crypto";
import { inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { type CredentialKind, upsertCredentialSecret } from "./store";

/**
 * Creates the credential with this id, or replaces its secret, for the demo, whose secrets are in a file of the
 * installation. A disabled credential stays disabled.
 * @throws AppError FORBIDDEN_CREATE
 */
export async function ensureCredential(
  ctx: Ctx,
  input: { id: string; name: string; secret: string; kind: CredentialKind; merchantId?: string; partnerId?: string },
): Promise<void> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_CREATE");
  const { id, name, kind, secret, merchantId = null, partnerId = null } = input;
  await inTransaction(ctx, (tx) =>
    upsertCredentialSecret(tx, { id, name, kind, merchantId, partnerId, secretHash: sha256(secret) }),
  );
}
