import { query } from "../../server/test/database";
import { EVENT_OF } from "../judge";
import type { Group, KillsPlan } from "./kills-plan";
import type { Endpoint } from "./shops";

export type EventRow = { id: string; type: string; body: string; order: string };
type DeliveryRow = { event: string; endpoint: string; status: string; reason: string | null };

const EVENTS = `SELECT e.id, e.type, e.body, r.order_id AS "order"
  FROM webhook_events e JOIN payment_requests r ON r.id = e.subject_id`;
const DELIVERIES = `SELECT event_id AS event, COALESCE(endpoint_id, merchant_id) AS endpoint, status, reason
  FROM webhook_deliveries`;
const END_OF = { expired: EVENT_OF.expired, cancelled: EVENT_OF.cancelled, settled: EVENT_OF.completed };
const BEGIN = "payment_request.pending";
const OTHER_ENVIRONMENT = /^the endpoint accepts (live|test) payments only$/;

/** Every event of a payment, by its id. */
export async function readEvents(): Promise<Map<string, EventRow>> {
  const { rows } = await query<EventRow>(EVENTS);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The kind of payment of an event. */
export function groupOf({ groups }: KillsPlan, { order }: EventRow): Group {
  const group = groups[Number(order.split("-")[0])];
  if (!group) throw new Error(`The order ${order} is not the drill's.`);
  return group;
}

/** The number of payments without exactly one event of their group's outcome. */
export function withoutOneEnd(plan: KillsPlan, events: Iterable<EventRow>): number {
  const ends = new Map<string, string[]>();
  for (const { order, type } of events) {
    if (type !== BEGIN) ends.set(order, [...(ends.get(order) ?? []), type]);
  }
  const right = [...ends].filter(([order, types]) => {
    const group = plan.groups[Number(order.split("-")[0])];
    return group && types.length === 1 && types[0] === END_OF[group.end];
  }).length;
  return plan.groups.reduce((sum, { count }) => sum + count, 0) - right;
}

const idOf = ({ endpointId, merchantId }: Endpoint) => endpointId ?? merchantId;

export type RowVerdict = { notOne: number; waiting: number; wrongEnd: number };

/** Compares the rows of deliveries with the plan: one for each event and endpoint, and the outcome of each. */
export async function judgeDeliveries(plan: KillsPlan, events: Map<string, EventRow>): Promise<RowVerdict> {
  const { rows } = await query<DeliveryRow>(DELIVERIES);
  const found = new Map<string, DeliveryRow[]>();
  for (const row of rows) {
    const key = `${row.event} ${row.endpoint}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  const verdict: RowVerdict = { notOne: 0, waiting: 0, wrongEnd: 0 };
  let expected = 0;
  for (const [id, event] of events) {
    const { told, refused } = groupOf(plan, event);
    expected += told.length + refused.length;
    for (const endpoint of [...told, ...refused]) {
      const [row, more] = found.get(`${id} ${idOf(endpoint)}`) ?? [];
      if (!row || more) verdict.notOne += 1;
      else if (row.status === "waiting") verdict.waiting += 1;
      else if (!endsRight(row, told.includes(endpoint))) verdict.wrongEnd += 1;
    }
  }
  // Other rows are not in the plan.
  verdict.notOne += Math.max(0, rows.length - expected);
  return verdict;
}

function endsRight({ status, reason }: DeliveryRow, isTold: boolean): boolean {
  return isTold ? status === "delivered" : status === "failed" && OTHER_ENVIRONMENT.test(reason ?? "");
}
