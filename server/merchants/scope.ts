import type { Caller } from "../lib/context";
import type { TenantScope } from "../lib/db";
import { AppError } from "../lib/errors";

/** The rows that a caller may see: its merchant's, its partner's merchants', or all. @throws AppError NO_TOKEN */
export function scopeOf(caller: Caller): TenantScope {
  const { testOnly } = caller;
  if (caller.kind === "merchant") return { merchantId: caller.merchantId, testOnly };
  if (caller.kind === "partner") return { partnerId: caller.partnerId, testOnly };
  if (caller.kind === "admin") return { testOnly };
  throw new AppError("NO_TOKEN");
}
