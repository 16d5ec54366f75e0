import { Prisma } from "../lib/db";
import type { Place } from "../lib/keyset";
import { DELIVERY_STATUSES, type DeliveryStatus } from "./delivery-status";

/** Which deliveries of a merchant. What is empty or null does not narrow. */
export type LogFilter = {
  merchantId: string;
  /** Of test payments and links alone. */
  testOnly: boolean;
  types: readonly string[];
  statuses: readonly DeliveryStatus[];
  /** Named endpoints' ids; the merchant's own id for its default URL. */
  destinations: readonly string[];
  /** What the event is about: a payment request, a link; or the event itself. */
  about: { subjectId: string } | { eventId: string } | null;
  /** Recorded at or after, and before. */
  from: Date | null;
  to: Date | null;
};

/** One walk along the log, from an end or from a place. */
export type Walk = {
  /** `any`: whatever order costs least; it ends as soon as it has enough. */
  towards: "older" | "newer" | "any";
  /** Exclusive. Null: from the end. */
  from: Place | null;
  limit: number;
  /** What has to hold beside the filter, and what is read beside the key, in terms of `d`. */
  also?: Prisma.Sql;
  columns?: Prisma.Sql;
};

/** Every type that there is: shelves are named, not searched for. */
export type Shelves = { types: readonly string[]; destinations: readonly string[] };

const ORDERS: Record<Walk["towards"], Prisma.Sql> = {
  older: Prisma.sql`ORDER BY created_at DESC, id DESC`,
  newer: Prisma.sql`ORDER BY created_at, id`,
  any: Prisma.empty,
};

const KEY = Prisma.sql`d.id, d.created_at`;

/**
 * SQL of the keys (`id`, `created_at`) of the deliveries that the filter lets through, as far as the walk goes, in its order. A
 * filter by type, status or destination takes the shelves of the index `webhook_deliveries_log` that it names: as many
 * as the walk can need from the end of each. So a page costs what the shelves are, not what lies on them, and a rare
 * type is found among a million others as fast as a common one.
 */
export function walkSql(filter: LogFilter, walk: Walk, all: Shelves): Prisma.Sql {
  const columns = walk.columns ? Prisma.sql`${KEY}, ${walk.columns}` : KEY;
  const end = Prisma.sql`${ORDERS[walk.towards]} LIMIT ${walk.limit}`;
  const conditions = and([...boundsOf(filter), ...beyond(walk), ...(walk.also ? [walk.also] : [])]);
  if (filter.about !== null) {
    return Prisma.sql`SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND ${isAbout(filter.about)} AND ${plain(filter)}
        AND ${conditions} ${end}`;
  }
  if (!isNarrowed(filter)) {
    return Prisma.sql`SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND ${conditions} ${end}`;
  }
  const [types, statuses, destinations] = [
    orAll(filter.types, all.types),
    orAll(filter.statuses, DELIVERY_STATUSES),
    orAll(filter.destinations, all.destinations),
  ];
  return Prisma.sql`SELECT shelved.*
    FROM unnest(${destinations}::uuid[]) AS destination
    CROSS JOIN unnest(${types}::text[]) AS type
    CROSS JOIN unnest(${statuses}::text[]) AS status
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND COALESCE(d.endpoint_id, d.merchant_id) = destination
        AND d.event_type = type AND d.status = status.status AND ${conditions} ${end}
    ) AS shelved ${end}`;
}

function isNarrowed({ types, statuses, destinations }: LogFilter): boolean {
  return types.length + statuses.length + destinations.length > 0;
}

function orAll<T>(some: readonly T[], all: readonly T[]): T[] {
  return [...(some.length > 0 ? some : all)];
}

function isAbout(about: NonNullable<LogFilter["about"]>): Prisma.Sql {
  if ("eventId" in about) return Prisma.sql`d.event_id = ${about.eventId}::uuid`;
  return Prisma.sql`d.event_id IN (SELECT e.id FROM webhook_events e WHERE e.subject_id = ${about.subjectId}::uuid)`;
}

/** The filter without shelves, for the few deliveries of one payment. */
function plain({ types, statuses, destinations }: LogFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [];
  if (types.length > 0) conditions.push(Prisma.sql`d.event_type = ANY (${[...types]}::text[])`);
  if (statuses.length > 0) conditions.push(Prisma.sql`d.status = ANY (${[...statuses]}::text[])`);
  if (destinations.length > 0)
    conditions.push(Prisma.sql`COALESCE(d.endpoint_id, d.merchant_id) = ANY (${[...destinations]}::uuid[])`);
  return and(conditions);
}

function boundsOf({ from, to, testOnly }: LogFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (from !== null) conditions.push(Prisma.sql`d.created_at >= ${from}`);
  if (to !== null) conditions.push(Prisma.sql`d.created_at < ${to}`);
  if (testOnly) conditions.push(Prisma.sql`(SELECT e.test FROM webhook_events e WHERE e.id = d.event_id)`);
  return conditions;
}

function beyond({ towards, from }: Walk): Prisma.Sql[] {
  if (from === null) return [];
  const place = Prisma.sql`(${from.at}::timestamptz, ${from.id}::uuid)`;
  return [
    towards === "older" ? Prisma.sql`(d.created_at, d.id) < ${place}` : Prisma.sql`(d.created_at, d.id) > ${place}`,
  ];
}

function and(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.join([...conditions], " AND ");
}
