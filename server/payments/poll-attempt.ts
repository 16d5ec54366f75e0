import type { Lease } from "../jobs/leased-rows";
import { db } from "../lib/db";
import { askBank } from "./ask-bank";
import { claimAttempts, findAttempt, releaseAttempt } from "./attempt-store";
import { callBank } from "./call-bank";
import { carryOutCancellation } from "./cancel-payment";
import { readRequest } from "./store";

/** Longer than the slowest run: an initiation with its one repetition. */
const LEASE_S = 45;

/** Takes attempts whose bank is to be asked, or to be called again after a crash. */
export function attemptsDue(limit: number): Promise<Lease[]> {
  return claimAttempts(db(), limit, LEASE_S);
}

/**
 * Asks one attempt's bank how it stands. One that is still INITIATING lost its process between the commit and the
 * answer: it is sent again, with the same key and the same bytes.
 */
export async function pollAttempt(lease: Lease): Promise<void> {
  const attempt = await findAttempt(db(), lease.id);
  if (!attempt || attempt.finalAt) return;
  const request = await readRequest(db(), attempt.paymentRequestId);
  if (attempt.state === "INITIATING") await callBank(attempt, { test: request.test, source: "recovery" });
  else await askBank(attempt, { test: request.test, source: "poll" });
  await carryOutCancellation(request.id);
  await releaseAttempt(db(), lease);
}
