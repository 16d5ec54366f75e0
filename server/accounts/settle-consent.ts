import type { Lease } from "../jobs/leased-rows";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { connectionOf } from "./connection";
import { type ConsentRow, endConsent, findConsentRow } from "./consent-store";
import { claimConsents, putOff, setDone } from "./due-store";
import { openGrant, refOf } from "./grants";
import { settleByBank } from "./settle-by-bank";
import { findAccountById } from "./store";

/** Longer than the slowest run: two questions to a bank. */
const LEASE_S = 60;
/** Soon at first: somebody may be holding the telephone that the bank asks. */
const FIRST_RETRY_S = 10;
const LONGEST_RETRY_S = 6 * 60 * 60;
/** Together more than a day: a bank that has not answered by then is not asked about this consent again. */
const MAX_TRIES = 15;

/** Takes consents about which something is to be done. */
export function consentsDue(limit: number): Promise<Lease[]> {
  return claimConsents(db(), limit, LEASE_S);
}

/**
 * Does what is due about one consent: ends a question that nobody came back with, asks the bank about one that somebody
 * did and that was not settled, writes down that time has run out, or tells the bank that a consent is given back.
 */
export async function settleConsent(lease: Lease): Promise<void> {
  const row = await findConsentRow(db(), lease.id);
  if (!row) return;
  if (row.state === "valid" && row.isOver) {
    await endConsent(db(), row.id, { state: "expired", reason: "time", tell: false });
  } else if (row.state === "awaiting" && row.returnedAt === null) {
    // Nobody knows where that browser stands: if it still approves, what it approved has been given back.
    await endConsent(db(), row.id, { state: "expired", reason: "unanswered", tell: true });
  } else if (row.state === "awaiting") {
    if ((await settleByBank(systemCtx(newId()), row.id)) === "unfinished") await later(lease, row);
  } else if (await tellBank(row)) {
    await setDone(db(), row.id);
  } else {
    await later(lease, row);
  }
}

/** True when the bank has heard of the end, or cannot hear of it. */
async function tellBank(row: ConsentRow): Promise<boolean> {
  if (row.consentId === null) return true;
  const account = await findAccountById(db(), row.accountId);
  const connection =
    account && (await connectionOf({ ...account, connectionId: row.connectionId }, { evenDisabled: true }));
  if (!connection) return true;
  const consent = refOf(row, openGrant(row));
  const told = await connection.connector.revokeConsent(connection.profile, consent);
  // Gone is gone; a refusal will not become a consent.
  return told.ok || ["not-found", "consent", "rejected", "invalid"].includes(told.kind);
}

async function later(lease: Lease, row: ConsentRow): Promise<void> {
  if (row.tries + 1 < MAX_TRIES) {
    const dueInS = Math.min(FIRST_RETRY_S * 2 ** row.tries, LONGEST_RETRY_S);
    await db().$transaction((tx) => putOff(tx, lease, dueInS));
    return;
  }
  log().warn(
    { consent: row.id, connection: row.connectionId, state: row.state },
    "consent given up: its bank did not answer",
  );
  if (row.state === "awaiting")
    await endConsent(db(), row.id, { state: "rejected", reason: "unanswered", tell: false });
  else await setDone(db(), row.id);
}
