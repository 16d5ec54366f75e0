import { now } from "../lib/clock";
import type { Caller } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { ACCESS_TOKEN_PREFIX } from "./issue-token";
import { TOKEN_CACHE_SIZE, TOKEN_CACHE_TTL_MS } from "./rules";
import { type CredentialRow, findCredentialByAccessToken } from "./store";

// A busy integrator sends hundreds of calls a second with one token. Each look-up is believed for half a second, so a
// disabled credential still stops working within one second on every process. Refusals are not kept.
const cache = new Map<string, { caller: Caller; untilMs: number }>();

/**
 * The caller behind an Authorization header (RFC 6750).
 * @throws AppError NO_TOKEN without the header, INVALID_TOKEN when malformed, expired, revoked or disabled
 */
export async function authenticate(authorization: string | null): Promise<Caller> {
  if (authorization === null) throw new AppError("NO_TOKEN");
  const token = /^Bearer +([A-Za-z0-9_-]{1,128}) *$/i.exec(authorization)?.[1];
  if (!token?.startsWith(ACCESS_TOKEN_PREFIX)) throw new AppError("INVALID_TOKEN");
  const known = cache.get(token);
  const nowMs = now().getTime();
  if (known && known.untilMs > nowMs) return known.caller;
  cache.delete(token);
  const credential = await findCredentialByAccessToken(db(), sha256(token));
  if (!credential) throw new AppError("INVALID_TOKEN");
  const caller = callerOf(credential);
  if (cache.size >= TOKEN_CACHE_SIZE) cache.clear();
  cache.set(token, { caller, untilMs: nowMs + TOKEN_CACHE_TTL_MS });
  return caller;
}

function callerOf({ id, kind, merchantId, partnerId, scopes, testOnly }: CredentialRow): Caller {
  const common = { actor: { kind: "credential", id }, scopes, testOnly } as const;
  if (kind === "merchant" && merchantId) return { kind, merchantId, ...common };
  if (kind === "partner" && partnerId) return { kind, partnerId, ...common };
  if (kind === "admin") return { kind, ...common };
  throw new Error(`Credential ${id} has no owner.`);
}
