import { connectionOf } from "../accounts/connection";
import { findOpenAccount, type ManagedAccount } from "../accounts/managed-accounts";
import { readAccount } from "../accounts/read-account";
import type { StatementEntry } from "../connectors/port";
import type { Lease } from "../jobs/leased-rows";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { maskIban } from "../lib/iban";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { applyEntry } from "./apply-entry";
import { claimReadings, endReading, findReading, isAwaitingCredit, planReadings } from "./reading-store";
import { identityOf, inOrder, nextReadingInS } from "./rules";
import { findKnownEntries, type NewEntry } from "./store";

/** For everything that one statement takes, its pages included. */
const DEADLINE_MS = 20_000;
/** Longer than a reading and the writing of its entries. */
const LEASE_S = 120;
/** Banks book late, and backwards: so far a statement is read again. */
const OVERLAP_DAYS = 3;
/** From when on an account is read whose payment waits for its credit. */
const SOON_S = 30;
const MAX_TEXT_LENGTH = 500;

/** Looks which accounts have to be read, and when. */
export function planDueReadings(): Promise<void> {
  return planReadings(db(), SOON_S);
}

/** Takes accounts whose statement is to be read. */
export function readingsDue(limit: number): Promise<Lease[]> {
  return claimReadings(db(), limit, LEASE_S);
}

/** Reads what was booked on one account since the last time, takes it in, and plans the next reading. */
export async function readStatement(lease: Lease): Promise<void> {
  const reading = await findReading(db(), lease.id, OVERLAP_DAYS);
  if (!reading) return;
  const { since, tries, askedAt } = reading;
  const account = await findOpenAccount(lease.id);
  if (!account) return plan(lease, { problem: "closed", isNews: false, limited: true, tries, askedAt });
  const connection = await connectionOf(account);
  const limited = !connection?.profile.corporateAccess;
  const statement = await readAccount(systemCtx(newId()), account, {
    service: "transactions",
    deadlineMs: DEADLINE_MS,
    ask: (connector, profile, call) => connector.transactions(profile, { ...call, since: since.toISOString() }),
  });
  if (!statement.ok) return plan(lease, { problem: statement.reason, isNews: false, limited, tries, askedAt });
  const { isNews, problem } = await takeIn(account, statement.value);
  await plan(lease, { problem, isNews, limited, tries: isNews ? 0 : tries, askedAt });
}

type TakenIn = { isNews: boolean; problem: string | null };

/**
 * Each entry in a transaction of its own. One that cannot be written holds up no other: it is logged, and because the
 * reading counts as failed, read again.
 */
async function takeIn(account: ManagedAccount, statement: readonly StatementEntry[]): Promise<TakenIn> {
  const entries = statement.filter(({ money }) => money.amountMinor > 0n).map((entry) => rowOf(account, entry));
  const ids = entries.map(({ bankEntryId }) => bankEntryId);
  const known = await findKnownEntries(db(), account.id, ids);
  const taken: TakenIn = { isNews: false, problem: null };
  for (const entry of inOrder(entries.filter(({ bankEntryId }) => !known.has(bankEntryId)))) {
    try {
      taken.isNews = (await applyEntry(entry)) || taken.isNews;
    } catch (error) {
      const about = { account_id: account.id, bank_entry_id: entry.bankEntryId, alert: true };
      log().error({ ...about, error }, "an entry of a statement could not be taken in");
      taken.problem = "entry-not-taken";
    }
  }
  return taken;
}

type Outcome = TakenIn & { limited: boolean; tries: number; askedAt: Date };

async function plan(lease: Lease, { tries, ...end }: Outcome): Promise<void> {
  const awaiting = await isAwaitingCredit(db(), lease.id);
  const dueInS = nextReadingInS({ awaiting, limited: end.limited, failed: end.problem !== null, tries });
  await db().$transaction((tx) => endReading(tx, lease, { ...end, dueInS }));
}

function rowOf(account: ManagedAccount, entry: StatementEntry): NewEntry {
  const { direction, money, endToEndId, remittance, counterparty, returnReason, bookedAt } = entry;
  const who = counterparty?.name ?? (counterparty?.iban ? maskIban(counterparty.iban) : null);
  return {
    accountId: account.id,
    bankEntryId: identityOf(entry),
    direction,
    amountMinor: money.amountMinor,
    currency: money.currency,
    endToEndId: storable(endToEndId),
    remittance: storable(remittance),
    counterparty: storable(who),
    returnReason: storable(returnReason),
    bookedAt: new Date(bookedAt),
  };
}

/** What PostgreSQL takes: no NUL and no lone surrogate, and no more of it than a person reads. */
function storable(text: string | null | undefined): string | null {
  return text?.replaceAll("\0", " ").toWellFormed().slice(0, MAX_TEXT_LENGTH).toWellFormed() ?? null;
}
