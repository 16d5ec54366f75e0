import { open } from "../../lib/crypto";
import type { Tx } from "../../lib/db";
import { log } from "../../lib/log";
import { findDefault } from "../endpoints/default-url-store";
import { lockEndpoints } from "../endpoints/endpoint-lock";
import { refused } from "../endpoints/endpoint-rules";
import { findEndpointWithSecrets } from "../endpoints/endpoint-store";
import { findEndpointKey, noSuchEndpoint } from "../endpoints/require-endpoint";

/**
 * An endpoint with its secret, for calls outside the delivery queue. `id`: the endpoint's, or the merchant's for its
 * default URL.
 */
type DeliverableEndpoint = {
  id: string;
  endpointId: string | null;
  name: string | null;
  url: string;
  environment: string;
  disabledAt: Date | null;
  /** Null: unsigned. */
  secret: string | null;
};

/**
 * Reads an endpoint with its secret under a shared lock, so that it cannot change until the transaction ends. `name`:
 * null for the default URL.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR (no URL, or the secret cannot be decrypted)
 */
export async function lockDeliverableEndpoint(
  tx: Tx,
  merchantId: string,
  name: string | null,
): Promise<DeliverableEndpoint> {
  const id = await findEndpointKey(tx, merchantId, name);
  if (id === null) throw noSuchEndpoint();
  await lockEndpoints(tx, [id], "shared");
  if (name !== null) {
    const found = await findEndpointWithSecrets(tx, merchantId, name);
    if (!found) throw noSuchEndpoint();
    const { url, environment, disabledAt, signed, secretSealed } = found;
    const secret = signed ? openSecret(secretSealed, id) : null;
    return { id, endpointId: id, name, url, environment, disabledAt, secret };
  }
  const found = await findDefault(tx, merchantId);
  if (!found?.url) throw refused("No default URL is set. Set one first.");
  const secret = found.secretSealed ? openSecret(found.secretSealed, id) : null;
  return { id, endpointId: null, name, url: found.url, environment: "Both", disabledAt: null, secret };
}

function openSecret(sealed: Uint8Array, rowId: string): string {
  try {
    return open(sealed, rowId);
  } catch (error) {
    log().error({ error, row: rowId }, "webhook secret cannot be decrypted");
    throw refused("The signing secret cannot be decrypted. Generate a new one.");
  }
}
