import { type Db, firstRow, type Tx } from "../../lib/db";

type OpenNameRequest = { id: string; name: string; createdAt: Date };

/** The name that waits for approval; null: none. */
export function findOpenNameRequest(db: Db, merchantId: string): Promise<OpenNameRequest | null> {
  return db.merchantNameRequest.findFirst({
    where: { merchantId, state: "open" },
    select: { id: true, name: true, createdAt: true },
  });
}

export type RefusedName = { name: string; reason: string; decidedAt: Date };

/** The last decision on a name of the merchant, if it was a refusal. */
export async function findLastRefusal(db: Db, merchantId: string): Promise<RefusedName | null> {
  const rows = await db.$queryRaw<(RefusedName & { state: string })[]>`
    SELECT name, reason, state, decided_at AS "decidedAt" FROM merchant_name_requests
    WHERE merchant_id = ${merchantId}::uuid AND state IN ('approved', 'refused')
    ORDER BY decided_at DESC, id DESC LIMIT 1`;
  const [last] = rows;
  return last?.state === "refused" ? { name: last.name, reason: last.reason, decidedAt: last.decidedAt } : null;
}

type NewNameRequest = {
  id: string;
  merchantId: string;
  name: string;
  previousName: string;
  requestedBy: string | null;
};

export async function insertNameRequest(tx: Tx, row: NewNameRequest): Promise<void> {
  await tx.merchantNameRequest.create({ data: row, select: { id: true } });
}

/** Withdraws the open request, if there is one, without a decision. The caller has locked the merchant's row. */
export async function withdrawNameRequest(tx: Tx, merchantId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchant_name_requests SET state = 'withdrawn', decided_at = app_now()
    WHERE merchant_id = ${merchantId}::uuid AND state = 'open'`;
}

type DecidableName = { id: string; merchantId: string; name: string; brandName: string };

/** An open request with its merchant's current name, the merchant's row locked; null: already decided, or unknown. */
export async function lockOpenNameRequest(tx: Tx, id: string): Promise<DecidableName | null> {
  await tx.$queryRaw`
    SELECT m.id FROM merchants m JOIN merchant_name_requests r ON r.merchant_id = m.id WHERE r.id = ${id}::uuid
    FOR UPDATE OF m`;
  return firstRow(tx.$queryRaw<DecidableName[]>`
    SELECT r.id::text, r.merchant_id::text AS "merchantId", r.name, m.brand_name AS "brandName"
    FROM merchant_name_requests r JOIN merchants m ON m.id = r.merchant_id
    WHERE r.id = ${id}::uuid AND r.state = 'open'`);
}

/** Stores the decision; `reason` null: approved. */
export async function decideNameRequest(tx: Tx, id: string, reason: string | null): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchant_name_requests
    SET state = ${reason === null ? "approved" : "refused"}, reason = ${reason}, decided_at = app_now()
    WHERE id = ${id}::uuid`;
}

/** Sets the merchant's name and version, so that forms filled before are refused. */
export async function updateBrandName(tx: Tx, merchantId: string, brandName: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE merchants SET brand_name = ${brandName}, branding_version = branding_version + 1, updated_at = app_now()
    WHERE id = ${merchantId}::uuid`;
}

export type NameRequestRow = {
  id: string;
  merchantId: string;
  brandName: string;
  name: string;
  partnerName: string | null;
  /** The address of the user who requested it; null: not a user. */
  requestedBy: string | null;
  createdAt: Date;
};

/** Names that wait for approval, oldest first, up to `limit`. */
export function listOpenNameRequests(db: Db, limit: number): Promise<NameRequestRow[]> {
  return db.$queryRaw<NameRequestRow[]>`
    SELECT r.id::text, r.merchant_id::text AS "merchantId", m.brand_name AS "brandName", r.name, p.name AS "partnerName",
      u.email AS "requestedBy", r.created_at AS "createdAt"
    FROM merchant_name_requests r JOIN merchants m ON m.id = r.merchant_id
      LEFT JOIN partners p ON p.id = m.partner_id LEFT JOIN users u ON u.id = r.requested_by
    WHERE r.state = 'open' ORDER BY r.created_at, r.id LIMIT ${limit}`;
}
