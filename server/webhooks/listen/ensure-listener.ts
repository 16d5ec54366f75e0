import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../lib/context";
import { newHexSecret, seal } from "../../lib/crypto";
import { dbOf, inTransaction } from "../../lib/db";
import { AppError, invalidField } from "../../lib/errors";
import { newId } from "../../lib/ids";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { findListener, findPresent, insertListener } from "./listener-store";

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;

/**
 * The merchant's listener of this name; creates it if missing, with a permanent secret, positioned before new events.
 * Only for the operator's command line.
 * @throws AppError VALIDATION_ERROR, FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function ensureListener(
  ctx: Ctx,
  input: { merchantId?: string | undefined; name: string },
): Promise<{ id: string; merchantId: string; isNew: boolean }> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  const { id: merchantId } = await resolveMerchant(ctx, input.merchantId);
  const { name } = input;
  if (!NAME.test(name)) throw invalidField("name", "must be 1 to 63 characters of a-z, 0-9 and -, not starting with -");
  const known = await findListener(dbOf(ctx), merchantId, name);
  if (known) return { id: known.id, merchantId, isNew: false };
  const id = newId();
  await inTransaction(ctx, async (tx) => {
    const secretSealed = seal(newHexSecret("whsec_"), id);
    if (!(await insertListener(tx, { id, merchantId, name, secretSealed, ...(await findPresent(tx)) }))) return;
    await recordAudit(tx, ctx, { action: "webhook_listener.created", merchantId, subjectId: id, detail: { name } });
  });
  const made = await findListener(dbOf(ctx), merchantId, name);
  if (!made) throw new Error(`The listener ${name} is gone.`);
  return { id: made.id, merchantId, isNew: made.id === id };
}
