import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findUnsealed, readHead, readLinks } from "./chain-store";
import { CHAIN_START, type ChainPlace, checkLinks, FIRST_HASH } from "./rules";

const BATCH_ENTRIES = 1_000;

/**
 * What is wrong with a chain. `changed`: an entry is not what was written. `gap`: one before it is gone, or stands
 * elsewhere. `unsealed`: it was written past the chain. `short`: the last ones are gone. `foreign`: the place that was
 * noted before is not of this chain, so the chain was written anew.
 */
export type ChainFault = {
  kind: "changed" | "gap" | "unsealed" | "short" | "foreign";
  seq: bigint | null;
  id: string | null;
};

export type ChainReport = {
  /**
   * Up to where the chain holds: that many entries from the first one on, and the hash of the last of them. Whoever notes
   * it elsewhere finds out also of a chain that was written anew.
   */
  place: ChainPlace;
  fault: ChainFault | null;
  /** Whether the end was reached. */
  done: boolean;
};

type Check = {
  chainId: string;
  /** Where an earlier check got to: it goes on from there. Left out: from the first entry. */
  from?: ChainPlace | undefined;
  /** A place of the chain that was noted elsewhere before. */
  noted?: ChainPlace | undefined;
  /** How many entries at most; left out: all. */
  limit?: number;
};

/**
 * Checks a chain of the audit log: each entry's hash is made anew, and compared with what the next one names. Reads in
 * batches; entries that are added meanwhile are checked too or not, and do no harm. Whose chain it may be has been asked
 * by who calls.
 */
export async function verifyChain(ctx: Pick<Ctx, "tx">, check: Check): Promise<ChainReport> {
  const { chainId, from = CHAIN_START, noted, limit = Number.POSITIVE_INFINITY } = check;
  const db = dbOf(ctx);
  const head = (await readHead(db, chainId)) ?? { seq: 0n, hash: FIRST_HASH };
  let place = from;
  let sawNoted = noted === undefined || noted.seq <= from.seq;
  for (let read = 0; read < limit; ) {
    const entries = await readLinks(db, { chainId, afterSeq: place.seq, limit: BATCH_ENTRIES });
    const found = checkLinks(place, entries);
    place = found.place;
    if (found.fault) return { place, fault: found.fault, done: true };
    sawNoted ||= entries.some(({ seq, hash }) => seq === noted?.seq && hash === noted.hash);
    read += entries.length;
    if (entries.length === BATCH_ENTRIES) {
      if (read >= limit) return { place, fault: null, done: false };
      continue;
    }
    break;
  }
  const unsealed = await findUnsealed(db, chainId);
  if (unsealed) return { place, fault: { kind: "unsealed", seq: null, id: unsealed.id }, done: true };
  if (place.seq < head.seq) return { place, fault: { kind: "short", seq: head.seq, id: null }, done: true };
  if (!sawNoted) return { place, fault: { kind: "foreign", seq: noted?.seq ?? null, id: null }, done: true };
  return { place, fault: null, done: true };
}
