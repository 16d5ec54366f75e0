import { open } from "../../lib/crypto";
import { log } from "../../lib/log";
import type { DefaultRow } from "./default-url-store";
import type { EndpointRow, SealedSecrets } from "./endpoint-store";

const HINT_LENGTH = 4;

/** `hint`: the last four characters; null: the secret cannot be decrypted. */
type SecretView = { hint: string | null; since: Date };

/** An endpoint without its secrets. `name`: null for the default URL, whose `url` may be null. */
export type EndpointView = {
  /** The endpoint's, or the merchant's for its default URL. */
  id: string;
  name: string | null;
  url: string | null;
  signed: boolean;
  environment: string;
  /** Empty: all. */
  eventTypes: string[];
  isDefault: boolean;
  disabledAt: Date | null;
  /** Null for the default URL. */
  createdAt: Date | null;
  /** Null for the default URL. */
  version: number | null;
  /** Signs the deliveries if the endpoint is signed. */
  secret: SecretView | null;
  /** The next secret: signs nothing until it is activated. */
  prepared: SecretView | null;
};

/** A named endpoint as its pages show it: of each secret only its time and its last four characters. */
export function viewOfEndpoint(row: EndpointRow & SealedSecrets): EndpointView {
  const { secretSealed, secretCreatedAt, nextSecretSealed, nextSecretCreatedAt, ...endpoint } = row;
  return {
    ...endpoint,
    secret: viewOfSecret(secretSealed, secretCreatedAt, row.id),
    prepared: viewOfSecret(nextSecretSealed, nextSecretCreatedAt, row.id),
  };
}

/** The default endpoint in the same form. `row` null: the merchant has set neither URL nor secret. */
export function viewOfDefault(merchantId: string, row: DefaultRow | null): EndpointView {
  const secret = viewOfSecret(row?.secretSealed ?? null, row?.secretCreatedAt ?? null, merchantId);
  return {
    id: merchantId,
    name: null,
    url: row?.url ?? null,
    signed: secret !== null,
    environment: "Both",
    eventTypes: [],
    isDefault: false,
    disabledAt: null,
    createdAt: null,
    version: null,
    secret,
    prepared: viewOfSecret(row?.nextSecretSealed ?? null, row?.nextSecretCreatedAt ?? null, merchantId),
  };
}

function viewOfSecret(sealed: Uint8Array | null, since: Date | null, rowId: string): SecretView | null {
  return sealed && since ? { hint: hintOf(sealed, rowId), since } : null;
}

function hintOf(sealed: Uint8Array, rowId: string): string | null {
  try {
    return open(sealed, rowId).slice(-HINT_LENGTH);
  } catch (error) {
    log().error({ error, row: rowId }, "webhook secret cannot be decrypted");
    return null;
  }
}
