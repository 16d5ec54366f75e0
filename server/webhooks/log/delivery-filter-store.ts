import { allOf, Prisma } from "../../lib/db";
import { afterCursor, keysetOrder, type TimeKey } from "../../lib/keyset";
import { DELIVERY_STATUSES, type DeliveryStatus } from "./delivery-status";

/** Which deliveries of a merchant. Empty and null fields do not restrict. */
export type LogFilter = {
  merchantId: string;
  /** Only of test payments and links. */
  testOnly: boolean;
  types: readonly string[];
  statuses: readonly DeliveryStatus[];
  /** Ids of named endpoints; the merchant's id for its default URL. */
  endpointKeys: readonly string[];
  /** The event's subject (payment request or link), or the event itself. */
  about: { subjectId: string } | { eventId: string } | null;
  /** Recorded from, inclusive, and to, exclusive. */
  from: Date | null;
  to: Date | null;
};

/** A keyset page of the log, from an end or a cursor. */
export type PageQuery = {
  /** `any`: in the cheapest order, up to `limit`. */
  towards: "older" | "newer" | "any";
  /** Exclusive. Null: from the end. */
  from: TimeKey | null;
  limit: number;
  /** Additional condition and columns, in terms of `d`. */
  also?: Prisma.Sql;
  columns?: Prisma.Sql;
};

/** Every type and endpoint that exists: an unrestricted column is expanded to all of them. */
export type IndexPartitions = { types: readonly string[]; endpointKeys: readonly string[] };

const KEY = { at: Prisma.sql`created_at`, id: Prisma.sql`id` };
const DELIVERY_KEY = { at: Prisma.sql`d.created_at`, id: Prisma.sql`d.id` };

/**
 * SQL of the keys (`id`, `created_at`) of one page of the filter's deliveries, in its order. A filter by type, status
 * or endpoint reads the partitions of the index `webhook_deliveries_log` that it names, up to `limit` rows of each. The
 * cost depends on the number of partitions and not on their rows, so a rare type among a million others is as fast as a
 * common one.
 */
export function deliveryKeysSql(filter: LogFilter, page: PageQuery, all: IndexPartitions): Prisma.Sql {
  const key = Prisma.sql`d.id, d.created_at`;
  const columns = page.columns ? Prisma.sql`${key}, ${page.columns}` : key;
  const end = Prisma.sql`${keysetOrder(KEY, page.towards)} LIMIT ${page.limit}`;
  const conditions = allOf([
    ...boundsOf(filter),
    ...afterCursor(DELIVERY_KEY, page),
    ...(page.also ? [page.also] : []),
  ]);
  if (filter.about !== null) {
    return Prisma.sql`SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND ${isAbout(filter.about)} AND ${plain(filter)}
        AND ${conditions} ${end}`;
  }
  if (!isNarrowed(filter)) {
    return Prisma.sql`SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND ${conditions} ${end}`;
  }
  const [types, statuses, endpointKeys] = [
    orAll(filter.types, all.types),
    orAll(filter.statuses, DELIVERY_STATUSES),
    orAll(filter.endpointKeys, all.endpointKeys),
  ];
  return Prisma.sql`SELECT listed.*
    FROM unnest(${endpointKeys}::uuid[]) AS endpoint_key
    CROSS JOIN unnest(${types}::text[]) AS type
    CROSS JOIN unnest(${statuses}::text[]) AS status
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM webhook_deliveries d
      WHERE d.merchant_id = ${filter.merchantId}::uuid AND COALESCE(d.endpoint_id, d.merchant_id) = endpoint_key
        AND d.event_type = type AND d.status = status.status AND ${conditions} ${end}
    ) AS listed ${end}`;
}

function isNarrowed({ types, statuses, endpointKeys }: LogFilter): boolean {
  return types.length + statuses.length + endpointKeys.length > 0;
}

function orAll<T>(some: readonly T[], all: readonly T[]): T[] {
  return [...(some.length > 0 ? some : all)];
}

function isAbout(about: NonNullable<LogFilter["about"]>): Prisma.Sql {
  if ("eventId" in about) return Prisma.sql`d.event_id = ${about.eventId}::uuid`;
  return Prisma.sql`d.event_id IN (SELECT e.id FROM webhook_events e WHERE e.subject_id = ${about.subjectId}::uuid)`;
}

/** The filter without partitions, for the few deliveries of one payment. */
function plain({ types, statuses, endpointKeys }: LogFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [];
  if (types.length > 0) conditions.push(Prisma.sql`d.event_type = ANY (${[...types]}::text[])`);
  if (statuses.length > 0) conditions.push(Prisma.sql`d.status = ANY (${[...statuses]}::text[])`);
  if (endpointKeys.length > 0)
    conditions.push(Prisma.sql`COALESCE(d.endpoint_id, d.merchant_id) = ANY (${[...endpointKeys]}::uuid[])`);
  return allOf(conditions);
}

function boundsOf({ from, to, testOnly }: LogFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  if (from !== null) conditions.push(Prisma.sql`d.created_at >= ${from}`);
  if (to !== null) conditions.push(Prisma.sql`d.created_at < ${to}`);
  if (testOnly) conditions.push(Prisma.sql`(SELECT e.test FROM webhook_events e WHERE e.id = d.event_id)`);
  return conditions;
}
