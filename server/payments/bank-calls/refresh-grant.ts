import type { Grant, Outcome, PaymentRef } from "../../connectors/port";
import { refreshLeaseS } from "../../connectors/profile-schema";
import { type Lease, prolongLease } from "../../jobs/leased-rows";
import { seal } from "../../lib/crypto";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { paymentRef } from "../attempts/attempt-secrets";
import type { AttemptRow } from "../attempts/attempt-store";
import { replaceGrant } from "../attempts/attempt-write-store";
import type { Connection } from "./connection";

/**
 * Makes a call with an attempt's grant. If the bank refuses its access token, the grant is refreshed and the call repeated,
 * once: a refused call was not carried out. `lease`: of the attempt; without it nothing is refreshed.
 */
export async function callWithGrant<T>(
  attempt: AttemptRow,
  connection: Connection,
  lease: Lease | undefined,
  call: (ref: PaymentRef) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const ref = paymentRef(attempt);
  const outcome = await call(ref);
  if (outcome.ok || !outcome.tokenRefused || !lease) return outcome;
  const grant = await refreshGrant(attempt, connection, lease);
  return grant ? call({ ...ref, grant }) : outcome;
}

/**
 * Refreshes the grant of an attempt and stores it; null if that is not possible. Only for the holder of the attempt's lease:
 * a rotated refresh token works once, and a second use revokes both. The calls before may have used up the lease, so it is
 * prolonged first. A refresh token that the bank has refused for good is not kept: each poll would send it again.
 */
async function refreshGrant(
  attempt: AttemptRow,
  { profile, connector }: Connection,
  lease: Lease,
): Promise<Grant | null> {
  const { grant } = paymentRef(attempt);
  if (!connector.refreshGrant || grant?.refreshToken === undefined) return null;
  if (!(await prolongLease(db(), "payment_attempts", lease, refreshLeaseS(profile)))) return null;
  const refreshed = await connector.refreshGrant(profile, grant);
  const store = (kept: Grant) => replaceGrant(db(), attempt, seal(JSON.stringify(kept), attempt.id));
  if (refreshed.ok) {
    await store(refreshed.value);
    return refreshed.value;
  }
  const { kind, code, detail } = refreshed;
  log().warn({ attempt_id: attempt.id, kind, code, detail }, "a payment's grant could not be refreshed");
  const { refreshToken: _, ...withoutRefreshToken } = grant;
  // invalid_grant.
  if (kind === "consent") await store(withoutRefreshToken);
  return null;
}
