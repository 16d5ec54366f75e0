import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { connectionOf } from "./connection";
import { type ConsentRow, endConsent, findConsentRow } from "./consent-store";
import { openGrant, refOf } from "./grants";
import { endOf } from "./rules";
import { settleGranted } from "./settle-granted";
import { findAccountById } from "./store";

export type ConsentVerdict = "granted" | "denied" | "unfinished" | "other-account";

/**
 * Asks the bank how an open consent stands, and writes down what it says. The bank's word alone decides: coming back from
 * it is a hint, and so is a token.
 */
export async function settleByBank(ctx: Ctx, id: string): Promise<ConsentVerdict> {
  const row = await findConsentRow(db(), id);
  if (row?.state !== "awaiting") return row?.state === "valid" ? "granted" : "denied";
  const account = await findAccountById(db(), row.accountId);
  const connection = account && (await connectionOf(account));
  if (!connection || row.consentId === null) return "unfinished";
  const { profile, connector } = connection;
  const consent = refOf(row, openGrant(row));
  const status = await connector.consentStatus(profile, consent);
  if (!status.ok) return "unfinished";
  const { state } = status.value;
  if (state === "awaiting") return "unfinished";
  if (state !== "valid") {
    await endConsent(db(), id, { state: state === "revoked" ? "revoked" : "rejected", reason: "bank", tell: false });
    return "denied";
  }
  const psu = ctx.caller.actor.attended && ctx.ip !== null ? { psuIp: ctx.ip } : {};
  // Its process died between the exchange of the code and the commit: nobody can ever read with it.
  if (!consent.grant && (profile.oauth || row.links["scaOAuth"] !== undefined)) {
    await endConsent(db(), id, { state: "rejected", reason: "grant-lost", tell: true });
    return "denied";
  }
  const { iban, currency } = account;
  const call = { ...consent, iban, currency, deadlineMs: profile.statusTimeoutMs, ...psu };
  const found = await connector.findAccount(profile, call);
  // Some banks let the person choose which accounts are shown.
  if (!found.ok && found.kind === "not-found") return refuseOtherAccount(row);
  const validUntil = endOf(status.value.validUntil);
  const isGranted = await settleGranted(ctx, id, { validUntil, resourceId: found.ok ? found.value.resourceId : null });
  return isGranted ? "granted" : "denied";
}

async function refuseOtherAccount(row: ConsentRow): Promise<"other-account"> {
  await endConsent(db(), row.id, { state: "rejected", reason: "other-account", tell: true });
  return "other-account";
}
