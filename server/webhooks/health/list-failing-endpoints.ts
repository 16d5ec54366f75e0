import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { resolveMerchant } from "../../merchants/resolve-merchant";
import { nextTryOf } from "./circuit-rules";
import { type EndpointState, endpointStateOf } from "./endpoint-state";
import { findFailingEndpoints } from "./health-list-store";

/** The Console shows the number and the first few. */
const MAX_TROUBLES = 50;

type FailingEndpoint = {
  /** Null: the default URL. */
  name: string | null;
  state: EndpointState;
  /** Start of this state. */
  since: Date;
  /** Failures in a row. */
  failures: number;
  lastError: string | null;
  /** In the past: as soon as there is capacity. Null: no delivery waits. */
  nextTryAt: Date | null;
};

/**
 * A merchant's endpoints that are failing or whose circuit is open, the longest first, at most 50. Paused and disabled
 * ones are excluded, because a person decided that.
 * @throws AppError MERCHANT_ID_REQUIRED, MERCHANT_NOT_FOUND
 */
export async function listFailingEndpoints(
  ctx: Ctx,
  input: { merchantId?: string | undefined },
): Promise<FailingEndpoint[]> {
  const merchant = await resolveMerchant(ctx, input.merchantId);
  const rows = await findFailingEndpoints(dbOf(ctx), merchant.id, MAX_TROUBLES);
  return rows.map(({ name, failures, failingSince, lastError, circuitOpenedAt, trialAt, nextDueAt }) => ({
    name,
    state: endpointStateOf({ failures, circuitOpenedAt, pausedAt: null, disabledAt: null }),
    since: circuitOpenedAt ?? failingSince,
    failures,
    lastError,
    nextTryAt: nextTryOf({ pausedAt: null, trialAt }, nextDueAt),
  }));
}
