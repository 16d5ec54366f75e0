import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { now } from "../../lib/clock";
import { isAppError } from "../../lib/errors";
import { log } from "../../lib/log";
import { discover, fetchJson } from "./issuer-document";

/** The most that published keys are cached: a key that the issuer has withdrawn is accepted no longer than this. */
const MAX_AGE_MS = 10 * 60_000;
/** An unknown key id causes at most one fetch in this time, because attackers can send made-up key ids. */
const RETRY_AFTER_MS = 30_000;

const keysAt = z.object({ jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** `requestedAtMs`: the time of the request to the issuer. */
type Keys = { find: ReturnType<typeof createLocalJWKSet>; requestedAtMs: number };
/** `current` and `coming` are separate: a caller whose key is cached neither waits for a fetch nor fails with it. */
type Issuer = { url: string; current: Keys | null; coming: Promise<Keys> | null; requestedAtMs: number };

const kept = new Map<string, Issuer>();

/**
 * The published keys of an OpenID issuer (OpenID Connect Discovery 1.0 §4), for jose. They are fetched once, and again
 * when they are older than MAX_AGE_MS or lack the requested key. If the fetch for a lacking key fails, the cached keys
 * are used until MAX_AGE_MS and the key is unknown.
 * @throws AppError SERVICE_UNAVAILABLE without usable keys: the issuer can't be reached, or its answer can't be parsed
 */
export function issuerKeys(url: string): JWTVerifyGetKey {
  const issuer = kept.get(url) ?? { url, current: null, coming: null, requestedAtMs: 0 };
  kept.set(url, issuer);
  return async (header, token) => {
    const { current } = issuer;
    if (!current || isPast(current.requestedAtMs, MAX_AGE_MS)) return (await renew(issuer)).find(header, token);
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (issuer.coming || isPast(issuer.requestedAtMs, RETRY_AFTER_MS)) await renew(issuer).catch(ignoreOutage);
      if (!issuer.current || issuer.current === current) throw error;
      return issuer.current.find(header, token);
    }
  };
}

function isPast(sinceMs: number, ms: number): boolean {
  return now().getTime() - sinceMs >= ms;
}

/** Fetches new keys. Concurrent callers share one fetch. */
function renew(issuer: Issuer): Promise<Keys> {
  issuer.coming ??= replaceKeys(issuer).finally(() => {
    issuer.coming = null;
  });
  return issuer.coming;
}

async function replaceKeys(issuer: Issuer): Promise<Keys> {
  const requestedAtMs = now().getTime();
  issuer.requestedAtMs = requestedAtMs;
  try {
    issuer.current = { find: await fetchKeys(issuer.url), requestedAtMs };
    return issuer.current;
  } catch (error) {
    log().warn({ error, issuer: issuer.url }, "no new keys of the issuer of id_tokens");
    throw error;
  }
}

/** The cached keys stay in use. */
function ignoreOutage(error: unknown): void {
  if (!isAppError(error)) throw error;
}

async function fetchKeys(issuer: string): Promise<Keys["find"]> {
  const { jwks_uri: url } = await discover(issuer, keysAt);
  return createLocalJWKSet(await fetchJson({ method: "GET", url, headers: {} }, keySet));
}
