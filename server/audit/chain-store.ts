import { type Db, Prisma } from "../lib/db";
import type { ChainPosition, SealedEntry } from "./rules";

export type SealedRow = Omit<SealedEntry, "prevHash" | "hash"> & {
  prevHash: Uint8Array | null;
  hash: Uint8Array | null;
};

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString("hex");

/** The columns that an entry's hash covers, with JSON as PostgreSQL writes it. */
export const SEALED_COLUMNS = Prisma.sql`
  chain_id AS "chainId", seq, prev_hash AS "prevHash", hash, id, at, actor_kind AS "actorKind", actor_id AS "actorId",
  acting_as AS "actingAs", merchant_id AS "merchantId", partner_id AS "partnerId", action, subject_id AS "subjectId",
  detail::text AS "detailText", before::text AS "beforeText", after::text AS "afterText",
  request_id AS "requestId", ip, user_agent AS "userAgent"`;

export function sealedOf(row: SealedRow): SealedEntry {
  return { ...row, prevHash: hex(row.prevHash), hash: hex(row.hash) };
}

/** The next entries of a chain after a position, in order. */
export async function readLinks(
  db: Db,
  { chainId, afterSeq, limit }: { chainId: string; afterSeq: bigint; limit: number },
): Promise<SealedEntry[]> {
  const rows = await db.$queryRaw<SealedRow[]>`
    SELECT ${SEALED_COLUMNS} FROM audit_entries
    WHERE chain_id = ${chainId}::uuid AND seq > ${afterSeq} ORDER BY seq LIMIT ${limit}`;
  return rows.map(sealedOf);
}

/** The position of a chain's last entry, as recorded when it was added; null for a chain without entries. */
export async function readHead(db: Db, chainId: string): Promise<ChainPosition | null> {
  const head = await db.auditChain.findUnique({ where: { chainId } });
  return head && { seq: head.seq, hash: hex(head.hash) };
}

/** An entry without a position in the chain. The trigger chains every entry at commit, so such a row bypassed it. */
export async function findUnsealed(db: Db, chainId: string): Promise<{ id: string } | null> {
  return db.auditEntry.findFirst({ where: { chainId, hash: null }, select: { id: true } });
}

/** Every chain that has an entry or a recorded end. */
export async function listChains(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ chainId: string }[]>`
    SELECT DISTINCT chain_id AS "chainId" FROM
      (SELECT chain_id FROM audit_chains UNION SELECT chain_id FROM audit_entries) AS chains ORDER BY chain_id`;
  return rows.map(({ chainId }) => chainId);
}
