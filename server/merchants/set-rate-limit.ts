import { recordAudit } from "../audit/record-audit";
import { type Ctx, isOperator } from "../lib/context";
import { inTransaction } from "../lib/db";
import { AppError, invalidField } from "../lib/errors";
import { resolveMerchant } from "./resolve-merchant";
import { updateRateLimit } from "./usage-store";

const MAX_PER_MINUTE = 1_000_000;

/** Null: no limit. @throws AppError VALIDATION_ERROR on `per_minute` */
export function checkPerMinute(perMinute: number | null): void {
  if (perMinute !== null && !(Number.isInteger(perMinute) && perMinute >= 1 && perMinute <= MAX_PER_MINUTE))
    throw invalidField("per_minute", "Enter a whole number from 1 to 1,000,000, or nothing for no limit.");
}

/**
 * Sets how many API requests a minute a merchant's own credentials may send, or (null) removes the limit. It takes
 * effect on every process within two seconds. Idempotent. Operators only.
 * @throws AppError FORBIDDEN, MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND, VALIDATION_ERROR on `per_minute`
 */
export async function setRateLimit(ctx: Ctx, input: { merchantId: string; perMinute: number | null }): Promise<void> {
  if (!isOperator(ctx.caller)) throw new AppError("FORBIDDEN");
  const { id } = await resolveMerchant(ctx, input.merchantId);
  const { perMinute } = input;
  checkPerMinute(perMinute);
  await inTransaction(ctx, async (tx) => {
    const before = await updateRateLimit(tx, id, perMinute);
    if (before === undefined) return;
    await recordAudit(tx, ctx, {
      ...{ action: "merchant.request_limit_set", merchantId: id, subjectId: id },
      before: { requests_per_minute: before },
      after: { requests_per_minute: perMinute },
    });
  });
}
