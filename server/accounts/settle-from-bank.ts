import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { attendingPsu, connectionOf } from "./connection";
import { findConsentRow } from "./consent-store";
import { deadlineIn } from "./deadline";
import { endRenewal } from "./end-consent";
import { callsWithGrant, openGrant, refOf } from "./grants";
import { endOf } from "./rules";
import { settleGranted } from "./settle-granted";
import { findAccountById } from "./store";

export type ConsentOutcome = "granted" | "denied" | "unfinished" | "other-account";

/**
 * Fetches an open consent's status from the bank and stores the result. Only this status decides; a return from the bank or
 * a token proves nothing.
 */
export async function settleFromBank(ctx: Ctx, id: string): Promise<ConsentOutcome> {
  const row = await findConsentRow(db(), id);
  if (row?.state !== "awaiting") return row?.state === "valid" ? "granted" : "denied";
  const account = await findAccountById(db(), row.accountId);
  const connection = account && (await connectionOf(account));
  if (!connection || row.consentId === null) return "unfinished";
  const { profile, connector } = connection;
  // A grant may have expired since the user's return: the status is fetched for up to a day.
  const withGrant = callsWithGrant(connection, row, { deadline: deadlineIn(profile.tokenTimeoutMs) });
  const status = await withGrant((grant) => connector.consentStatus(profile, refOf(row, grant)));
  if (!status.ok) return "unfinished";
  const { state } = status.value;
  if (state === "awaiting") return "unfinished";
  if (state !== "valid") {
    const end = { state: state === "revoked" ? "revoked" : "rejected", reason: "bank", revoke: false } as const;
    await endRenewal(ctx, row, { action: "account_consent.denied", ...end });
    return "denied";
  }
  // The process died between the code exchange and the commit: the grant is lost, so the consent is useless.
  if (!openGrant(row) && (profile.oauth || row.links["scaOAuth"] !== undefined)) {
    const reason = "grant-lost";
    await endRenewal(ctx, row, { action: "account_consent.failed", state: "rejected", reason, revoke: true });
    return "denied";
  }
  const { iban, currency } = account;
  const call = { iban, currency, deadlineMs: profile.statusTimeoutMs, ...attendingPsu(ctx) };
  const found = await withGrant((grant) => connector.findAccount(profile, { ...refOf(row, grant), ...call }));
  // Some banks let the person choose the accounts.
  if (!found.ok && found.kind === "not-found") {
    const reason = "other-account";
    await endRenewal(ctx, row, { action: "account_consent.failed", state: "rejected", reason, revoke: true });
    return reason;
  }
  const validUntil = endOf(status.value.validUntil);
  const isGranted = await settleGranted(ctx, id, { validUntil, resourceId: found.ok ? found.value.resourceId : null });
  return isGranted ? "granted" : "denied";
}
