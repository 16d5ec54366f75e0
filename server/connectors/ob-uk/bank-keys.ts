import { createRemoteJWKSet, customFetch } from "jose";
import { sendRequest } from "../../lib/net/http-client";
import { tlsOf } from "../keys/key-material";
import type { BankProfile } from "../profile-schema";
import { oauthOf } from "./oauth";

const DEADLINE_MS = 5_000;
/** The longest that published keys are cached: a withdrawn key verifies nothing afterwards. */
const MAX_AGE_MS = 10 * 60_000;
/** The shortest interval between fetches for an unknown key id, because anyone can send one. */
const COOLDOWN_MS = 30_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;
type Kept = { profile: BankProfile; keys: Keys };
const kept = new Map<string, Kept>();

/**
 * The bank's published keys for jose: fetched once, and again when they are old or lack the key id. The address is the
 * profile's; key addresses in responses are ignored.
 */
export function bankKeys(profile: BankProfile): Keys {
  const { jwksUri } = oauthOf(profile);
  const known = kept.get(jwksUri);
  if (known) {
    // The newest profile's certificate is used.
    known.profile = profile;
    return known.keys;
  }
  const entry: Kept = {
    profile,
    keys: createRemoteJWKSet(new URL(jwksUri), {
      cacheMaxAge: MAX_AGE_MS,
      cooldownDuration: COOLDOWN_MS,
      timeoutDuration: DEADLINE_MS,
      [customFetch]: (url: string) => fetchKeys(entry.profile, url),
    }),
  };
  kept.set(jwksUri, entry);
  return entry.keys;
}

async function fetchKeys(profile: BankProfile, url: string): Promise<Response> {
  const result = await sendRequest({
    method: "GET",
    url,
    headers: { Accept: "application/jwk-set+json, application/json" },
    deadlineMs: DEADLINE_MS,
    tls: tlsOf(profile) ?? undefined,
    isRepeatable: true,
  });
  if (result.kind !== "answered") throw new Error(`The bank's keys could not be fetched: ${result.detail}`);
  return new Response(result.answer.body, { status: result.answer.status });
}
