import { recordAudit } from "../audit/record-audit";
import type { AccountConsent, Failure, Outcome } from "../connectors/port";
import { env } from "../lib/config/env";
import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { type AccountConnection, attendingPsu, connectionOf } from "./connection";
import { countOpenRenewals, insertRenewal, setAwaitingApp, setConsentAtBank } from "./consent-store";
import { endRenewal } from "./end-consent";
import { accountNotFound, getManagedAccount, type ManagedAccount } from "./managed-accounts";
import { ANSWER_WITHIN_S, MAX_OPEN_RENEWALS, READS_PER_DAY } from "./rules";
import { settleGranted } from "./settle-granted";
import { lockAccount } from "./store";

/** The first status fetch of an approval in the bank's app: a person needs some seconds. */
const FIRST_FETCH_AFTER_S = 10;

/**
 * How the user approves: `redirect` at the bank's `url` · `app` in the bank's app, with the bank's message · `granted` no
 * approval needed, the account can be read now.
 */
export type StartedRenewal =
  | { kind: "redirect"; url: string }
  | { kind: "app"; message: string | null }
  | { kind: "granted" };

/**
 * Requests a new consent for an account from its bank. The present consent stays valid until the new one is granted. The
 * renewal is committed before the bank is called, and only the user who started it can complete it.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND, TOO_MANY_REQUESTS, BANK_UNAVAILABLE
 */
export async function startRenewal(
  ctx: Ctx,
  input: { merchantId: string; accountId: string },
): Promise<StartedRenewal> {
  const account = await getManagedAccount(ctx, input);
  const connection = await connectionOf(account);
  if (!connection) throw new AppError("BANK_UNAVAILABLE", { message: "This bank is not connected." });
  const redirect = { uri: `${env().baseUrl}/return`, state: newSecret(""), secret: newSecret("") };
  const id = await commitRenewal(ctx, account, connection, redirect);
  const outcome = await connection.connector.createAccountConsent(connection.profile, {
    iban: account.iban,
    currency: account.currency,
    redirect,
    deadlineMs: connection.profile.initiateTimeoutMs,
    ...attendingPsu(ctx),
  });
  return commitConsent(ctx, account, id, outcome);
}

async function commitRenewal(
  ctx: Ctx,
  account: ManagedAccount,
  { profile }: AccountConnection,
  redirect: { state: string; secret: string },
): Promise<string> {
  const id = newId();
  const { actor } = ctx.caller;
  await db().$transaction(async (tx) => {
    // The lock enforces the limit for concurrent requests.
    const current = await lockAccount(tx, account.id);
    if (!current || current.closedAt) throw accountNotFound();
    if ((await countOpenRenewals(tx, account.id, ANSWER_WITHIN_S)) >= MAX_OPEN_RENEWALS)
      throw new AppError("TOO_MANY_REQUESTS", {
        message: `This account has ${MAX_OPEN_RENEWALS} unfinished renewals. Try again in half an hour.`,
      });
    await insertRenewal(tx, {
      id,
      accountId: account.id,
      merchantId: account.merchantId,
      connectionId: account.connectionId,
      frequencyPerDay: profile.corporateAccess ? null : READS_PER_DAY,
      stateHash: sha256(redirect.state),
      redirectSealed: seal(JSON.stringify({ state: redirect.state, secret: redirect.secret }), id),
      startedBy: { kind: actor.kind, id: actor.id },
      answerWithinS: ANSWER_WITHIN_S,
    });
    const fact = { action: "account_consent.requested", merchantId: account.merchantId, subjectId: id };
    await recordAudit(tx, ctx, { ...fact, detail: { account_id: account.id, connection: account.connectionId } });
  });
  return id;
}

async function commitConsent(
  ctx: Ctx,
  account: ManagedAccount,
  id: string,
  outcome: Outcome<AccountConsent>,
): Promise<StartedRenewal> {
  if (!outcome.ok) throw await rejectRenewal(ctx, id, account, outcome);
  const { consentId, state, next, links } = outcome.value;
  if (!(await setConsentAtBank(db(), id, { consentId, links }))) throw endedMeanwhile();
  if (state === "valid") {
    if (!(await settleGranted(ctx, id, { validUntil: null, resourceId: null }))) throw endedMeanwhile();
    return { kind: "granted" };
  }
  if (state === "awaiting" && next.kind === "redirect") return { kind: "redirect", url: next.url };
  if (state === "awaiting" && next.kind === "decoupled") {
    // An app has no redirect back: a worker fetches the consent's status until it is final.
    await db().$transaction((tx) => setAwaitingApp(tx, id, FIRST_FETCH_AFTER_S));
    return { kind: "app", message: next.message ?? null };
  }
  const detail = `The bank returned a consent in state ${state} with next step ${next.kind}.`;
  throw await rejectRenewal(ctx, id, account, { ok: false, kind: "invalid", detail });
}

function endedMeanwhile(): AppError {
  return new AppError("NOT_FOUND", { message: "Access to this account was removed while it was being renewed." });
}

/** Ends a renewal that the bank refused, and logs the bank's error. */
async function rejectRenewal(ctx: Ctx, id: string, account: ManagedAccount, failure: Failure): Promise<AppError> {
  const { kind, code, detail } = failure;
  const row = { id, merchantId: account.merchantId, accountId: account.id };
  const end = { state: "rejected", reason: kind, revoke: true } as const;
  await endRenewal(ctx, row, { action: "account_consent.failed", ...end });
  log().warn(
    { account_id: account.id, connection: account.connectionId, kind, bank_code: code, detail },
    "consent could not be created",
  );
  return new AppError("BANK_UNAVAILABLE", {
    message:
      kind === "rejected" || kind === "invalid"
        ? "The bank refuses access to this account through this connection. Nothing has changed."
        : "The bank could not be reached or gave an invalid response. Nothing has changed. Try again later.",
  });
}
