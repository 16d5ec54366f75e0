import { sha256 } from "../lib/crypto";

/** The chain of entries that belong to no merchant and no partner. */
export const PLATFORM_CHAIN = "00000000-0000-0000-0000-000000000000";

/** The previous hash of a chain's first entry. */
export const FIRST_HASH = "00".repeat(32);

/** The hashed fields of an entry. JSON columns as PostgreSQL writes them (`jsonb::text`), hashes in hex. */
export type SealedEntry = {
  chainId: string;
  seq: bigint;
  prevHash: string;
  hash: string;
  id: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actingAs: string | null;
  merchantId: string | null;
  partnerId: string | null;
  action: string;
  subjectId: string | null;
  detailText: string;
  beforeText: string | null;
  afterText: string | null;
  requestId: string | null;
  ip: string | null;
  userAgent: string | null;
};

/** The hashed text of an entry: equal to `audit_entry_text` in the database, but implemented independently. */
export function textOfEntry(entry: Omit<SealedEntry, "hash">): string {
  const { chainId, seq, prevHash, id, at, actorKind, actorId, actingAs, merchantId, partnerId } = entry;
  const { action, subjectId, detailText, beforeText, afterText, requestId, ip, userAgent } = entry;
  const head = [chainId, String(seq), prevHash, id, at.toISOString()];
  const who = [actorKind, actorId, actingAs, merchantId, partnerId];
  const what = [action, subjectId, detailText, beforeText, afterText];
  return JSON.stringify([...head, ...who, ...what, requestId, ip, userAgent]);
}

/** Lower-case hex SHA-256 of an entry's text. */
export function hashOfEntry(entry: Omit<SealedEntry, "hash">): string {
  return Buffer.from(sha256(textOfEntry(entry))).toString("hex");
}

/** A fault of an entry. `gap`: the previous entry is missing or moved. */
type LinkFault = { kind: "changed" | "gap"; seq: bigint; id: string };

/** A position in a chain: the seq and hash of the entry that the next one must follow. */
export type ChainPosition = { seq: bigint; hash: string };

export const CHAIN_START: ChainPosition = { seq: 0n, hash: FIRST_HASH };

/** The first fault of the entries after `from`, in the order of their seq; or the position after them. */
export function checkLinks(
  from: ChainPosition,
  entries: readonly SealedEntry[],
): { position: ChainPosition; fault: LinkFault | null } {
  let position = from;
  for (const entry of entries) {
    const { seq, id } = entry;
    if (hashOfEntry(entry) !== entry.hash) return { position, fault: { kind: "changed", seq, id } };
    if (seq !== position.seq + 1n || entry.prevHash !== position.hash)
      return { position, fault: { kind: "gap", seq, id } };
    position = { seq, hash: entry.hash };
  }
  return { position, fault: null };
}
