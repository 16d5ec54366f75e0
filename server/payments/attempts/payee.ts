import type { Ctx } from "../../lib/context";
import { AppError } from "../../lib/errors";
import { readMerchant } from "../../merchants/read-merchant";
import type { Merchant } from "../../merchants/resolve-merchant";

/** The merchant of a payment to start. @throws AppError FORBIDDEN_CREATE for a live payment of a suspended merchant */
export async function payeeOf(ctx: Ctx, payment: { merchantId: string; test: boolean }): Promise<Merchant> {
  const merchant = await readMerchant(ctx, payment.merchantId);
  refuseSuspended(merchant, payment);
  return merchant;
}

/**
 * A suspended merchant cannot receive live payments; tests move no money (contract, "Callers and merchants").
 * @throws AppError FORBIDDEN_CREATE
 */
export function refuseSuspended({ suspendedAt }: Merchant, { test }: { test: boolean }): void {
  if (test || suspendedAt === null) return;
  throw new AppError("FORBIDDEN_CREATE", {
    message: "This merchant cannot receive live payments at present. Ask the operator of this service.",
  });
}
