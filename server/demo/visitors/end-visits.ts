import { switchUser } from "../../identity/users/switch-user";
import { env } from "../../lib/config/env";
import { systemCtx } from "../../lib/context";
import { db } from "../../lib/db";
import { newId } from "../../lib/ids";
import { log } from "../../lib/log";
import { readMerchant } from "../../merchants/read-merchant";
import { switchMerchant } from "../../merchants/switch-merchant";
import { eraseAtEnd } from "../../payments/customers/erase-customer";
import {
  closePayments,
  deleteCalls,
  endVisitRow,
  eraseVisitor,
  findVisitsToEnd,
  lockPayments,
  type VisitToEnd,
} from "./visitors-store";

/** Rows of one transaction, so that no number of payments takes longer than a statement may. */
const BATCH = 100;
/** Before every id. */
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/**
 * Ends the visits whose hour is over: the user is disabled, the merchant suspended, and what is known of the visitor
 * erased. The audit log and the payments stay, without a person's data. Safe when two workers run it at once. A visit
 * whose end fails does not block the others, and is ended by a later run.
 */
export async function endVisits(): Promise<void> {
  if (!env().demo) return;
  for (const visit of await findVisitsToEnd(db())) await tryToEnd(visit);
}

async function tryToEnd(visit: VisitToEnd): Promise<void> {
  const { merchantId } = visit;
  try {
    await close(visit);
    while ((await deleteCalls(db(), merchantId, BATCH)) === BATCH);
    for (let after: string | undefined = FIRST_ID; after !== undefined; ) after = await eraseBatch(merchantId, after);
    await db().$transaction((tx) => endVisitRow(tx, merchantId));
  } catch (error) {
    log().error({ error, merchant_id: merchantId }, "visit not ended");
  }
}

function close({ merchantId, email }: VisitToEnd): Promise<void> {
  return db().$transaction(async (tx) => {
    const ctx = { ...systemCtx(newId()), tx };
    await switchUser(ctx, { email, to: "disabled" });
    const { suspendedAt } = await readMerchant({ tx }, merchantId);
    // One that the operator has suspended keeps that reason, and another one would be refused.
    if (suspendedAt === null)
      await switchMerchant(ctx, { merchantId, to: "suspended", reason: "The visit has ended." });
    await closePayments(tx, merchantId);
  });
}

/**
 * Erases the visitor from the next payments; what their banks need or report is erased when they have ended, most often
 * within a minute (`payments.erase`). Returns the last id; undefined: there are no more.
 */
function eraseBatch(merchantId: string, after: string): Promise<string | undefined> {
  return db().$transaction(async (tx) => {
    const ids = await lockPayments(tx, merchantId, after, BATCH);
    await eraseVisitor(tx, ids);
    await eraseAtEnd(tx, ids);
    return ids.at(-1);
  });
}
