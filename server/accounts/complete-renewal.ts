import { z } from "zod";
import { recordAudit } from "../audit/record-audit";
import type { Completion, Outcome, RedirectBack } from "../connectors/port";
import type { Ctx } from "../lib/context";
import { open } from "../lib/crypto";
import { db } from "../lib/db";
import { env } from "../lib/env";
import { isUuid } from "../lib/ids";
import { log } from "../lib/log";
import { connectionOf } from "./connection";
import { type ConsentRow, endConsent, findConsentRow, setGrant, takeReturn } from "./consent-store";
import { openGrant, refOf, sealGrant } from "./grants";
import { type ConsentVerdict, settleByBank } from "./settle-by-bank";
import { findAccountById } from "./store";

/** An open question is settled by asking the bank when nobody did it by then: the process died in between. */
const SETTLE_WITHIN_S = 60;

const redirectSchema = z.object({ state: z.string(), secret: z.string() });
const paramsSchema = z.record(z.string(), z.string());

/**
 * How a renewal ended, for the page: `granted` the account can be read · `denied` at the bank · `unfinished` the bank has
 * no answer of the person yet, or could not be asked · `other-account` another account was chosen there · `failed` the
 * bank's answer proves nothing, or the question is over.
 */
export type RenewalOutcome = ConsentVerdict | "failed";

/** Whose question this is; null for one that nobody asked. Says nothing about the caller's right to it. */
export async function merchantOfConsent(consentId: string): Promise<string | null> {
  return isUuid(consentId) ? ((await findConsentRow(db(), consentId))?.merchantId ?? null) : null;
}

/**
 * Takes what the bank's return brought: once, and only from the user who asked. The answer is committed as taken before
 * the bank is called, a code being good once; what the bank says then decides, and never the return itself.
 */
export async function completeRenewal(ctx: Ctx, input: { consentId: string; answer: string }): Promise<RenewalOutcome> {
  const { caller } = ctx;
  const userId = caller.actor.kind === "user" ? caller.actor.id : null;
  const mayRenew = caller.scopes.length === 0 || caller.scopes.includes("payments");
  const found = isUuid(input.consentId) ? await findConsentRow(db(), input.consentId) : null;
  const params = found && openAnswer(found.id, input.answer);
  if (!found || !params || userId === null || !mayRenew) return "failed";
  const redirect = found.redirectSealed && redirectSchema.parse(JSON.parse(open(found.redirectSealed, found.id)));
  const { merchantId } = found;
  const row = await db().$transaction((tx) =>
    takeReturn(tx, found.id, { merchantId, userId, settleWithinS: SETTLE_WITHIN_S }),
  );
  if (!row || !redirect) return takenBefore(found.id);
  const back: RedirectBack = { ...redirect, uri: `${env().baseUrl}/return` };
  return exchange(ctx, row, params, back);
}

/** The page was loaded again, perhaps while the first call is still at the bank: what is settled stays settled. */
async function takenBefore(id: string): Promise<RenewalOutcome> {
  const row = await findConsentRow(db(), id);
  if (row?.state === "valid") return "granted";
  return row?.state === "awaiting" && row.returnedAt !== null ? "unfinished" : "failed";
}

async function exchange(
  ctx: Ctx,
  row: ConsentRow,
  params: Record<string, string>,
  redirect: RedirectBack,
): Promise<RenewalOutcome> {
  const account = await findAccountById(db(), row.accountId);
  const connection = account && (await connectionOf(account));
  if (!connection || row.consentId === null) return "failed";
  const { profile, connector } = connection;
  const consent = refOf(row, openGrant(row));
  const call = { consent, params, redirect, deadlineMs: profile.tokenTimeoutMs };
  const completion: Outcome<Completion> = await connector.completeConsent(profile, call);
  if (!completion.ok) {
    const { kind, code, detail } = completion;
    log().warn({ consent: row.id, connection: profile.id, kind, bank_code: code, detail }, "consent return not taken");
    // What does not verify proves nothing. What may have been processed is settled by asking the bank, soon.
    if (kind === "unknown" || kind === "unavailable" || kind === "rate-limited") return "unfinished";
    await endConsent(db(), row.id, { state: "rejected", reason: kind, tell: true });
    return "failed";
  }
  if (completion.value.kind === "denied") return deny(ctx, row);
  if (completion.value.kind === "granted") await setGrant(db(), row.id, sealGrant(completion.value.grant, row.id));
  return settleByBank(ctx, row.id);
}

async function deny(ctx: Ctx, row: ConsentRow): Promise<"denied"> {
  await db().$transaction(async (tx) => {
    if (!(await endConsent(tx, row.id, { state: "rejected", reason: "denied", tell: false }))) return;
    const fact = { action: "account_consent.denied", merchantId: row.merchantId, subjectId: row.id };
    await recordAudit(tx, ctx, { ...fact, detail: { account_id: row.accountId } });
  });
  return "denied";
}

/** What the bank sent, as `accept-consent-return.ts` sealed it to this question; null for anything else. */
function openAnswer(id: string, answer: string): Record<string, string> | null {
  try {
    return paramsSchema.parse(JSON.parse(open(new Uint8Array(Buffer.from(answer, "base64url")), id)));
  } catch {
    return null;
  }
}
