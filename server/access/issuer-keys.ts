import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { now } from "../lib/clock";
import { AppError, isAppError } from "../lib/errors";
import { sendRequest } from "../lib/http-client";
import { log } from "../lib/log";

/** For each of the two documents: where the keys are, and the keys. */
const DEADLINE_MS = 3_000;
/** For how long published keys are believed: a key that the issuer has withdrawn signs nothing after that. */
const MAX_AGE_MS = 10 * 60_000;
/** A key that is not among them is asked for anew, at most this often: anybody can make up a key's name. */
const RETRY_AFTER_MS = 30_000;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });
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
  const { issuer: itself, jwks_uri: keysAt } = await fetchJson(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    discovery,
  );
  if (itself !== issuer) throw unavailable(`It calls itself ${itself}.`);
  if (!isAsSafe(keysAt, issuer)) throw unavailable(`Its keys are at ${keysAt}.`);
  return createLocalJWKSet(await fetchJson(keysAt, keySet));
}

/** Keys that anybody on the way could exchange prove nothing: an issuer on https has them on https. */
function isAsSafe(address: string, issuer: string): boolean {
  return URL.canParse(address) && ["https:", new URL(issuer).protocol].includes(new URL(address).protocol);
}

async function fetchJson<T>(url: string, schema: z.ZodType<T>): Promise<T> {
  const result = await sendRequest({
    method: "GET",
    url,
    headers: { Accept: "application/json" },
    deadlineMs: DEADLINE_MS,
  });
  if (result.kind !== "answered") throw unavailable(result.detail);
  if (result.answer.status !== 200) throw unavailable(`${url} answers ${result.answer.status}.`);
  try {
    return schema.parse(JSON.parse(result.answer.body));
  } catch (cause) {
    throw unavailable(`${url} cannot be read.`, cause);
  }
}

function unavailable(reason: string, cause?: unknown): AppError {
  return new AppError("SERVICE_UNAVAILABLE", {
    message: "The issuer of the id_token is out of reach. Try again in a moment.",
    cause: new Error(reason, { cause }),
  });
}
