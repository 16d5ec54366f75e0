import { connectionOf } from "../accounts/connection";
import { findOpenAccount, type ManagedAccount } from "../accounts/managed-accounts";
import { readAccount } from "../accounts/read-account";
import type { StatementEntry } from "../connectors/port";
import type { Lease } from "../jobs/leased-rows";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { maskIban } from "../lib/iban";
import { newId } from "../lib/ids";
import { applyEntry } from "./apply-entry";
import { claimReadings, endReading, findReading, isAwaitingCredit, planReadings } from "./reading-store";
import { nextReadingInS } from "./rules";
import type { NewEntry } from "./store";

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
  const account = await findOpenAccount(lease.id);
  if (!reading || !account) return plan(lease, { problem: "closed", isNews: false, limited: true, tries: 0 });
  const connection = await connectionOf(account);
  const limited = !connection?.profile.corporateAccess;
  const { since, tries } = reading;
  const statement = await readAccount(systemCtx(newId()), account, {
    service: "transactions",
    deadlineMs: DEADLINE_MS,
    ask: (connector, profile, call) => connector.transactions(profile, { ...call, since: since.toISOString() }),
  });
  if (!statement.ok) return plan(lease, { problem: statement.reason, isNews: false, limited, tries });
  let isNews = false;
  for (const entry of [...statement.value].reverse()) {
    if (entry.money.amountMinor > 0n) isNews = (await applyEntry(rowOf(account, entry))) || isNews;
  }
  await plan(lease, { problem: null, isNews, limited, tries: isNews ? 0 : tries });
}

type Outcome = { problem: string | null; isNews: boolean; limited: boolean; tries: number };

async function plan(lease: Lease, { problem, isNews, limited, tries }: Outcome): Promise<void> {
  const awaiting = await isAwaitingCredit(db(), lease.id);
  const dueInS = nextReadingInS({ awaiting, limited, failed: problem !== null, tries });
  await db().$transaction((tx) => endReading(tx, lease, { problem, isNews, dueInS }));
}

function rowOf(account: ManagedAccount, entry: StatementEntry): NewEntry {
  const { entryId, direction, money, endToEndId, remittance, counterparty, returnReason, bookedAt } = entry;
  const who = counterparty?.name ?? (counterparty?.iban ? maskIban(counterparty.iban) : null);
  return {
    accountId: account.id,
    bankEntryId: entryId,
    direction,
    amountMinor: money.amountMinor,
    currency: money.currency,
    endToEndId: endToEndId ?? null,
    remittance: remittance?.slice(0, MAX_TEXT_LENGTH) ?? null,
    counterparty: who?.slice(0, MAX_TEXT_LENGTH) ?? null,
    returnReason: returnReason ?? null,
    bookedAt: new Date(bookedAt),
  };
}
