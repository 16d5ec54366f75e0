import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { maskIban } from "../lib/iban";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { listEntriesOf, type MovementRow } from "./movement-store";

/** A booked movement of one of the merchant's accounts. Amount in minor units; `number` is masked. */
export type Movement = Omit<MovementRow, "iban"> & { number: string };

/**
 * A page of what was booked on a merchant's accounts that payments are paid to, newest first; a test-only caller sees the
 * simulated accounts. `page` counts from 1. @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listMovements(
  ctx: Ctx,
  input: { merchantId?: string; page: number; limit: number },
): Promise<{ items: Movement[]; total: number }> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const { rows, total } = await listEntriesOf(dbOf(ctx), {
    merchantId: merchant.id,
    simulatedOnly: ctx.caller.testOnly,
    limit: input.limit,
    offset: (input.page - 1) * input.limit,
  });
  const items = rows.map(({ iban, ...row }) => ({ ...row, number: `${iban.slice(0, 4)} ${maskIban(iban)}` }));
  return { items, total };
}
