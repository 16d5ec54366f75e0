import { z } from "zod";
import type { RedirectBack } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { completeWithRetries } from "../connectors/repeat-return";
import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { open, openText } from "../lib/crypto";
import { db } from "../lib/db";
import { isUuid } from "../lib/ids";
import { log } from "../lib/log";
import { type AccountConnection, connectionOf } from "./connection";
import { type ConsentRow, claimReturn, findConsentRow, setGrant } from "./consent-store";
import { endRenewal } from "./end-consent";
import { openGrant, refOf, sealGrant } from "./grants";
import { type ConsentOutcome, settleFromBank } from "./settle-from-bank";
import { findAccountById } from "./store";

/** The last try of the exchange begins within 10 s; the rest is for our own work. */
const TRIES_AND_OWN_WORK_S = 15;

/**
 * After so many seconds a worker fetches the consent's status: the process that took the return has died. Longer than the last
 * try of the exchange, with two token calls, and the calls after it: two of the status, a refresh, and one of the account.
 */
function settleWithinS({ tokenTimeoutMs, statusTimeoutMs }: BankProfile): number {
  return TRIES_AND_OWN_WORK_S + (3 * tokenTimeoutMs + 3 * statusTimeoutMs) / 1000;
}

const redirectSchema = z.object({ state: z.string(), secret: z.string() });
const paramsSchema = z.record(z.string(), z.string());

/**
 * The result of a renewal, for the page: `granted` the account can be read · `denied` at the bank · `unfinished` the person
 * has not decided, or the bank could not be reached · `other-account` the person chose another account · `failed` the
 * return could not be verified, or the renewal has ended.
 */
export type RenewalOutcome = ConsentOutcome | "failed";

/** The merchant of a consent; null for an unknown id. Does not check the caller's permission. */
export async function merchantOfConsent(consentId: string): Promise<string | null> {
  return isUuid(consentId) ? ((await findConsentRow(db(), consentId))?.merchantId ?? null) : null;
}

/**
 * Completes a renewal with the bank's return: once, and only for the user who started it. The return is committed as used
 * before the bank is called, because an authorisation code works once. The bank's consent status decides, not the return.
 */
export async function completeRenewal(ctx: Ctx, input: { consentId: string; answer: string }): Promise<RenewalOutcome> {
  const { caller } = ctx;
  const userId = caller.actor.kind === "user" ? caller.actor.id : null;
  const mayRenew = caller.scopes.length === 0 || caller.scopes.includes("payments");
  const found = isUuid(input.consentId) ? await findConsentRow(db(), input.consentId) : null;
  const params = found && openAnswer(found.id, input.answer);
  if (!found || !params || userId === null || !mayRenew) return "failed";
  const redirect = found.redirectSealed && redirectSchema.parse(JSON.parse(open(found.redirectSealed, found.id)));
  const account = await findAccountById(db(), found.accountId);
  const connection = account && (await connectionOf(account));
  if (!connection) return "failed";
  const user = { merchantId: found.merchantId, userId, settleWithinS: settleWithinS(connection.profile) };
  const row = await db().$transaction((tx) => claimReturn(tx, found.id, user));
  if (!row || !redirect) return repeatedReturn(found.id);
  const back: RedirectBack = { ...redirect, uri: `${env().baseUrl}/return` };
  return exchange(ctx, { row, connection }, params, back);
}

/** The page was loaded again, perhaps while the first call is still at the bank. */
async function repeatedReturn(id: string): Promise<RenewalOutcome> {
  const row = await findConsentRow(db(), id);
  if (row?.state === "valid") return "granted";
  return row?.state === "awaiting" && row.returnedAt !== null ? "unfinished" : "failed";
}

async function exchange(
  ctx: Ctx,
  { row, connection: { profile, connector } }: { row: ConsentRow; connection: AccountConnection },
  params: Record<string, string>,
  redirect: RedirectBack,
): Promise<RenewalOutcome> {
  const consent = refOf(row, openGrant(row));
  const call = { consent, params, redirect, deadlineMs: profile.tokenTimeoutMs };
  const completion = await completeWithRetries(() => connector.completeConsent(profile, call));
  if (!completion.ok) {
    const { kind, code, detail } = completion;
    log().warn({ consent: row.id, connection: profile.id, kind, bank_code: code, detail }, "consent return failed");
    // The code may have been used, or the bank was not reached: a worker fetches the consent's status. All other failures
    // end the consent.
    if (kind === "unknown" || kind === "unavailable" || kind === "rate-limited") return "unfinished";
    await endRenewal(ctx, row, { action: "account_consent.failed", state: "rejected", reason: kind, revoke: true });
    return "failed";
  }
  if (completion.value.kind === "denied") {
    await endRenewal(ctx, row, {
      action: "account_consent.denied",
      state: "rejected",
      reason: "denied",
      revoke: false,
    });
    return "denied";
  }
  if (completion.value.kind === "granted") await setGrant(db(), row.id, sealGrant(completion.value.grant, row.id));
  return settleFromBank(ctx, row.id);
}

/** The bank's parameters, as `accept-consent-return.ts` sealed them for this consent; null for anything else. */
function openAnswer(id: string, answer: string): Record<string, string> | null {
  try {
    return paramsSchema.parse(JSON.parse(openText(answer, id) ?? ""));
  } catch {
    return null;
  }
}
