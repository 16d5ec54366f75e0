import type { Caller } from "../../lib/context";
import { hasChecksum, sha256 } from "../../lib/crypto";
import { db } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { forgetCaller, type KnownCaller, rememberCaller } from "../../lib/known-callers";
import { shortCache } from "../../lib/short-cache";
import { twoFactorMissing } from "../mfa/require-two-factor";
import { callerOfRole } from "../rules";
import { unknownTokenMessage, wrongTokenMessage } from "./token-messages";
import { ACCESS_TOKEN_PREFIX } from "./token-set";
import { findTokenExpiry, findTokenHolder, type TokenHolder } from "./token-store";

// A busy integrator sends hundreds of calls a second with one token, so callers are cached. Disabled credentials,
// disabled users and removed roles still stop working within one second on every process.
const callers = shortCache<Authenticated>();

/** The caller, and the networks from which they may call (CIDR; empty: all). `refuseOtherAddresses` enforces them. */
type Authenticated = { caller: Caller; allowedNetworks: readonly string[]; merchantId: string | null };

/**
 * The caller of an Authorization header (RFC 6750): a credential, or a user in the role of the token.
 * @throws AppError NO_TOKEN without the header; INVALID_TOKEN when malformed, expired, revoked or disabled; FORBIDDEN
 *   for a user who must have a second factor and has none
 */
export async function authenticate(authorization: string | null): Promise<Authenticated> {
  if (authorization === null) throw new AppError("NO_TOKEN");
  const token = /^Bearer +([A-Za-z0-9_-]{1,128}) *$/i.exec(authorization)?.[1];
  if (!token?.startsWith(ACCESS_TOKEN_PREFIX))
    throw new AppError("INVALID_TOKEN", { message: wrongTokenMessage(authorization) });
  const found = await callers.find(token, () => lookUp(token));
  if (!found) {
    forgetCaller(token);
    // Not for a text that never was a token: guesses cost one query.
    const expiredAt = hasChecksum(token) ? await findTokenExpiry(db(), sha256(token)) : null;
    throw new AppError("INVALID_TOKEN", { message: unknownTokenMessage(token, expiredAt) });
  }
  rememberCaller(token, slotCallerOf(found.caller));
  return found;
}

/** The caller whose concurrency slots a request with this token uses: a user shares them across all roles. */
function slotCallerOf(caller: Caller): KnownCaller {
  const credential = `${caller.actor.kind}:${caller.actor.id}`;
  if (caller.actor.kind === "user") return { owner: credential, credential };
  if (caller.kind === "merchant") return { owner: `merchant:${caller.merchantId}`, credential };
  if (caller.kind === "partner") return { owner: `partner:${caller.partnerId}`, credential };
  return { owner: "platform", credential };
}

async function lookUp(token: string): Promise<Authenticated | null> {
  const holder = await findTokenHolder(db(), sha256(token));
  if (!holder) return null;
  const { merchantId } = holder;
  if (holder.userId === null)
    return { caller: callerOfCredential(holder), allowedNetworks: holder.allowedNetworks, merchantId };
  if (holder.needsTwoFactor) throw twoFactorMissing();
  return { caller: callerOfRole(holder.userId, holder), allowedNetworks: [], merchantId };
}

function callerOfCredential(credential: TokenHolder & { userId: null }): Caller {
  const { id, kind, merchantId, partnerId, scopes, testOnly } = credential;
  const common = { actor: { kind: "credential", id }, scopes, testOnly } as const;
  if (kind === "merchant" && merchantId) return { kind, merchantId, ...common };
  if (kind === "partner" && partnerId) return { kind, partnerId, ...common };
  if (kind === "admin") return { kind, ...common };
  throw new Error(`Credential ${id} has no owner.`);
}
