import { open } from "../lib/crypto";
import type { Tx } from "../lib/db";
import { AppError } from "../lib/errors";
import { log } from "../lib/log";
import { lockDestinations } from "./destination-lock";
import { findEndpointsByName, findEndpointWithSecrets } from "./endpoint-store";
import { findDefault } from "./store";

/** A destination as it stands, to be sent to outside the engine. `id`: the endpoint's, or the merchant's for its default URL. */
export type Sendable = {
  id: string;
  endpointId: string | null;
  name: string | null;
  url: string;
  environment: string;
  disabledAt: Date | null;
  /** Null: nothing is signed. */
  secret: string | null;
};

/**
 * Reads a destination with its secret, under the lock that keeps it from being changed until the transaction ends: what
 * is signed in it is signed with what holds. `name`: null for the default URL.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR when there is no URL, or the secret cannot be opened
 */
export async function lockSendable(tx: Tx, merchantId: string, name: string | null): Promise<Sendable> {
  const id = name === null ? merchantId : (await findEndpointsByName(tx, merchantId, [name]))[0]?.id;
  if (!id) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
  await lockDestinations(tx, [id], "shared");
  if (name !== null) {
    const found = await findEndpointWithSecrets(tx, merchantId, name);
    if (!found) throw new AppError("NOT_FOUND", { message: "No such endpoint." });
    const { url, environment, disabledAt, signed, secretSealed } = found;
    const secret = signed ? openSecret(secretSealed, id) : null;
    return { id, endpointId: id, name, url, environment, disabledAt, secret };
  }
  const found = await findDefault(tx, merchantId);
  if (!found?.url) throw refused("There is no default URL yet. Save one first.");
  const secret = found.secretSealed ? openSecret(found.secretSealed, id) : null;
  return { id, endpointId: null, name, url: found.url, environment: "Both", disabledAt: null, secret };
}

function openSecret(sealed: Uint8Array, rowId: string): string {
  try {
    return open(sealed, rowId);
  } catch (error) {
    log().error({ error, row: rowId }, "a webhook secret cannot be opened");
    throw refused("The signing secret cannot be opened, so nothing can be signed. Make a new one.");
  }
}

function refused(message: string): AppError {
  return new AppError("VALIDATION_ERROR", { message: `${message} Nothing was sent.` });
}
