import { AppError } from "../../lib/errors";

/** Steps that one merchant may run at the same time in this process. Each holds a request to a bank. */
const MAX_UNDER_WAY = 3;

const underWay = new Map<string, number>();

/** Runs a step, unless the merchant runs too many. @throws AppError TOO_MANY_REQUESTS */
export async function withStepLimit<T>(merchantId: string, step: () => Promise<T>): Promise<T> {
  const count = underWay.get(merchantId) ?? 0;
  if (count >= MAX_UNDER_WAY) {
    throw new AppError("TOO_MANY_REQUESTS", {
      message: "Three simulated payments are running already. Wait until one of them has finished its step.",
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
