import { createRemoteJWKSet, customFetch } from "jose";
import { sendRequest } from "../../lib/http-client";
import { tlsOf } from "../key-material";
import type { BankProfile } from "../profile-schema";
import { oauthOf } from "./oauth";

const DEADLINE_MS = 5_000;
/** For how long published keys are believed: a key that the bank has withdrawn proves nothing after that. */
const MAX_AGE_MS = 10 * 60_000;
/** A key that is not among them is asked for anew, at most this often: anybody can make up a key's name. */
const COOLDOWN_MS = 30_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;
type Kept = { profile: BankProfile; keys: Keys };
const kept = new Map<string, Kept>();

/**
 * The bank's published keys, for jose to pick from: looked up once, and again when they are old or do not hold the key
 * that is asked for. The address is the profile's: what an answer says of its own keys counts for nothing.
 */
export function bankKeys(profile: BankProfile): Keys {
  const { jwksUri } = oauthOf(profile);
  const known = kept.get(jwksUri);
  if (known) {
    // The certificate to ask with is the newest that anybody has.
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
  const tls = tlsOf(profile);
  const result = await sendRequest({
    method: "GET",
    url,
    headers: { Accept: "application/jwk-set+json, application/json" },
    deadlineMs: DEADLINE_MS,
    ...(tls ? { tls } : {}),
  });
  if (result.kind !== "answered") throw new Error(`The bank's keys are out of reach: ${result.detail}`);
  return new Response(result.answer.body, { status: result.answer.status });
}
