import { type Db, Prisma, type Tx } from "../lib/db";
import { type RequestRow, selectRequest } from "./store";

/** The request of a link that may still pay; else the newest that can still be started; else null. */
export function findOpenRequestOfLink(db: Db, linkId: string): Promise<RequestRow | null> {
  return selectRequest(
    db,
    Prisma.sql`payment_link_id = ${linkId}::uuid AND status = 'pending' AND (live_attempt_id IS NOT NULL OR expires_at > app_now())
      ORDER BY (live_attempt_id IS NULL), created_at DESC LIMIT 1`,
  );
}

/** Other requests of a link that no attempt can pay any more and that are still pending. */
export async function findIdleRequestsOfLink(tx: Tx, linkId: string, exceptId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM payment_requests WHERE payment_link_id = ${linkId}::uuid AND id <> ${exceptId}::uuid
      AND status = 'pending' AND live_attempt_id IS NULL ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Requests of a link that an attempt may still pay. */
export async function findLiveRequestsOfLink(tx: Tx, linkId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM payment_requests WHERE payment_link_id = ${linkId}::uuid AND status = 'pending'
      AND live_attempt_id IS NOT NULL ORDER BY id`;
  return rows.map(({ id }) => id);
}
