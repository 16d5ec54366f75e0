import { type Db, Prisma, type TenantScope } from "../../lib/db";
import { rowsOf } from "../../lib/statements";
import { type RequestRow, STATUS } from "./store";

/** The part of a request that its status is about, which integrators read most often. */
type StatusRow = Pick<
  RequestRow,
  | "id"
  | "merchantId"
  | "test"
  | "status"
  | "statusReason"
  | "late"
  | "amount"
  | "currency"
  | "orderId"
  | "reversedAmount"
>;

/** A request's id, and for whom it is read. */
export type StatusQuery = { scope: TenantScope; id: string };

/** The statuses in the order of the queries; null for a request outside of its scope. One statement. */
export async function findStatuses(db: Db, queries: readonly StatusQuery[]): Promise<(StatusRow | null)[]> {
  const rows = await rowsOf<StatusRow & { number: number }>(
    db,
    Prisma.sql`SELECT query.number::int AS number, id, merchant_id AS "merchantId", test, ${STATUS}, late, amount, currency,
        order_id AS "orderId", reversed_amount AS "reversedAmount"
      FROM unnest(${queries.map(({ id }) => id)}::uuid[], ${queries.map(({ scope }) => scope.merchantId ?? null)}::uuid[],
        ${queries.map(({ scope }) => scope.partnerId ?? null)}::uuid[], ${queries.map(({ scope }) => scope.testOnly)}::bool[])
        WITH ORDINALITY AS query (request_id, of_merchant, of_partner, test_only, number)
      JOIN payment_requests ON id = request_id AND (of_merchant IS NULL OR merchant_id = of_merchant)
        AND (of_partner IS NULL OR merchant_id IN (SELECT merchants.id FROM merchants WHERE partner_id = of_partner))
        AND (test OR NOT test_only)`,
  );
  const found = new Map(rows.map((row) => [row.number, row]));
  return queries.map((_, index) => found.get(index + 1) ?? null);
}
