import { connectionOf } from "../accounts/connection";
import { findOpenAccount, type ManagedAccount } from "../accounts/managed-accounts";
import { readAccount } from "../accounts/read-account";
import type { Statement, StatementEntry } from "../connectors/account-data";
import type { Lease } from "../jobs/leased-rows";
import { elapsedMs } from "../lib/clock";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { maskIban } from "../lib/money/iban";
import { storable } from "../lib/storable";
import { applyEntry } from "./apply-entry";
import { fetchBookedBalance } from "./monthly-reports/fetch-booked-balance";
import { type BookedBalance, insertBookedBalance } from "./monthly-reports/store";
import {
  daysBefore,
  earlier,
  endOfSlice,
  groupEntries,
  halfOf,
  identitiesOf,
  identityOf,
  inOrder,
  longerSlice,
  newEntriesOf,
  nextFetchInS,
  OLDEST_DAYS,
  OVERLAP_DAYS,
  SOON_S,
} from "./statement-fetch-rules";
import {
  claimStatementFetches,
  endStatementFetch,
  type FetchedStatement,
  findStatementFetch,
  isAwaitingCredit,
  planStatementFetches,
  type StatementFetch,
} from "./statement-fetch-store";
import { findKnownEntries, type NewEntry } from "./store";

/** For one statement, or slice of it, with all its pages. */
const DEADLINE_MS = 20_000;
/** Statements, or slices, that a fetch may request: as many as banks allow a day without a person. */
const MAX_READS = 4;
/** A fetch begins no further slice after this time. */
const MAX_SLICES_MS = 60_000;
/** Longer than MAX_SLICES_MS, the last slice, two balances of 5 s and the storing of the entries. */
const LEASE_S = 120;
/** An unreadable entry is fetched again for a week, in which the bank may correct it. */
const UNREADABLE_DAYS = 7;
const MAX_TEXT_LENGTH = 500;

/** Schedules statement fetches. */
export function planDueStatementFetches(): Promise<void> {
  return planStatementFetches(db(), SOON_S);
}

/** Claims accounts whose statement fetch is due. `perBank`: the most in flight at one bank. */
export function claimDueStatementFetches(limit: number, perBank = limit): Promise<Lease[]> {
  return claimStatementFetches(db(), { limit, perBank, leaseS: LEASE_S });
}

/** Fetches an account's statement since the last fetch, applies its entries and schedules the next fetch. */
export async function fetchStatement(lease: Lease): Promise<void> {
  const due = await findStatementFetch(db(), lease.id, OVERLAP_DAYS);
  if (!due) return;
  const { booked, ...result } = await fetchOnce(lease.id, due);
  const { limited, hasNew, problem } = result;
  const awaiting = await isAwaitingCredit(db(), lease.id);
  const dueInS = nextFetchInS({ awaiting, limited, failed: problem !== null, tries: hasNew ? 0 : due.tries });
  const { fetchedAt, since } = due;
  await db().$transaction(async (tx) => {
    const isEnded = await endStatementFetch(tx, lease, { ...result, fetchedAt, since, dueInS });
    // Only under the lease: after its end another worker may have stored transactions that the balance lacks.
    if (isEnded && booked) await insertBookedBalance(tx, booked);
  });
}

/**
 * Once a month, the booked balance is fetched before and after the statement: only if it is the same did nothing change
 * between, so that it belongs to exactly the transactions that are stored then.
 */
async function fetchOnce(
  accountId: string,
  due: StatementFetch,
): Promise<FetchedStatement & { booked: BookedBalance | null }> {
  const account = await findOpenAccount(accountId);
  if (!account) return { ...nothingRead(due), problem: "closed", limited: true, fetchedBalance: false, booked: null };
  const connection = await connectionOf(account);
  const balance = due.isBalanceDue ? await fetchBookedBalance(account) : null;
  const read = await readStatement(account, due);
  let booked: BookedBalance | null = null;
  if (balance && balance.amountMinor !== null && read.problem === null) {
    const { amountMinor: balanceMinor } = await fetchBookedBalance(account);
    if (balanceMinor === balance.amountMinor) booked = { accountId, currency: account.currency, balanceMinor };
  }
  const limited = !connection?.profile.corporateAccess;
  return { ...read, limited, fetchedBalance: balance?.isAnswered === true, booked };
}

type Read = Omit<FetchedStatement, "limited" | "fetchedBalance">;

function nothingRead({ sliceDays, unreadableSince }: StatementFetch): Read {
  const nothing = { hasNew: false, problem: null, readTo: null, resumeAt: null, isWhole: false, gapUntil: null };
  return { ...nothing, sliceDays, unreadableSince };
}

/** Whether unreadable entries of a slice from `from` are lost: first seen a week ago, and not corrected since. */
function isGivenUp({ fetchedAt, unreadableSince }: StatementFetch, from: Date): boolean {
  const isOld = from < daysBefore(fetchedAt, UNREADABLE_DAYS + OVERLAP_DAYS);
  return isOld && unreadableSince !== null && unreadableSince <= daysBefore(fetchedAt, UNREADABLE_DAYS);
}

/**
 * Reads and applies a statement up to now: whole if the bank can send it at once, else in slices, which the next fetches
 * continue. A period that the bank no longer sends is a gap.
 */
async function readStatement(account: ManagedAccount, due: StatementFetch): Promise<Read> {
  const { fetchedAt } = due;
  const read = nothingRead(due);
  let from = due.since;
  let isStuck = false;
  const beganMs = elapsedMs();
  for (let reads = 0; reads < MAX_READS && elapsedMs() - beganMs < MAX_SLICES_MS; reads += 1) {
    const until = endOfSlice(from, fetchedAt, read.sliceDays, reads === MAX_READS - 1);
    const to = until ?? fetchedAt;
    const statement = await readSlice(account, from, until);
    if (!statement.ok) {
      const { reason } = statement;
      const oldest = daysBefore(fetchedAt, OLDEST_DAYS);
      if (reason === "refused" && from < oldest) {
        read.gapUntil = from = oldest;
        continue;
      }
      // After a time limit the bank may be slow for another reason: only the next fetch tries the half, of a long period.
      const isLong = from < daysBefore(fetchedAt, OVERLAP_DAYS + 1);
      const half = reason === "too-large" || (reason === "late" && isLong) ? halfOf(from, to) : null;
      read.sliceDays = half ?? read.sliceDays;
      if (reason === "too-large" && half !== null) continue;
      return { ...read, problem: reason };
    }
    const { hasNew, problem } = await applyEntries(account, statement.value);
    read.hasNew ||= hasNew;
    read.problem ??= problem;
    const { unreadable } = statement.value;
    if (unreadable > 0) {
      // One alert, and not one for each fetch of the week.
      const urgency = read.unreadableSince === null ? { alert: true } : {};
      log().error({ account_id: account.id, unreadable, ...urgency }, "statement entries could not be read");
      read.unreadableSince ??= fetchedAt;
    }
    const isLost = problem === "entry-unreadable" && isGivenUp(due, from);
    if (isLost) read.gapUntil = to;
    isStuck ||= problem !== null && !isLost;
    if (!isStuck) Object.assign(read, { readTo: to, resumeAt: earlier(to, daysBefore(fetchedAt, OVERLAP_DAYS)) });
    if (until === null) {
      const unreadableSince = isStuck ? read.unreadableSince : null;
      return { ...read, isWhole: !isStuck, sliceDays: longerSlice(read.sliceDays), unreadableSince };
    }
    from = until;
  }
  return { ...read, problem: read.problem ?? "too-large" };
}

function readSlice(account: ManagedAccount, from: Date, until: Date | null) {
  const period = { since: from.toISOString(), ...(until === null ? {} : { until: until.toISOString() }) };
  return readAccount<Statement>(systemCtx(newId()), account, {
    service: "transactions",
    deadlineMs: DEADLINE_MS,
    send: (connector, profile, call) => connector.transactions(profile, { ...call, ...period }),
  });
}

type Applied = { hasNew: boolean; problem: string | null };

/**
 * Applies each entry in its own transaction. An entry that fails is logged and does not stop the others, as little as an
 * unreadable one; the fetch then counts as failed, so that the entry is fetched again.
 */
async function applyEntries(account: ManagedAccount, statement: Statement): Promise<Applied> {
  const entries = statement.entries.filter(({ money }) => money.amountMinor > 0n).map((entry) => rowOf(account, entry));
  const groups = groupEntries(entries);
  const ids = [...groups].flatMap(([id, { length }]) => identitiesOf(id, length));
  const known = await findKnownEntries(db(), account.id, ids);
  const applied: Applied = { hasNew: false, problem: statement.unreadable > 0 ? "entry-unreadable" : null };
  for (const entry of inOrder(newEntriesOf(groups, known))) {
    try {
      applied.hasNew = (await applyEntry(entry)) || applied.hasNew;
    } catch (error) {
      const about = { account_id: account.id, bank_entry_id: entry.bankEntryId, alert: true };
      log().error({ ...about, error }, "a statement entry could not be applied");
      applied.problem = "entry-not-applied";
    }
  }
  return applied;
}

function rowOf(account: ManagedAccount, entry: StatementEntry): NewEntry {
  const { direction, money, endToEndId, remittance, counterparty, returnReason, bookedAt } = entry;
  const who = counterparty?.name ?? (counterparty?.iban ? maskIban(counterparty.iban) : null);
  return {
    accountId: account.id,
    bankEntryId: identityOf(entry),
    transactionId: cut(entry.transactionId),
    direction,
    amountMinor: money.amountMinor,
    currency: money.currency,
    endToEndId: cut(endToEndId),
    remittance: cut(remittance),
    counterparty: cut(who),
    debtor: direction === "credit" ? counterparty : undefined,
    returnReason: cut(returnReason),
    bookedAt: new Date(bookedAt),
  };
}

/** A text that PostgreSQL accepts, without NUL and lone surrogates, cut to MAX_TEXT_LENGTH. */
function cut(text: string | null | undefined): string | null {
  return text == null ? null : storable(text.slice(0, MAX_TEXT_LENGTH));
}
