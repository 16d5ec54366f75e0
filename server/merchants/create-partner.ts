import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError } from "../lib/errors";
import { newId } from "../lib/ids";
import { checkName } from "../lib/names";
import { insertPartner } from "./store";

/** Creates a partner, who acts for the merchants that it owns. Operators only. @throws AppError FORBIDDEN_CREATE */
export async function createPartner(
  ctx: Ctx,
  input: { name: string; id?: string },
): Promise<{ id: string; name: string }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_CREATE");
  const name = checkName(input.name);
  return inTransaction(ctx, async (tx) => {
    const partner = await insertPartner(tx, { id: input.id ?? newId(), name });
    const fact = { action: "partner.created", merchantId: null, partnerId: partner.id, subjectId: partner.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name } });
    return partner;
  });
}
