import type { Ctx } from "../lib/context";
import { sha256 } from "../lib/crypto";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { cancelPayment } from "./cancel-payment";
import { findRequestByTokenHash } from "./store";

/** The shopper cancels in the page. @throws AppError PAYMENT_REQUEST_NOT_FOUND */
export async function cancelCheckout(ctx: Ctx, input: { paymentToken: string }): Promise<void> {
  const request = await findRequestByTokenHash(dbOf(ctx), sha256(input.paymentToken));
  if (!request) throw new AppError("PAYMENT_REQUEST_NOT_FOUND");
  await cancelPayment(request.id);
}
