import { recordAudit } from "../../audit/record-audit";
import { type Ctx, isOperator } from "../../lib/context";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError } from "../../lib/errors";
import { notifyOwners } from "../notify-owners";
import { checkReason } from "../rules";
import {
  decideNameRequest,
  listOpenNameRequests,
  lockOpenNameRequest,
  type NameRequestRow,
  updateBrandName,
} from "./name-request-store";

const MAX_SHOWN = 100;

/** Names that wait for the operator's approval, oldest first; `more`: the list is longer. Operators only. */
export async function listNameRequests(ctx: Ctx): Promise<{ items: NameRequestRow[]; more: boolean }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_VIEW");
  const rows = await listOpenNameRequests(dbOf(ctx), MAX_SHOWN + 1);
  return { items: rows.slice(0, MAX_SHOWN), more: rows.length > MAX_SHOWN };
}

type NameDecision = { id: string; to: "approved" } | { id: string; to: "refused"; reason: string };

/**
 * Approves a merchant's name, which customers and banks see from then on, or refuses it with a reason for the merchant.
 * Operators only.
 * @throws AppError FORBIDDEN, NOT_FOUND (decided already, or another name replaced it), VALIDATION_ERROR on `reason`
 */
export async function decideName(ctx: Ctx, decision: NameDecision): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const reason = decision.to === "refused" ? checkReason(decision.reason) : null;
  await inTransaction(ctx, async (tx) => {
    const request = await lockOpenNameRequest(tx, decision.id);
    if (!request)
      throw new AppError("NOT_FOUND", { message: "This request was already decided or replaced by a newer one." });
    const { id, merchantId, name, brandName } = request;
    await decideNameRequest(tx, id, reason);
    const fact = { merchantId, subjectId: merchantId };
    if (reason === null) {
      await updateBrandName(tx, merchantId, name);
      const values = { before: { brand_name: brandName }, after: { brand_name: name } };
      await recordAudit(tx, ctx, { ...fact, action: "merchant.name_approved", ...values });
      await notifyOwners(tx, ctx, merchantId, { kind: "name-approved", from: brandName, to: name });
    } else {
      await recordAudit(tx, ctx, { ...fact, action: "merchant.name_refused", detail: { brand_name: name, reason } });
      await notifyOwners(tx, ctx, merchantId, { kind: "name-refused", name, reason });
    }
  });
}
