import { switchUser } from "../../identity/users/switch-user";
import { env } from "../../lib/config/env";
import { systemCtx } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { switchMerchant } from "../../merchants/switch-merchant";
import { endVisitRow, findVisitsToEnd } from "./visitors-store";

const BATCH = 50;

/**
 * Ends the visits whose hour is over: the user is disabled, the merchant suspended, and what is known of the visitor
 * erased. The audit log and the payments stay, without a person's data. Safe when two workers run it at once.
 */
export async function endVisits(): Promise<void> {
  if (!env().demo) return;
  for (const { merchantId, email } of await findVisitsToEnd(db(), BATCH)) {
    await db().$transaction(async (tx) => {
      const ctx = { ...systemCtx(newId()), tx };
      await switchUser(ctx, { email, to: "disabled" });
      await switchMerchant(ctx, { merchantId, to: "suspended", reason: "The visit has ended." });
      await endVisitRow(tx, merchantId);
    });
  }
}
