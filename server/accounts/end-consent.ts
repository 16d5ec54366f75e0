import { type AuditContext, recordAudit } from "../audit/record-audit";
import { systemCtx } from "../lib/context";
import { inTransaction, type Tx } from "../lib/db";
import { newId } from "../lib/ids";
import { type ConsentRow, type End, endConsent } from "./consent-store";

type Ending = Pick<ConsentRow, "id" | "merchantId" | "accountId">;

/** `denied`: the person or the bank did not permit access. `failed`: the consent is unusable for another reason. */
type EndOfRenewal = End & { action: "account_consent.denied" | "account_consent.failed" };

/** Ends a consent that was not granted, and records it in the audit log, unless it has ended before. */
export function endRenewal(ctx: AuditContext, row: Ending, end: EndOfRenewal): Promise<void> {
  return inTransaction({}, (tx) => endAndRecord(tx, ctx, row, end));
}

/**
 * Ends a consent that was granted and cannot be used any more, and records it in the audit log, unless it has ended before.
 * The actor is the product, also where a person's read found out.
 */
export function endAccess(ctx: { tx?: Tx }, row: Ending, end: End): Promise<void> {
  const found = { action: "account_consent.ended", ...end } as const;
  return inTransaction(ctx, (tx) => endAndRecord(tx, systemCtx(newId()), row, found));
}

async function endAndRecord(
  tx: Tx,
  ctx: AuditContext,
  { id, merchantId, accountId }: Ending,
  { action, ...end }: End & { action: EndOfRenewal["action"] | "account_consent.ended" },
): Promise<void> {
  if (!(await endConsent(tx, id, end))) return;
  const detail = { account_id: accountId, reason: end.reason };
  await recordAudit(tx, ctx, { action, merchantId, subjectId: id, detail });
}
