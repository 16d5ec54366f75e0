import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { now } from "../lib/clock";
import { isAppError } from "../lib/errors";
import { log } from "../lib/log";
import { discover, fetchJson } from "./google/issuer-document";

/** For how long published keys are believed: a key that the issuer has withdrawn signs nothing after that. */
const MAX_AGE_MS = 10 * 60_000;
/** A key that is not among them is asked for anew, at most this often: anybody can make up a key's name. */
const RETRY_AFTER_MS = 30_000;

const keysAt = z.object({ jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

/** Times are those at which the issuer was asked. */
type Keys = { find: ReturnType<typeof createLocalJWKSet>; askedAtMs: number };
/** What is at hand stands apart from what is on its way: whoever finds their key waits for nobody, and shares no failure. */
type Issuer = { url: string; current: Keys | null; coming: Promise<Keys> | null; askedAtMs: number };

const kept = new Map<string, Issuer>();

/**
 * The published keys of an OpenID issuer (OpenID Connect Discovery 1.0 §4), for jose to pick from: looked up once, and
 * again when they are old or do not hold the key that is asked for. When that fails, those at hand hold while they are
 * believed: a key that is not among them is unknown.
 * @throws AppError SERVICE_UNAVAILABLE when there are none to be had: the issuer is out of reach, or cannot be read
 */
export function issuerKeys(url: string): JWTVerifyGetKey {
  const issuer = kept.get(url) ?? { url, current: null, coming: null, askedAtMs: 0 };
  kept.set(url, issuer);
  return async (header, token) => {
    const { current } = issuer;
    if (!current || isPast(current.askedAtMs, MAX_AGE_MS)) return (await renew(issuer)).find(header, token);
    try {
      return await current.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (issuer.coming || isPast(issuer.askedAtMs, RETRY_AFTER_MS)) await renew(issuer).catch(ignoreOutage);
      if (!issuer.current || issuer.current === current) throw error;
      return issuer.current.find(header, token);
    }
  };
}

function isPast(sinceMs: number, ms: number): boolean {
  return now().getTime() - sinceMs >= ms;
}

/** New keys. Whoever asks while they are on their way waits for the same. */
function renew(issuer: Issuer): Promise<Keys> {
  issuer.coming ??= replaceKeys(issuer).finally(() => {
    issuer.coming = null;
  });
  return issuer.coming;
}

async function replaceKeys(issuer: Issuer): Promise<Keys> {
  const askedAtMs = now().getTime();
  issuer.askedAtMs = askedAtMs;
  try {
    issuer.current = { find: await fetchKeys(issuer.url), askedAtMs };
    return issuer.current;
  } catch (error) {
    log().warn({ error, issuer: issuer.url }, "no new keys of the issuer of id_tokens");
    throw error;
  }
}

/** Those at hand are still believed. */
function ignoreOutage(error: unknown): void {
  if (!isAppError(error)) throw error;
}

async function fetchKeys(issuer: string): Promise<Keys["find"]> {
  const { jwks_uri: url } = await discover(issuer, keysAt);
  return createLocalJWKSet(await fetchJson({ method: "GET", url, headers: {} }, keySet));
}
