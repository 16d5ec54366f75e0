import { type ManagedAccount, saveAccountConsent } from "../accounts/managed-accounts";
import { connectorFor } from "../connectors/connector-for";
import type { BankBalance, FailureKind, Outcome } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { findProfileById } from "../connectors/profiles";
import type { Ctx } from "../lib/context";
import { newSecret } from "../lib/crypto";
import { env } from "../lib/env";
import { toDecimalString } from "../lib/money";
import { pickBalance } from "./rules";

/** For everything that one account's balance takes, a new consent included. */
const DEADLINE_MS = 3_000;

/** Why a balance is unknown: what the bank or the way to it did, no connection to it, or no balance of the account's currency. */
export type BalanceReason = FailureKind | "not-connected" | "no-balance";

type Reading = { balance: string; reason: null } | { balance: null; reason: BalanceReason };

/** One account's balance, asked at its bank now. */
export async function readBalance(ctx: Ctx, account: ManagedAccount): Promise<Reading> {
  const profile = await findProfileById(account.bankSlug, account.simulated ? "test" : "live");
  if (!profile) return { balance: null, reason: "not-connected" };
  const outcome = await askBank(ctx, profile, account);
  if (!outcome.ok) return { balance: null, reason: outcome.kind };
  const found = pickBalance(outcome.value, account.currency);
  return found ? { balance: toDecimalString(found), reason: null } : { balance: null, reason: "no-balance" };
}

async function askBank(ctx: Ctx, profile: BankProfile, account: ManagedAccount): Promise<Outcome<BankBalance[]>> {
  const deadline = performance.now() + DEADLINE_MS;
  // At least a millisecond, so that a spent deadline is a time-out of the call and not of its options.
  const deadlineMs = () => Math.max(1, Math.round(deadline - performance.now()));
  const psu = attendingPsu(ctx);
  const { consentId, resourceId } = account;
  if (consentId !== null && resourceId !== null) {
    const outcome = await connectorFor(profile).balances(profile, {
      consentId,
      resourceId,
      deadlineMs: deadlineMs(),
      ...psu,
    });
    if (outcome.ok || outcome.kind !== "consent") return outcome;
  }
  const consent = await askConsent(ctx, profile, account, deadlineMs);
  if (!consent.ok) return consent;
  return connectorFor(profile).balances(profile, { ...consent.value, deadlineMs: deadlineMs(), ...psu });
}

/** A new consent for the account, kept for the next time. Only a bank that asks nobody grants one on the spot. */
async function askConsent(
  ctx: Ctx,
  profile: BankProfile,
  account: ManagedAccount,
  deadlineMs: () => number,
): Promise<Outcome<{ consentId: string; resourceId: string }>> {
  const { iban, currency } = account;
  const connector = connectorFor(profile);
  const psu = attendingPsu(ctx);
  const created = await connector.createAccountConsent(profile, {
    iban,
    currency,
    redirect: { uri: `${env().baseUrl}/return`, state: newSecret(""), secret: newSecret("") },
    deadlineMs: deadlineMs(),
    ...psu,
  });
  if (!created.ok) return created;
  const { consentId, state } = created.value;
  if (state !== "valid")
    return { ok: false, kind: "consent", detail: `The consent is ${state}: a person has to grant it.` };
  const found = await connector.findAccount(profile, { consentId, iban, currency, deadlineMs: deadlineMs(), ...psu });
  if (!found.ok) return found;
  const consent = { consentId, resourceId: found.value.resourceId };
  await saveAccountConsent(ctx, account.id, consent);
  return { ok: true, value: consent };
}

/** Banks are told an address only when a person asks just now; a call of the API is unattended, with a user's token too. */
function attendingPsu(ctx: Ctx): { psuIp?: string } {
  return ctx.caller.actor.attended && ctx.ip !== null ? { psuIp: ctx.ip } : {};
}
