import type { Grant } from "../../connectors/port";
import { seal } from "../../lib/crypto";
import { db } from "../../lib/db";
import { log } from "../../lib/log";
import { paymentRef } from "../attempts/attempt-secrets";
import type { AttemptRow } from "../attempts/attempt-store";
import { replaceGrant } from "../attempts/attempt-write-store";
import type { Connection } from "./connection";

/**
 * Refreshes the grant of an attempt and stores it; null if that is not possible. Only for the holder of the attempt's lease:
 * a rotated refresh token works once, and a second use revokes both.
 */
export async function refreshGrant(attempt: AttemptRow, { profile, connector }: Connection): Promise<Grant | null> {
  const { grant } = paymentRef(attempt);
  if (!connector.refreshGrant || grant?.refreshToken === undefined) return null;
  const refreshed = await connector.refreshGrant(profile, grant);
  if (!refreshed.ok) {
    const { kind, code, detail } = refreshed;
    log().warn({ attempt_id: attempt.id, kind, code, detail }, "a payment's grant could not be refreshed");
    return null;
  }
  await replaceGrant(db(), attempt, seal(JSON.stringify(refreshed.value), attempt.id));
  return refreshed.value;
}
