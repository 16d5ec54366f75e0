import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from "jose";
import { env } from "../../../../server/lib/config/env";
import { sendRequest } from "../../../../server/lib/net/http-client";
import { refusal } from "../refusal";

/** The one third party that is registered at every simulated bank: this installation. */
export const CLIENT_ID = "bankside-simulation";
/** The subject name of its transport certificate, where there is one (RFC 8705 §2.1.2). */
const CERTIFICATE_NAME = CLIENT_ID;

const KEYS_DEADLINE_MS = 5_000;
/** An unknown key id reloads the keys, at most this often: any caller can send an unknown id. */
const KEYS_COOLDOWN_MS = 1_000;

/** A registration (OpenID Connect Dynamic Client Registration 1.0 §2, the fields that this bank needs). */
export type Client = {
  clientId: string;
  /** The address of its public keys. */
  keysUrl: string;
  /** Common name of its transport certificate. */
  certificateName: string;
  /** The address for event notifications. */
  eventsUrl: string;
};

/** Null: no such client. */
export function findClient(clientId: string | null): Client | null {
  if (clientId !== CLIENT_ID) return null;
  const { baseUrl } = env();
  return {
    clientId,
    keysUrl: `${baseUrl}/tpp/jwks.json`,
    certificateName: CERTIFICATE_NAME,
    eventsUrl: `${baseUrl}/bank-notifications/ob-uk`,
  };
}

const kept = new Map<string, JWTVerifyGetKey>();

/**
 * The client's published keys: cached, and reloaded when a key is not among them. If they cannot be loaded, the call is
 * refused with 503, because the client may be valid.
 */
export function clientKeys({ keysUrl }: Client): JWTVerifyGetKey {
  const known = kept.get(keysUrl);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL(keysUrl), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    timeoutDuration: KEYS_DEADLINE_MS,
    [customFetch]: fetchKeys,
  });
  kept.set(keysUrl, keys);
  return keys;
}

async function fetchKeys(url: string): Promise<Response> {
  const headers = { Accept: "application/jwk-set+json, application/json" };
  const result = await sendRequest({ method: "GET", url, headers, deadlineMs: KEYS_DEADLINE_MS });
  if (result.kind === "answered" && result.answer.status === 200) return new Response(result.answer.body);
  const message = "Your keys could not be fetched, so your signatures cannot be verified.";
  throw refusal(503, [{ code: "UK.OBIE.UnexpectedError", message }]);
}
