import { query } from "../database";
import type { Group, KillsPlan } from "./kills-plan";
import type { Destination } from "./shops";

export type EventRow = { id: string; type: string; body: string; order: string };
type DeliveryRow = { event: string; destination: string; status: string; reason: string | null };

const EVENTS = `SELECT e.id, e.type, e.body, r.order_id AS "order"
  FROM webhook_events e JOIN payment_requests r ON r.id = e.subject_id`;
const DELIVERIES = `SELECT event_id AS event, COALESCE(endpoint_id, merchant_id) AS destination, status, reason
  FROM webhook_deliveries`;
const END_OF = {
  expired: "payment_request.expired",
  cancelled: "payment_request.cancelled",
  settled: "payment_request.succeeded",
} as const;
const BEGIN = "payment_request.pending";
const OTHER_ENVIRONMENT = /^the endpoint takes (live|test) payments only$/;

/** Every event of a payment, by its id. */
export async function readEvents(): Promise<Map<string, EventRow>> {
  const { rows } = await query((client) => client.query<EventRow>(EVENTS));
  return new Map(rows.map((row) => [row.id, row]));
}

/** The kind of payment that an event tells of. */
export function groupOf({ groups }: KillsPlan, { order }: EventRow): Group {
  const group = groups[Number(order.split("-")[0])];
  if (!group) throw new Error(`The order ${order} is not the drill's.`);
  return group;
}

/** How many payments have not exactly the one end that their group has, told of by one event. */
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

const idOf = ({ endpointId, merchantId }: Destination) => endpointId ?? merchantId;

export type RowVerdict = { notOne: number; waiting: number; wrongEnd: number };

/** Holds the rows of deliveries against the plan: one for each event and destination, and how each has ended. */
export async function judgeDeliveries(plan: KillsPlan, events: Map<string, EventRow>): Promise<RowVerdict> {
  const { rows } = await query((client) => client.query<DeliveryRow>(DELIVERIES));
  const found = new Map<string, DeliveryRow[]>();
  for (const row of rows) {
    const key = `${row.event} ${row.destination}`;
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  const verdict: RowVerdict = { notOne: 0, waiting: 0, wrongEnd: 0 };
  let expected = 0;
  for (const [id, event] of events) {
    const { told, refused } = groupOf(plan, event);
    expected += told.length + refused.length;
    for (const destination of [...told, ...refused]) {
      const [row, more] = found.get(`${id} ${idOf(destination)}`) ?? [];
      if (!row || more) verdict.notOne += 1;
      else if (row.status === "waiting") verdict.waiting += 1;
      else if (!endsRight(row, told.includes(destination))) verdict.wrongEnd += 1;
    }
  }
  // What is there beside them is nobody's.
  verdict.notOne += Math.max(0, rows.length - expected);
  return verdict;
}

function endsRight({ status, reason }: DeliveryRow, isTold: boolean): boolean {
  return isTold ? status === "delivered" : status === "failed" && OTHER_ENVIRONMENT.test(reason ?? "");
}
