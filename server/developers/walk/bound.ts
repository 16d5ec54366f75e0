import { AppError } from "../../lib/errors";

/** Steps that one merchant has under way at this process. Each holds a call to a bank, for as long as that takes. */
const MAX_UNDER_WAY = 3;

const underWay = new Map<string, number>();

/** Carries out a step, unless the merchant has too many under way. @throws AppError TOO_MANY_REQUESTS */
export async function withinBound<T>(merchantId: string, step: () => Promise<T>): Promise<T> {
  const count = underWay.get(merchantId) ?? 0;
  if (count >= MAX_UNDER_WAY) {
    throw new AppError("TOO_MANY_REQUESTS", {
      message: "Three payments of yours are being walked through just now. Wait until one has come further.",
    });
  }
  underWay.set(merchantId, count + 1);
  try {
    return await step();
  } finally {
    const left = (underWay.get(merchantId) ?? 1) - 1;
    if (left > 0) underWay.set(merchantId, left);
    else underWay.delete(merchantId);
  }
}
