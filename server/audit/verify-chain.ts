import type { Ctx } from "../lib/context";
import { dbOf } from "../lib/db";
import { findUnsealed, readHead, readLinks } from "./chain-store";
import { CHAIN_START, type ChainPlace, checkLinks, FIRST_HASH } from "./rules";

const BATCH_ENTRIES = 1_000;

/**
 * What a check of a chain found. `changed`: an entry is not what was written. `gap`: one before it is gone, or stands
 * elsewhere. `unsealed`: it was written past the chain. `short`: the last ones are gone. `foreign`: the place that was
 * noted before is not of this chain, so the chain was written anew.
 */
export type ChainReport = {
  /** How many entries hold, from the first one on. */
  entries: bigint;
  /** The hash of the last of them, to be noted elsewhere: who notes it finds out also of a chain written anew. */
  hash: string;
  fault: { kind: "changed" | "gap" | "unsealed" | "short" | "foreign"; seq: bigint | null; id: string | null } | null;
};

/**
 * Checks a chain of the audit log from its first entry to its last: each one's hash is made anew, and compared with what
 * the next one names. Reads in batches; entries that are added meanwhile are checked too or not, and do no harm.
 * `noted`: a place of the chain that was written down elsewhere before.
 */
export async function verifyChain(
  ctx: Pick<Ctx, "tx">,
  { chainId, noted }: { chainId: string; noted?: ChainPlace | undefined },
): Promise<ChainReport> {
  const db = dbOf(ctx);
  const head = (await readHead(db, chainId)) ?? { seq: 0n, hash: FIRST_HASH };
  let place = CHAIN_START;
  let sawNoted = noted === undefined || noted.seq === 0n;
  for (;;) {
    const entries = await readLinks(db, { chainId, afterSeq: place.seq, limit: BATCH_ENTRIES });
    const found = checkLinks(place, entries);
    place = found.place;
    if (found.fault) {
      const { fault: kind, seq, id } = found.fault;
      return { entries: place.seq, hash: place.hash, fault: { kind, seq, id } };
    }
    sawNoted ||= entries.some(({ seq, hash }) => seq === noted?.seq && hash === noted.hash);
    if (entries.length < BATCH_ENTRIES) break;
  }
  const whole = { entries: place.seq, hash: place.hash };
  const unsealed = await findUnsealed(db, chainId);
  if (unsealed) return { ...whole, fault: { kind: "unsealed", seq: null, id: unsealed.id } };
  if (place.seq < head.seq) return { ...whole, fault: { kind: "short", seq: head.seq, id: null } };
  if (!sawNoted) return { ...whole, fault: { kind: "foreign", seq: noted?.seq ?? null, id: null } };
  return { ...whole, fault: null };
}
