import type { Ctx } from "../../lib/context";
import { dbOf } from "../../lib/db";
import { findSummaryRows } from "./delivery-log-store";
import { type DeliveryState, deliveryStateOf } from "./delivery-state";

/** The deliveries of one payment or link. `state`: of the worst one; `none`: no event, or no endpoint. */
export type DeliverySummary = { state: "none" | DeliveryState; delivered: number; all: number };

const NOTHING: DeliverySummary = { state: "none", delivered: 0, all: 0 };

const WORST_FIRST: readonly DeliveryState[] = [
  "failed",
  "endpoint_disabled",
  "endpoint_paused",
  "endpoint_failing",
  "retrying",
  "pending",
  "sending",
  "delivered",
];

/**
 * Reads the delivery summary of each of these payments or links in one query. Deliveries of another merchant are not
 * counted. Returns a lookup by subject.
 */
export async function readDeliverySummary(
  ctx: Ctx,
  { merchantId, subjectIds }: { merchantId: string; subjectIds: readonly string[] },
): Promise<(subjectId: string) => DeliverySummary> {
  if (subjectIds.length === 0) return () => NOTHING;
  const states = new Map<string, DeliveryState[]>();
  for (const row of await findSummaryRows(dbOf(ctx), merchantId, subjectIds)) {
    states.set(row.subjectId, [...(states.get(row.subjectId) ?? []), deliveryStateOf(row)]);
  }
  return (subjectId) => summaryOf(states.get(subjectId) ?? []);
}

function summaryOf(states: readonly DeliveryState[]): DeliverySummary {
  const delivered = states.filter((state) => state === "delivered").length;
  const worst = WORST_FIRST.find((state) => states.includes(state));
  return worst === undefined ? NOTHING : { state: worst, delivered, all: states.length };
}
