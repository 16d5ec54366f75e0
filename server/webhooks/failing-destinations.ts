import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { resolveMerchant } from "../merchants/resolve-merchant";
import { findTroubles } from "./health-list-store";
import { nextTryOf } from "./health-rules";

/** More than anybody reads; the Console says how many, and names the first few. */
const MAX_TROUBLES = 50;

export type FailingDestination = {
  /** Null: the default URL. */
  name: string | null;
  state: "failing" | "paused";
  /** Since when it is so. */
  since: Date;
  /** Failures in a row. */
  failures: number;
  lastError: string | null;
  /** In the past: as soon as there is room. Null: no delivery waits for it. */
  nextTryAt: Date | null;
};

/**
 * The merchant's destinations that need somebody: those that fail, and those that the circuit breaker paused, the longest
 * first. What a person paused or disabled is as that person wants it. At most 50.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function failingDestinations(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<FailingDestination[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const rows = await findTroubles(dbOf(ctx), merchant.id, MAX_TROUBLES);
  return rows.map(({ name, failures, failingSince, lastError, pausedSince, probeAt, nextDueAt }) => ({
    name,
    state: pausedSince === null ? "failing" : "paused",
    since: pausedSince ?? failingSince,
    failures,
    lastError,
    nextTryAt: nextTryOf({ failures, pausedSince, heldSince: null, probeAt }, nextDueAt),
  }));
}
