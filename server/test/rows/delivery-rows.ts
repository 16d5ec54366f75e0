import { newId } from "../../lib/ids";
import { EVENT_TYPES } from "../../webhooks/events/record-event";
import { DELIVERY_STATUSES, type DeliveryStatus } from "../../webhooks/log/delivery-status";
import { query } from "../database";

/** A delivery for filling a log, each with its own event. */
export type DeliveryRow = {
  id: string;
  eventId: string;
  subjectId: string;
  type: string;
  status: DeliveryStatus;
  /** Null: the default URL. */
  endpointId: string | null;
  test: boolean;
  at: Date;
};

/** Rows of every kind, many with equal times, from given random integers. */
export function deliveryRow(
  drawn: readonly number[],
  endpointIds: readonly (string | null)[],
  start: Date,
): DeliveryRow {
  const pick = <T>(from: readonly T[], index: number) => from[(drawn[index] ?? 0) % from.length] as T;
  return {
    id: newId(),
    eventId: newId(),
    subjectId: newId(),
    type: pick(EVENT_TYPES, 0),
    status: pick(DELIVERY_STATUSES, 1),
    endpointId: pick(endpointIds, 2),
    test: pick([true, false], 3),
    at: new Date(start.getTime() + pick([0, 1, 2, 3, 4, 5, 6, 7], 4) * 60_000),
  };
}

/** Writes the deliveries with their events directly to the database. */
export async function insertDeliveryRows(merchantId: string, rows: readonly DeliveryRow[]): Promise<void> {
  const given = JSON.stringify(rows);
  const columns = `"eventId" uuid, id uuid, "subjectId" uuid, type text, status text, "endpointId" uuid, test boolean, at timestamptz`;
  await query(
    `INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body, created_at)
       SELECT "eventId", $1, type, "subjectId", 1, test, '{}', at FROM json_to_recordset($2) AS r (${columns})`,
    [merchantId, given],
  );
  await query(
    `INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, due_at, created_at, done_at)
       SELECT id, "eventId", $1, "endpointId", status, at + interval '1 day', at,
         CASE WHEN status <> 'waiting' THEN at END FROM json_to_recordset($2) AS r (${columns})`,
    [merchantId, given],
  );
}
