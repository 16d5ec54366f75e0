import { type Db, inScope, Prisma, type TenantScope, type Tx } from "../../lib/db";
import { type RequestRow, selectRequest, selectRequests } from "../requests/store";

/** The request of a link that may still pay; else the newest that can still be started; else null. */
export function findOpenRequestOfLink(db: Db, linkId: string): Promise<RequestRow | null> {
  return selectRequest(
    db,
    Prisma.sql`payment_link_id = ${linkId}::uuid AND status = 'pending' AND (live_attempt_id IS NOT NULL OR expires_at > app_now())
      ORDER BY (live_attempt_id IS NULL), created_at DESC LIMIT 1`,
  );
}

/** Pending requests of a link: `live`, those that an attempt may still pay; `idle`, those without one. */
export async function findPendingRequestsOfLink(tx: Tx, linkId: string, which: "idle" | "live"): Promise<string[]> {
  const isWanted = which === "live" ? Prisma.sql`live_attempt_id IS NOT NULL` : Prisma.sql`live_attempt_id IS NULL`;
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM payment_requests WHERE payment_link_id = ${linkId}::uuid AND status = 'pending'
      AND ${isWanted} ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The newest requests of a link and their number; none for a link that is out of scope. */
export async function listRequestsOfLink(
  db: Db,
  scope: TenantScope,
  page: { linkId: string; limit: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const ofLink = Prisma.sql`payment_link_id = ${page.linkId}::uuid AND ${inScope(scope)}`;
  const rows = await selectRequests(db, Prisma.sql`${ofLink} ORDER BY created_at DESC, id DESC LIMIT ${page.limit}`);
  const [counted] = await db.$queryRaw<Array<{ total: number }>>`
    SELECT count(*)::int AS total FROM payment_requests WHERE ${ofLink}`;
  return { rows, total: counted?.total ?? 0 };
}

/** The number of requests of each of these links; none for a link that is out of scope. */
export function countRequestsOfLinks(
  db: Db,
  scope: TenantScope,
  linkIds: readonly string[],
): Promise<Array<{ linkId: string; tries: number }>> {
  return db.$queryRaw<Array<{ linkId: string; tries: number }>>`
    SELECT payment_link_id::text AS "linkId", count(*)::int AS tries FROM payment_requests
    WHERE payment_link_id = ANY (${linkIds}::uuid[]) AND ${inScope(scope)} GROUP BY payment_link_id`;
}
