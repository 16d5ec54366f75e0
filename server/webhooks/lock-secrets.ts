import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { lockDestinations } from "./destination-lock";
import { findEndpointsByName } from "./endpoint-store";
import type { SecretsOf } from "./secret-store";

/** Whose secrets are changed; `rowId` is what they are sealed under, and the id of the destination. */
export type LockedSecrets = SecretsOf & { rowId: string };

/**
 * Finds the destination that `name` means, null for the merchant's default URL, and keeps everybody else from changing
 * it, and the workers from signing for it, until the transaction ends: what has committed then is what signs.
 * @throws AppError NOT_FOUND
 */
export async function lockSecrets(tx: Tx, merchantId: string, name: string | null): Promise<LockedSecrets> {
  if (name === null) {
    await lockDestinations(tx, [merchantId], "exclusive");
    return { merchantId, endpointId: null, rowId: merchantId };
  }
  const [found] = await findEndpointsByName(tx, merchantId, [name]);
  if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
  await lockDestinations(tx, [found.id], "exclusive");
  return { merchantId, endpointId: found.id, rowId: found.id };
}
