import { now } from "../../lib/clock";
import { type Db, Prisma, type Tx } from "../../lib/db";
import { newId } from "../../lib/ids";
import { rowsOf } from "../../lib/statements";

/**
 * Inserts the event and a delivery for each endpoint (null: the default URL). "none" is recorded as a delivery with the
 * status `no_destination`. `priority`: a person waits for it. Returns the deliveries' ids.
 */
export async function insertEvent(
  tx: Tx,
  event: Prisma.WebhookEventCreateWithoutDeliveriesInput & { id: string; merchantId: string },
  endpoints: ReadonlyArray<string | null> | "none",
  priority = false,
): Promise<string[]> {
  await tx.webhookEvent.create({ data: event, select: { id: true } });
  const { id: eventId, merchantId } = event;
  const rows =
    endpoints === "none"
      ? [{ endpointId: null, status: "no_destination", doneAt: now() }]
      : endpoints.map((endpointId) => ({ endpointId, status: "waiting", priority }));
  const data = rows.map((row) => ({ id: newId(), eventId, merchantId, ...row }));
  await tx.webhookDelivery.createMany({ data });
  return data.map(({ id }) => id);
}

/** The next sequence number of this subject. The caller holds a lock until the event is inserted. */
export async function nextSequenceOf(tx: Tx, subjectId: string): Promise<number> {
  const { _max } = await tx.webhookEvent.aggregate({ where: { subjectId }, _max: { sequence: true } });
  return (_max.sequence ?? 0) + 1;
}

/** An event with its body and its endpoints, not written yet. */
export type PreparedEvent = {
  id: string;
  merchantId: string;
  subjectId: string;
  sequence: number;
  type: string;
  test: boolean;
  body: string;
  endpoints: ReadonlyArray<string | null> | "none";
};

/**
 * SQL: parts of a WITH that insert events and their deliveries like `insertEvent`, once for the row of `locked`; nothing
 * when it has none. So that a change and its events are one statement.
 */
export function preparedEvents(events: readonly PreparedEvent[], locked: Prisma.Sql): Prisma.Sql {
  const deliveries = events.flatMap(({ id, endpoints }) =>
    (endpoints === "none" ? [null] : endpoints).map((endpointId) => ({
      id: newId(),
      eventId: id,
      endpointId,
      status: endpoints === "none" ? "no_destination" : "waiting",
    })),
  );
  const all = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key) => rows.map((row) => row[key]);
  return Prisma.sql`event AS (
      INSERT INTO webhook_events (id, merchant_id, type, subject_id, sequence, test, body)
      SELECT e.id, e.merchant_id, e.type, e.subject_id, e.sequence, e.test, e.body FROM ${locked}, unnest(
        ${all(events, "id")}::uuid[], ${all(events, "merchantId")}::uuid[], ${all(events, "type")}::text[],
        ${all(events, "subjectId")}::uuid[], ${all(events, "sequence")}::int[], ${all(events, "test")}::bool[],
        ${all(events, "body")}::text[]) AS e (id, merchant_id, type, subject_id, sequence, test, body)
      RETURNING id, merchant_id
    ), delivery AS (
      INSERT INTO webhook_deliveries (id, event_id, merchant_id, endpoint_id, status, done_at)
      SELECT d.id, event.id, event.merchant_id, d.endpoint_id, d.status,
        CASE WHEN d.status = 'no_destination' THEN app_now() END
      FROM event JOIN unnest(${all(deliveries, "id")}::uuid[], ${all(deliveries, "eventId")}::uuid[],
        ${all(deliveries, "endpointId")}::uuid[], ${all(deliveries, "status")}::text[])
        AS d (id, event_id, endpoint_id, status) ON d.event_id = event.id
    )`;
}

/** The default URL, and up to two enabled endpoints for the mode, the default one first. */
export async function findDefaultTargets(
  db: Db,
  merchantId: string,
  test: boolean,
): Promise<{ url: string | null; candidates: { id: string; isDefault: boolean; eventTypes: string[] }[] }> {
  const [row] = await rowsOf<Awaited<ReturnType<typeof findDefaultTargets>>>(
    db,
    Prisma.sql`SELECT (SELECT url FROM webhook_defaults WHERE merchant_id = ${merchantId}::uuid) AS url,
      (SELECT COALESCE(jsonb_agg(e), '[]'::jsonb) FROM (
        SELECT id, is_default AS "isDefault", event_types AS "eventTypes" FROM webhook_endpoints
        WHERE merchant_id = ${merchantId}::uuid AND disabled_at IS NULL
          AND environment IN ('Both', ${test ? "Test" : "Live"})
        ORDER BY is_default DESC, id LIMIT 2) e) AS candidates`,
  );
  return row ?? { url: null, candidates: [] };
}
