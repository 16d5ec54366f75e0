import type { StatementEntry } from "../connectors/account-data";
import { sha256 } from "../lib/crypto";
import type { Entry } from "./matching-rules";

/** Banks book late and with past dates, so each fetch repeats these days. */
export const OVERLAP_DAYS = 3;
/** The first fetch after a change of a payment that waits for its credit, or after a new entry. */
export const SOON_S = 30;
const LONGEST_SOON_S = 15 * 60;
/** Four a day: the unattended reads that a bank must allow. */
const SELDOM_S = 6 * 3600;
const AFTER_FAILURE_S = 60;
const MAX_DOUBLINGS = 10;

/**
 * Seconds until an account's next statement fetch: 6 h where the bank limits fetches, else 30 s after a new entry, which may
 * be returned, or 60 s after a failure, doubling to 15 min while a payment waits for its credit and to 6 h otherwise.
 * `tries`: fetches since the last new entry.
 */
export function nextFetchInS(facts: { awaiting: boolean; limited: boolean; failed: boolean; tries: number }): number {
  if (facts.limited) return SELDOM_S;
  const first = facts.failed ? AFTER_FAILURE_S : SOON_S;
  const longest = facts.awaiting ? LONGEST_SOON_S : SELDOM_S;
  return Math.min(first * 2 ** Math.min(facts.tries, MAX_DOUBLINGS), longest);
}

const DAY_MS = 24 * 3_600_000;
/**
 * Banks send 90 days without a person (RTS on SCA, Article 10a). Two days less, because a connector requests from up to
 * two days earlier: the bank's day and its time zone.
 */
export const OLDEST_DAYS = 88;

export function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * DAY_MS);
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/**
 * The last slice of a fetch may be so much longer, if it then reaches the present: a day's first fetch starts a little
 * more than four days ago, and a bank that allows four reads a day may be able to send one day only.
 */
const LONGER_DAYS = 0.5;

/** The end of the slice of a statement that starts at `from`; null: it reaches `end`. `sliceDays` null: all at once. */
export function endOfSlice(from: Date, end: Date, sliceDays: number | null, isLast: boolean): Date | null {
  const until = sliceDays === null ? end : daysBefore(from, -sliceDays);
  return until < (isLast ? daysBefore(end, LONGER_DAYS) : end) ? until : null;
}

/** Half of a slice that was too large, in whole days; null: it has one day only. */
export function halfOf(from: Date, to: Date): number | null {
  const days = (to.getTime() - from.getTime()) / DAY_MS;
  return days > 1 ? Math.max(1, Math.floor(days / 2)) : null;
}

/** The slices of the next fetch, after one that reached the present: twice as long, and then all at once again. */
export function longerSlice(sliceDays: number | null): number | null {
  return sliceDays === null || sliceDays * 2 > OLDEST_DAYS ? null : sliceDays * 2;
}

/** Oldest first; of one booking time (often a whole day) credits before debits, which may be their returns. */
export function inOrder<T extends { direction: Entry["direction"]; bookedAt: Date }>(entries: readonly T[]): T[] {
  const rank = ({ direction }: T) => (direction === "credit" ? 0 : 1);
  return [...entries].sort((a, b) => a.bookedAt.getTime() - b.bookedAt.getTime() || rank(a) - rank(b));
}

/** Longer than the texts of any standard, and short enough for PostgreSQL's index (2,704 bytes). */
const MAX_IDENTITY_LENGTH = 512;

/**
 * An entry's identity. Not the bank's id alone, because some banks restart their ids every day. Not shortened, because two
 * entries with equal shortened texts would become one: of a longer one, a digest.
 */
export function identityOf({ entryId, direction, money, endToEndId, bookedAt }: StatementEntry): string {
  const day = bookedAt.slice(0, "2026-01-31".length);
  const parts = [entryId, direction, String(money.amountMinor), money.currency, day, endToEndId ?? ""];
  const identity = JSON.stringify(parts);
  return identity.length <= MAX_IDENTITY_LENGTH ? identity : Buffer.from(sha256(identity)).toString("base64url");
}

/** What distinguishes the entries of one identity. */
export type Particulars = {
  transactionId?: string | null;
  remittance?: string | null;
  counterparty?: string | null;
};

type Identified = Particulars & { bankEntryId: string };

/**
 * Whether both are one entry, which a bank may send on two pages and in every fetch: by the transaction id, without it by
 * what they say.
 */
function isSameEntry(one: Particulars, other: Particulars): boolean {
  if (one.transactionId || other.transactionId) return one.transactionId === other.transactionId;
  const { remittance = null, counterparty = null } = one;
  return remittance === (other.remittance ?? null) && counterparty === (other.counterparty ?? null);
}

/** A statement's entries by identity; the transactions of one batch may share it. */
export function groupEntries<T extends Identified>(entries: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const entry of entries) {
    const group = groups.get(entry.bankEntryId) ?? [];
    if (!group.some((one) => isSameEntry(one, entry))) group.push(entry);
    groups.set(entry.bankEntryId, group);
  }
  return groups;
}

/** The identities of so many entries that share one: the first stored one has it alone. */
export function identitiesOf(identity: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? identity : `${identity}#${at + 1}`));
}

/**
 * The entries that are not stored, each with a free identity. `stored`: by identity, without a transaction id if an earlier
 * version stored them, or the bank gave none. Never more of an identity than the statement has, because some banks change
 * their transaction ids or texts at each fetch; and the same ones in whatever order the bank sends them.
 */
export function newEntriesOf<T extends Identified>(
  groups: ReadonlyMap<string, readonly T[]>,
  stored: ReadonlyMap<string, Particulars>,
): T[] {
  return [...groups].flatMap(([identity, group]) => {
    const ids = identitiesOf(identity, group.length);
    const free = ids.filter((id) => !stored.has(id));
    const known = ids.flatMap((id) => stored.get(id) ?? []);
    const unknown = group.filter((entry) => !known.some((one) => isSameEntry(one, entry)));
    // An earlier version stored the first that the bank sent, alone and without its transaction id.
    const isEarlier = known.length === 1 && stored.has(identity) && !stored.get(identity)?.transactionId;
    const others = unknown
      .slice(isEarlier && unknown.length === group.length ? 1 : 0)
      .sort((a, b) => ((a.transactionId ?? "") < (b.transactionId ?? "") ? -1 : 1));
    // Stored ones that are not among the known are the first of the others.
    return free.flatMap((bankEntryId, at) => {
      const entry = others.at(at - free.length);
      return entry ? [{ ...entry, bankEntryId }] : [];
    });
  });
}
