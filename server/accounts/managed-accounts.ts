import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { type AccountRow, listAccounts, updateConsent } from "./store";

export type ManagedAccount = AccountRow;

/** Every account that is managed for the merchant; a test-only caller sees the simulated ones. Tenancy is the caller's work. */
export function listManagedAccounts(ctx: Ctx, merchantId: string): Promise<ManagedAccount[]> {
  return listAccounts(dbOf(ctx), merchantId, ctx.caller.testOnly);
}

/** Keeps the consent by which the account's bank answers. */
export function saveAccountConsent(
  ctx: Ctx,
  accountId: string,
  consent: { consentId: string; resourceId: string },
): Promise<void> {
  return updateConsent(dbOf(ctx), accountId, consent);
}
