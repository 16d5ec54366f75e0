import type { Caller } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { shortCache } from "../lib/short-cache";
import { ACCESS_TOKEN_PREFIX } from "./issue-token";
import { type CredentialRow, findCredentialByAccessToken } from "./store";

// A busy integrator sends hundreds of calls a second with one token; a disabled credential still stops working within one
// second on every process.
const callers = shortCache<Caller>();

/**
 * The caller behind an Authorization header (RFC 6750).
 * @throws AppError NO_TOKEN without the header, INVALID_TOKEN when malformed, expired, revoked or disabled
 */
export async function authenticate(authorization: string | null): Promise<Caller> {
  if (authorization === null) throw new AppError("NO_TOKEN");
  const token = /^Bearer +([A-Za-z0-9_-]{1,128}) *$/i.exec(authorization)?.[1];
  if (!token?.startsWith(ACCESS_TOKEN_PREFIX)) throw new AppError("INVALID_TOKEN");
  const known = callers.get(token);
  if (known) return known;
  const credential = await findCredentialByAccessToken(db(), sha256(token));
  if (!credential) throw new AppError("INVALID_TOKEN");
  const caller = callerOf(credential);
  callers.put(token, caller);
  return caller;
}

function callerOf({ id, kind, merchantId, partnerId, scopes, testOnly }: CredentialRow): Caller {
  const common = { actor: { kind: "credential", id }, scopes, testOnly } as const;
  if (kind === "merchant" && merchantId) return { kind, merchantId, ...common };
  if (kind === "partner" && partnerId) return { kind, partnerId, ...common };
  if (kind === "admin") return { kind, ...common };
  throw new Error(`Credential ${id} has no owner.`);
}
