import { connectionOf } from "../accounts/connection";
import { findOpenAccount, type ManagedAccount } from "../accounts/managed-accounts";
import { readAccount } from "../accounts/read-account";
import type { Statement, StatementEntry } from "../connectors/account-data";
import type { Lease } from "../jobs/leased-rows";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { maskIban } from "../lib/money/iban";
import { applyEntry } from "./apply-entry";
import { fetchBookedBalance, recordBookedBalance } from "./monthly-reports/record-booked-balance";
import { identityOf, inOrder, nextFetchInS, SOON_S } from "./statement-fetch-rules";
import {
  claimStatementFetches,
  endStatementFetch,
  findStatementFetch,
  isAwaitingCredit,
  planStatementFetches,
} from "./statement-fetch-store";
import { findKnownEntries, type NewEntry } from "./store";

/** For one statement with all its pages. */
const DEADLINE_MS = 20_000;
/** Longer than a fetch and the storing of its entries. */
const LEASE_S = 120;
/** Banks book late and with past dates, so each fetch repeats these days. */
const OVERLAP_DAYS = 3;
const MAX_TEXT_LENGTH = 500;

/** Schedules statement fetches. */
export function planDueStatementFetches(): Promise<void> {
  return planStatementFetches(db(), SOON_S);
}

/** Claims accounts whose statement fetch is due. */
export function claimDueStatementFetches(limit: number): Promise<Lease[]> {
  return claimStatementFetches(db(), limit, LEASE_S);
}

/**
 * Fetches an account's statement since the last fetch, applies its entries and schedules the next fetch. Once a month, the
 * booked balance is fetched before and after: only if it is the same did nothing change between, so that it belongs to
 * exactly the transactions that are stored then.
 */
export async function fetchStatement(lease: Lease): Promise<void> {
  const due = await findStatementFetch(db(), lease.id, OVERLAP_DAYS);
  if (!due) return;
  const { since, tries, fetchedAt, isBalanceDue } = due;
  const facts = { tries, fetchedAt, since, fetchedBalance: false };
  const account = await findOpenAccount(lease.id);
  if (!account) return plan(lease, { ...facts, problem: "closed", hasNew: false, limited: true });
  const connection = await connectionOf(account);
  const limited = !connection?.profile.corporateAccess;
  const balance = isBalanceDue ? await fetchBookedBalance(account) : null;
  facts.fetchedBalance = isBalanceDue;
  const statement = await readAccount(systemCtx(newId()), account, {
    service: "transactions",
    deadlineMs: DEADLINE_MS,
    send: (connector, profile, call) => connector.transactions(profile, { ...call, since: since.toISOString() }),
  });
  if (!statement.ok) return plan(lease, { ...facts, problem: statement.reason, hasNew: false, limited });
  const { hasNew, problem } = await applyEntries(account, statement.value);
  if (balance !== null && problem === null && (await fetchBookedBalance(account)) === balance) {
    await recordBookedBalance(account, balance);
  }
  await plan(lease, { ...facts, problem, hasNew, limited, tries: hasNew ? 0 : tries });
}

type Applied = { hasNew: boolean; problem: string | null };

/**
 * Applies each entry in its own transaction. An entry that fails or is unreadable is logged and does not stop the others;
 * the fetch then counts as failed, so that the entry is fetched again.
 */
async function applyEntries(account: ManagedAccount, statement: Statement): Promise<Applied> {
  const entries = statement.entries.filter(({ money }) => money.amountMinor > 0n).map((entry) => rowOf(account, entry));
  const ids = entries.map(({ bankEntryId }) => bankEntryId);
  const known = await findKnownEntries(db(), account.id, ids);
  const applied: Applied = { hasNew: false, problem: null };
  const { unreadable } = statement;
  if (unreadable > 0) {
    log().error({ account_id: account.id, unreadable, alert: true }, "statement entries could not be read");
    applied.problem = "entry-unreadable";
  }
  for (const entry of inOrder(entries.filter(({ bankEntryId }) => !known.has(bankEntryId)))) {
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

type Outcome = Applied & { limited: boolean; tries: number; fetchedAt: Date; since: Date; fetchedBalance: boolean };

async function plan(lease: Lease, { tries, ...end }: Outcome): Promise<void> {
  const awaiting = await isAwaitingCredit(db(), lease.id);
  const dueInS = nextFetchInS({ awaiting, limited: end.limited, failed: end.problem !== null, tries });
  await db().$transaction((tx) => endStatementFetch(tx, lease, { ...end, dueInS }));
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
    debtor: direction === "credit" ? counterparty : undefined,
    returnReason: storable(returnReason),
    bookedAt: new Date(bookedAt),
  };
}

/** A text that PostgreSQL accepts, without NUL and lone surrogates, cut to MAX_TEXT_LENGTH. */
function storable(text: string | null | undefined): string | null {
  return text?.replaceAll("\0", " ").toWellFormed().slice(0, MAX_TEXT_LENGTH).toWellFormed() ?? null;
}
