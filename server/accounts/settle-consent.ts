import type { Lease } from "../jobs/leased-rows";
import { systemCtx } from "../lib/context";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import { log } from "../lib/log";
import { connectionOf } from "./connection";
import { type ConsentRow, claimConsents, clearDueDate, findConsentRow, reschedule } from "./consent-store";
import { deadlineIn } from "./deadline";
import { endAccess, endRenewal } from "./end-consent";
import { callsWithGrant, refOf } from "./grants";
import { settleFromBank } from "./settle-from-bank";
import { findAccountById } from "./store";

/** Longer than the slowest run: a call of a bank, the refresh of its grant, and the call again. */
const LEASE_S = 60;
/** Short at first: the person may be approving in the bank's app just now. */
const FIRST_RETRY_S = 10;
const LONGEST_RETRY_S = 6 * 60 * 60;
/** Together more than a day; then the worker stops trying. */
const MAX_TRIES = 15;

/** Claims consents that are due. */
export function claimDueConsents(limit: number): Promise<Lease[]> {
  return claimConsents(db(), limit, LEASE_S);
}

/**
 * Does the due work on one consent: ends an unanswered renewal, fetches the status of one whose user returned, records an
 * expiry, or revokes an ended consent at the bank.
 */
export async function settleConsent(lease: Lease): Promise<void> {
  const row = await findConsentRow(db(), lease.id);
  if (!row) return;
  if (row.state === "valid" && row.isOver) {
    await endAccess({}, row, { state: "expired", reason: "time", revoke: false });
  } else if (row.state === "awaiting" && row.returnedAt === null) {
    // The user may still approve at the bank: revoking makes that approval useless.
    await endUnanswered(row, "expired");
  } else if (row.state === "awaiting") {
    if ((await settleFromBank(systemCtx(newId()), row.id)) === "unfinished") await retryLater(lease, row);
  } else if (row.state === "valid") {
    // Granted since it was claimed: revoking it would end the new access.
    return;
  } else if (await revokeAtBank(row)) {
    await clearDueDate(db(), row.id);
  } else {
    await retryLater(lease, row);
  }
}

/** True when the bank has revoked the consent or does not know it, or cannot be called any more. */
async function revokeAtBank(row: ConsentRow): Promise<boolean> {
  if (row.consentId === null) return true;
  const account = await findAccountById(db(), row.accountId);
  const connection =
    account && (await connectionOf({ ...account, connectionId: row.connectionId }, { evenDisabled: true }));
  if (!connection) return true;
  const { profile, connector } = connection;
  const withGrant = callsWithGrant(connection, row, { deadline: deadlineIn(profile.tokenTimeoutMs) });
  const outcome = await withGrant((grant) => connector.revokeConsent(profile, refOf(row, grant)));
  // After any other refusal the consent may be valid at the bank.
  return outcome.ok || outcome.kind === "not-found";
}

async function retryLater(lease: Lease, row: ConsentRow): Promise<void> {
  if (row.tries + 1 < MAX_TRIES) {
    const dueInS = Math.min(FIRST_RETRY_S * 2 ** row.tries, LONGEST_RETRY_S);
    await db().$transaction((tx) => reschedule(tx, lease, dueInS));
    return;
  }
  log().warn(
    { consent: row.id, connection: row.connectionId, state: row.state },
    "stopped retrying a consent: the bank did not answer, or refused",
  );
  // The user may have approved it: without a revocation it would stay valid at the bank, unused.
  if (row.state === "awaiting") await endUnanswered(row, "rejected");
  else await clearDueDate(db(), row.id);
}

function endUnanswered(row: ConsentRow, state: "expired" | "rejected"): Promise<void> {
  const end = { state, reason: "unanswered", revoke: true };
  return endRenewal(systemCtx(newId()), row, { action: "account_consent.failed", ...end });
}
