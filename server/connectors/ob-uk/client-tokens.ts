import { now } from "../../lib/clock";
import { withinTime } from "../../lib/net/within-time";
import { singleFlight } from "../../lib/short-cache";
import type { Outcome } from "../port";
import type { BankProfile } from "../profile-schema";
import { oauthOf } from "./oauth";
import { requestToken } from "./token-endpoint";

/** What a token is for (Open Banking Security Profile): `payments` for PISP, `accounts` for AISP. */
export type Scope = "payments" | "accounts";

/** A token is not used in its last 30 s, so that it does not expire in transit. */
const MARGIN_MS = 30_000;
/** For banks that give no lifetime. */
const DEFAULT_LIFETIME_S = 60;

type Token = { accessToken: string; usableUntilMs: number };

const kept = new Map<string, Token>();
const once = singleFlight<Outcome<string>>();

/**
 * Our own access token (client credentials, RFC 6749 §4.4), cached until it expires and requested once for concurrent
 * callers. No failure is `unknown`: the call that needs the token was not made.
 */
export async function clientToken(profile: BankProfile, scope: Scope, deadlineMs: number): Promise<Outcome<string>> {
  const key = keyOf(profile, scope);
  const known = kept.get(key);
  if (known && known.usableUntilMs > now().getTime()) return { ok: true, value: known.accessToken };
  const request = once(key, () => fetchToken(profile, scope, key));
  // A caller that waits for another caller's request keeps its own deadline.
  const outcome = await withinTime(deadlineMs, request);
  return outcome ?? { ok: false, kind: "unavailable", detail: "The bank's token endpoint did not respond in time." };
}

/** Forgets a token that the bank refused with 401, unless a newer one has replaced it. */
export function forgetClientToken(profile: BankProfile, scope: Scope, accessToken: string): void {
  const key = keyOf(profile, scope);
  if (kept.get(key)?.accessToken === accessToken) kept.delete(key);
}

async function fetchToken(profile: BankProfile, scope: Scope, key: string): Promise<Outcome<string>> {
  const requestedAtMs = now().getTime();
  const outcome = await requestToken(profile, {
    operation: "client-token",
    parameters: { grant_type: "client_credentials", scope },
    deadlineMs: profile.tokenTimeoutMs,
  });
  if (!outcome.ok) return outcome.kind === "unknown" ? { ...outcome, kind: "unavailable" } : outcome;
  const { grant, expiresInS = DEFAULT_LIFETIME_S } = outcome.value;
  kept.set(key, { accessToken: grant.accessToken, usableUntilMs: requestedAtMs + expiresInS * 1000 - MARGIN_MS });
  return { ok: true, value: grant.accessToken };
}

function keyOf(profile: BankProfile, scope: Scope): string {
  const { tokenEndpoint, clientId } = oauthOf(profile);
  return JSON.stringify([profile.id, profile.environment, tokenEndpoint, clientId, scope]);
}
