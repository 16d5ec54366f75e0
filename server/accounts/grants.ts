import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { ConsentRef, Failure, Grant, Outcome } from "../connectors/port";
import { now } from "../lib/clock";
import { open, seal } from "../lib/crypto";
import { db } from "../lib/db";
import type { AccountConnection } from "./connection";
import { type ConsentRow, endConsent, findConsentRow } from "./consent-store";
import type { Deadline } from "./deadline";
import { endGrantLease, leaseGrant, replaceGrant } from "./grant-store";

/** A token that ends sooner could end on its way to the bank. */
const REFRESH_BEFORE_MS = 60_000;
/** Longer than a token call may take: whoever holds the right has answered, or is dead. */
const MIN_LEASE_S = 15;
const LOOK_AGAIN_AFTER_MS = 100;

const grantSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().exactOptional(),
  expiresAt: z.string().exactOptional(),
});

/** Sealed to the row that holds it. */
export function sealGrant(grant: Grant, rowId: string): Uint8Array<ArrayBuffer> {
  return seal(JSON.stringify(grant), rowId);
}

export function openGrant(row: Pick<ConsentRow, "id" | "grantSealed">): Grant | undefined {
  return row.grantSealed ? grantSchema.parse(JSON.parse(open(row.grantSealed, row.id))) : undefined;
}

/** The consent as the connectors know it. Only for one that the bank has answered to. */
export function refOf({ id, consentId, links }: ConsentRow, grant: Grant | undefined): ConsentRef {
  if (consentId === null) throw new Error(`Consent ${id} has no id at its bank.`);
  return { consentId, links, ...(grant === undefined ? {} : { grant }) };
}

/**
 * The grant to read with, refreshed when it runs out, or when the bank has just refused it (`refused`). Undefined where the
 * standard knows none. One refresh at a time over all processes: banks that hand out a new refresh token end the old one,
 * and a second exchange of it ends both. The right to refresh is a lease in the row, so that no lock is held meanwhile.
 */
export async function freshGrant(
  { profile, connector }: AccountConnection,
  row: ConsentRow,
  { deadline, refused }: { deadline: Deadline; refused: boolean },
): Promise<Outcome<Grant | undefined>> {
  const grant = openGrant(row);
  if (grant === undefined || (!refused && !runsOut(grant, REFRESH_BEFORE_MS))) return { ok: true, value: grant };
  if (!connector.refreshGrant || grant.refreshToken === undefined) {
    return refused || runsOut(grant, 0)
      ? over("The grant has run out, and there is none to follow.")
      : { ok: true, value: grant };
  }
  const leaseS = Math.max(MIN_LEASE_S, Math.ceil((2 * profile.tokenTimeoutMs) / 1000));
  if (!(await leaseGrant(db(), row.id, row.grantVersion, leaseS))) return waitForGrant(row, deadline);
  const refreshed = await connector.refreshGrant(profile, grant);
  if (refreshed.ok) {
    await replaceGrant(db(), row.id, row.grantVersion, sealGrant(refreshed.value, row.id));
    return refreshed;
  }
  await endGrantLease(db(), row.id, row.grantVersion);
  // The authorisation server's own word (invalid_grant): nothing can be read with this consent any more.
  if (refreshed.kind === "consent") await endConsent(db(), row.id, { state: "expired", reason: "grant", tell: false });
  return refreshed;
}

/** Another process refreshes it: looks until that is done, or there is no time left. */
async function waitForGrant(row: ConsentRow, deadline: Deadline): Promise<Outcome<Grant | undefined>> {
  while (deadline.remainingMs() > 0) {
    const current = await findConsentRow(db(), row.id);
    if (current?.state !== "valid") return over("The consent ended while its grant was refreshed.");
    if (current.grantVersion !== row.grantVersion) return { ok: true, value: openGrant(current) };
    await pause(Math.min(LOOK_AGAIN_AFTER_MS, deadline.remainingMs()));
  }
  // The time is over here just before, or just after, it is for who asked: both are told that it was late.
  return { ok: false, kind: "unknown", detail: "The grant is being refreshed." };
}

function runsOut(grant: Grant, withinMs: number): boolean {
  return grant.expiresAt !== undefined && Date.parse(grant.expiresAt) - now().getTime() <= withinMs;
}

function over(detail: string): Failure {
  return { ok: false, kind: "consent", detail };
}
