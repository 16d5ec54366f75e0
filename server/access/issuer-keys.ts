import { createLocalJWKSet, errors, type JWTVerifyGetKey } from "jose";
import { z } from "zod";
import { now } from "../lib/clock";
import { AppError } from "../lib/errors";
import { sendRequest } from "../lib/http-client";

/** For each of the two documents: where the keys are, and the keys. */
const DEADLINE_MS = 3_000;
/** For how long published keys are believed: a key that the issuer has withdrawn signs nothing after that. */
const MAX_AGE_MS = 10 * 60_000;
/** A key that is not among them is asked for anew, at most this often: anybody can make up a key's name. */
const MIN_AGE_MS = 30_000;

const discovery = z.object({ issuer: z.string(), jwks_uri: z.string() });
const keySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });

type Keys = { find: ReturnType<typeof createLocalJWKSet>; fetchedAtMs: number };

const kept = new Map<string, Promise<Keys>>();

/**
 * The published keys of an OpenID issuer (OpenID Connect Discovery 1.0 §4), for jose to pick from: looked up once, and
 * again when they are old or do not hold the key that is asked for.
 * @throws AppError SERVICE_UNAVAILABLE when the issuer is out of reach or publishes nothing that can be read
 */
export function issuerKeys(issuer: string): JWTVerifyGetKey {
  return async (header, token) => {
    const keys = await keysOf(issuer, MAX_AGE_MS);
    try {
      return await keys.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const newer = await keysOf(issuer, MIN_AGE_MS);
      if (newer === keys) throw error;
      return newer.find(header, token);
    }
  };
}

/** Those at hand while they are younger than that, else new ones. Who asks while they are on their way waits for the same. */
async function keysOf(issuer: string, maxAgeMs: number): Promise<Keys> {
  const known = kept.get(issuer);
  if (known) {
    const keys = await known;
    if (now().getTime() - keys.fetchedAtMs < maxAgeMs) return keys;
    // Another call may have asked for new ones meanwhile.
    if (kept.get(issuer) !== known) return keysOf(issuer, maxAgeMs);
  }
  const coming = fetchKeys(issuer);
  kept.set(issuer, coming);
  coming.catch(() => {
    // A made-up key's name, sent while the issuer is away, must not cost us the keys that we have.
    if (known) kept.set(issuer, known);
    else kept.delete(issuer);
  });
  return coming;
}

async function fetchKeys(issuer: string): Promise<Keys> {
  const { issuer: itself, jwks_uri: keysAt } = await fetchJson(
    `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
    discovery,
  );
  if (itself !== issuer) throw unavailable(`It calls itself ${itself}.`);
  if (!isAsSafe(keysAt, issuer)) throw unavailable(`Its keys are at ${keysAt}.`);
  return { find: createLocalJWKSet(await fetchJson(keysAt, keySet)), fetchedAtMs: now().getTime() };
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
