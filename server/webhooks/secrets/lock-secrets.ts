import type { Tx } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { lockEndpoints } from "../endpoints/endpoint-lock";
import { findEndpointsByName } from "../endpoints/endpoint-store";
import type { SecretsOf } from "./secret-store";

/** `rowId`: the endpoint key, under which the secrets are sealed. */
export type LockedSecrets = SecretsOf & { rowId: string };

/**
 * Finds an endpoint (null: the default URL) and locks it exclusively until the transaction ends: no other transaction
 * changes it and no worker signs for it in the meantime.
 * @throws AppError NOT_FOUND
 */
export async function lockSecrets(tx: Tx, merchantId: string, name: string | null): Promise<LockedSecrets> {
  if (name === null) {
    await lockEndpoints(tx, [merchantId], "exclusive");
    return { merchantId, endpointId: null, rowId: merchantId };
  }
  const [found] = await findEndpointsByName(tx, merchantId, [name]);
  if (!found) throw new AppError("NOT_FOUND", { message: "No such webhook endpoint." });
  await lockEndpoints(tx, [found.id], "exclusive");
  return { merchantId, endpointId: found.id, rowId: found.id };
}
