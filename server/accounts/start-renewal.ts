import { recordAudit } from "../audit/record-audit";
import type { AccountConsent, Failure, Outcome } from "../connectors/port";
import type { Ctx } from "../lib/context";
import { newSecret, seal, sha256 } from "../lib/crypto";
import { db } from "../lib/db";
import { env } from "../lib/env";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { type AccountConnection, connectionOf } from "./connection";
import { countOpenRenewals, endConsent, insertRenewal, setAsked, setAskedInApp } from "./consent-store";
import { getManagedAccount, type ManagedAccount } from "./managed-accounts";
import { ANSWER_WITHIN_S, MAX_OPEN_RENEWALS, READS_PER_DAY } from "./rules";
import { settleGranted } from "./settle-granted";
import { lockAccount } from "./store";

/** A person takes some seconds to reach for the telephone. */
const ASK_AFTER_S = 10;

/**
 * How the person allows it: at the bank's address `url` · in the bank's own app, in its words (`app`) · not at all, and
 * the account can be read now (`granted`).
 */
export type StartedRenewal =
  | { kind: "redirect"; url: string }
  | { kind: "app"; message: string | null }
  | { kind: "granted" };

/**
 * Asks the bank for a new consent to read an account. What it is read with today stays until the new one is granted. The
 * question is committed before the bank is called, and only the user who asked can bring the answer.
 * @throws AppError MERCHANT_NOT_FOUND, NOT_FOUND, TOO_MANY_REQUESTS, BANK_UNAVAILABLE
 */
export async function startRenewal(
  ctx: Ctx,
  input: { merchantId: string; accountId: string },
): Promise<StartedRenewal> {
  const account = await getManagedAccount(ctx, input);
  const connection = await connectionOf(account);
  if (!connection) throw new AppError("BANK_UNAVAILABLE", { message: "This bank is not connected here." });
  const redirect = { uri: `${env().baseUrl}/return`, state: newSecret(""), secret: newSecret("") };
  const id = await commitQuestion(ctx, account, connection, redirect);
  const outcome = await connection.connector.createAccountConsent(connection.profile, {
    iban: account.iban,
    currency: account.currency,
    redirect,
    deadlineMs: connection.profile.initiateTimeoutMs,
    ...(ctx.caller.actor.attended && ctx.ip !== null ? { psuIp: ctx.ip } : {}),
  });
  return commitAnswer(ctx, account, id, outcome);
}

async function commitQuestion(
  ctx: Ctx,
  account: ManagedAccount,
  { profile }: AccountConnection,
  redirect: { state: string; secret: string },
): Promise<string> {
  const id = newId();
  const { actor } = ctx.caller;
  await db().$transaction(async (tx) => {
    // The lock makes the limit hold for presses at once, too.
    const current = await lockAccount(tx, account.id);
    if (!current || current.closedAt) throw new AppError("NOT_FOUND", { message: "No such account." });
    if ((await countOpenRenewals(tx, account.id)) >= MAX_OPEN_RENEWALS)
      throw new AppError("TOO_MANY_REQUESTS", {
        message: "This account was renewed many times just now. Wait half an hour.",
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

async function commitAnswer(
  ctx: Ctx,
  account: ManagedAccount,
  id: string,
  outcome: Outcome<AccountConsent>,
): Promise<StartedRenewal> {
  if (!outcome.ok) throw await giveUp(id, account, outcome);
  const { consentId, state, next, links } = outcome.value;
  await db().$transaction((tx) => setAsked(tx, id, { consentId, links }));
  if (state === "valid") {
    await settleGranted(ctx, id, { validUntil: null, resourceId: null });
    return { kind: "granted" };
  }
  if (state === "awaiting" && next.kind === "redirect") return { kind: "redirect", url: next.url };
  if (state === "awaiting" && next.kind === "decoupled") {
    // Nobody comes back from there: the bank is asked until it says how it ended.
    await db().$transaction((tx) => setAskedInApp(tx, id, ASK_AFTER_S));
    return { kind: "app", message: next.message ?? null };
  }
  const detail = `The bank answered with a consent that is ${state}, and the next step is ${next.kind}.`;
  throw await giveUp(id, account, { ok: false, kind: "invalid", detail });
}

/** Nothing was granted: the question ends, and the bank's own words go into the log. */
async function giveUp(id: string, account: ManagedAccount, failure: Failure): Promise<AppError> {
  const { kind, code, detail } = failure;
  await endConsent(db(), id, { state: "rejected", reason: kind, tell: true });
  log().warn(
    { account_id: account.id, connection: account.connectionId, kind, bank_code: code, detail },
    "consent not begun",
  );
  return new AppError("BANK_UNAVAILABLE", {
    message:
      kind === "rejected" || kind === "invalid"
        ? "The bank does not give access to this account over this connection. Nothing has changed."
        : "The bank did not answer as it should. Nothing has changed.",
  });
}
