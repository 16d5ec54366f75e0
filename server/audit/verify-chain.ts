import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { AppError } from "../lib/errors";
import { findUnsealed, listChains, readHead, readLinks } from "./chain-store";
import { CHAIN_START, type ChainPosition, checkLinks, FIRST_HASH } from "./rules";

const BATCH_ENTRIES = 1_000;

/**
 * A fault of a chain. `changed`: an entry differs from its hash. `gap`: the entry before it is missing or moved.
 * `unsealed`: an entry was inserted outside the chain. `short`: the last entries are missing. `foreign`: the recorded
 * position isn't in this chain, so the chain was rewritten.
 */
type ChainFault = {
  kind: "changed" | "gap" | "unsealed" | "short" | "foreign";
  seq: bigint | null;
  id: string | null;
};

type ChainReport = {
  /**
   * The last valid position: the number of valid entries from the first one, and the hash of the last of them. Recorded
   * outside the database, it also reveals a rewritten chain.
   */
  position: ChainPosition;
  fault: ChainFault | null;
  /** Whether the check reached the end. */
  done: boolean;
};

type Check = {
  chainId: string;
  /** The end of an earlier check, where this one continues. Absent: from the first entry. */
  from?: ChainPosition | undefined;
  /** A position of the chain that was recorded elsewhere. */
  noted?: ChainPosition | undefined;
  /** The most entries to check; absent: all. */
  limit?: number;
};

/**
 * Verifies a chain of the audit log: recomputes each entry's hash and compares it with the previous hash of the next
 * one. Reads in batches. Entries that are added during the check may or may not be checked. The caller has checked
 * access to the chain.
 */
export async function verifyChain(ctx: Pick<Ctx, "tx">, check: Check): Promise<ChainReport> {
  const { chainId, from = CHAIN_START, noted, limit = Number.POSITIVE_INFINITY } = check;
  const db = dbOf(ctx);
  const head = (await readHead(db, chainId)) ?? { seq: 0n, hash: FIRST_HASH };
  let position = from;
  let sawNoted = noted === undefined || noted.seq <= from.seq;
  for (let read = 0; read < limit; ) {
    const entries = await readLinks(db, { chainId, afterSeq: position.seq, limit: BATCH_ENTRIES });
    const found = checkLinks(position, entries);
    position = found.position;
    if (found.fault) return { position, fault: found.fault, done: true };
    sawNoted ||= entries.some(({ seq, hash }) => seq === noted?.seq && hash === noted.hash);
    read += entries.length;
    if (entries.length === BATCH_ENTRIES) {
      if (read >= limit) return { position, fault: null, done: false };
      continue;
    }
    break;
  }
  const unsealed = await findUnsealed(db, chainId);
  if (unsealed) return { position, fault: { kind: "unsealed", seq: null, id: unsealed.id }, done: true };
  if (position.seq < head.seq) return { position, fault: { kind: "short", seq: head.seq, id: null }, done: true };
  if (!sawNoted) return { position, fault: { kind: "foreign", seq: noted?.seq ?? null, id: null }, done: true };
  return { position, fault: null, done: true };
}

/**
 * Verifies one chain of the audit log, or all of them one after another. Operators only. `noted`: a position of that
 * one chain that was recorded elsewhere.
 * @throws AppError FORBIDDEN
 */
export async function verifyChains(
  ctx: Ctx,
  { chainId, noted }: { chainId: string | undefined; noted: ChainPosition | undefined },
): Promise<(ChainReport & { chainId: string })[]> {
  if (ctx.caller.kind !== "admin") throw new AppError("FORBIDDEN");
  const reports: (ChainReport & { chainId: string })[] = [];
  for (const one of chainId === undefined ? await listChains(dbOf(ctx)) : [chainId]) {
    reports.push({ chainId: one, ...(await verifyChain(ctx, { chainId: one, noted })) });
  }
  return reports;
}
