import { recordAudit } from "../audit/record-audit";
import type { Ctx } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { newId } from "../lib/ids";
import { insertPartner } from "./store";

const MAX_NAME = 140;

/** Trimmed. @throws AppError VALIDATION_ERROR on `name` */
export function checkPartnerName(given: string): string {
  const name = given.trim();
  if (!name || name.length > MAX_NAME) throw invalidField("name", `Enter a name of 1 to ${MAX_NAME} characters.`);
  return name;
}

/** Creates a partner, who acts for the merchants that it owns. Operators only. @throws AppError FORBIDDEN_CREATE */
export async function createPartner(
  ctx: Ctx,
  input: { name: string; id?: string },
): Promise<{ id: string; name: string }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN_CREATE");
  const name = checkPartnerName(input.name);
  return inTransaction(ctx, async (tx) => {
    const partner = await insertPartner(tx, { id: input.id ?? newId(), name });
    const fact = { action: "partner.created", merchantId: null, partnerId: partner.id, subjectId: partner.id };
    await recordAudit(tx, ctx, { ...fact, detail: { name } });
    return partner;
  });
}
