import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { ConsentRef, Failure, Grant, Outcome } from "../connectors/port";
import { refreshLeaseS } from "../connectors/profile-schema";
import { now } from "../lib/clock";
import { open, seal } from "../lib/crypto";
import { db } from "../lib/db";
import { withoutSlot } from "../lib/request-slot";
import type { AccountConnection } from "./connection";
import { type ConsentRow, findConsentRow } from "./consent-store";
import type { Deadline } from "./deadline";
import { endAccess } from "./end-consent";
import { endGrantLease, leaseGrant, replaceGrant } from "./grant-store";

/** A token that expires sooner is refreshed: it could expire before it reaches the bank. */
const REFRESH_BEFORE_MS = 60_000;
const POLL_MS = 100;

// Every member of Grant: one that is left out would be dropped when the grant is opened.
const grantSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().exactOptional(),
  expiresAt: z.string().exactOptional(),
  tokenEndpoint: z.string().exactOptional(),
} satisfies Record<keyof Grant, z.ZodType>);

/** Seals a grant for its row: it cannot be opened in another row. */
export function sealGrant(grant: Grant, rowId: string): Uint8Array<ArrayBuffer> {
  return seal(JSON.stringify(grant), rowId);
}

/** The opened grant of a consent; undefined: it has none. Throws if the key or the row is another one. */
export function openGrant(row: Pick<ConsentRow, "id" | "grantSealed">): Grant | undefined {
  return row.grantSealed ? grantSchema.parse(JSON.parse(open(row.grantSealed, row.id))) : undefined;
}

/** The connectors' reference to a consent. @throws Error for a consent without an id at the bank */
export function refOf({ id, consentId, links }: ConsentRow, grant: Grant | undefined): ConsentRef {
  if (consentId === null) throw new Error(`Consent ${id} has no id at its bank.`);
  return { consentId, links, ...(grant === undefined ? {} : { grant }) };
}

/**
 * The consent's grant, refreshed when it expires within REFRESH_BEFORE_MS or when the bank has refused it (`refused`).
 * Undefined where the standard has no grants. One refresh at a time over all processes: a rotated refresh token works once,
 * and a second use revokes both. A lease in the row guards the refresh, so that no lock is held during the call.
 */
export async function freshGrant(
  { profile, connector }: AccountConnection,
  row: ConsentRow,
  { deadline, refused }: { deadline: Deadline; refused: boolean },
): Promise<Outcome<Grant | undefined>> {
  const grant = openGrant(row);
  if (grant === undefined || (!refused && !runsOut(grant, REFRESH_BEFORE_MS))) return { ok: true, value: grant };
  if (!connector.refreshGrant || grant.refreshToken === undefined) {
    if (runsOut(grant, 0)) await endByGrant(row);
    return refused || runsOut(grant, 0) ? over("The grant cannot be refreshed.") : { ok: true, value: grant };
  }
  if (!(await leaseGrant(db(), row, refreshLeaseS(profile)))) return waitForGrant(row, deadline);
  const refreshed = await connector.refreshGrant(profile, grant);
  if (refreshed.ok) {
    await replaceGrant(db(), row.id, row.grantVersion, sealGrant(refreshed.value, row.id));
    return refreshed;
  }
  await endGrantLease(db(), row.id, row.grantVersion);
  // invalid_grant.
  if (refreshed.kind === "consent") await endByGrant(row);
  return refreshed;
}

/**
 * Without a usable grant a valid consent cannot be used any more, but the bank may list it for months: it is revoked there.
 * An awaiting one is settled by the bank's status.
 */
async function endByGrant(row: ConsentRow): Promise<void> {
  if (row.state === "valid") await endAccess({}, row, { state: "expired", reason: "grant", revoke: true });
}

/** Sends a call with a consent's current grant. */
export type WithGrant = <T>(send: (grant: Grant | undefined) => Promise<Outcome<T>>) => Promise<Outcome<T>>;

/**
 * Sends calls with a consent's grant; the first has `grant`, or the stored one. When the bank refuses its access token, the
 * grant is refreshed and the call repeated, once for all calls together: a bank may end tokens early, or give no lifetime.
 * A failed refresh is returned with `tokenRefused`: it says nothing about the consent either.
 */
export function callsWithGrant(
  connection: AccountConnection,
  row: ConsentRow,
  { deadline, grant = openGrant(row) }: { deadline: Deadline; grant?: Grant | undefined },
): WithGrant {
  let [current, mayRefresh] = [grant, true];
  return async (send) => {
    const first = await send(current);
    if (first.ok || !first.tokenRefused || !mayRefresh) return first;
    mayRefresh = false;
    const fresh = await freshGrant(connection, row, { deadline, refused: true });
    if (!fresh.ok) return { ...fresh, tokenRefused: true };
    // Refreshed just before, also by another process: the bank would refuse it again.
    if (fresh.value?.accessToken === current?.accessToken) return first;
    current = fresh.value;
    return send(current);
  };
}

/** Waits until another process has refreshed the grant, or until the deadline. */
async function waitForGrant(row: ConsentRow, deadline: Deadline): Promise<Outcome<Grant | undefined>> {
  while (deadline.remainingMs() > 0) {
    const current = await findConsentRow(db(), row.id);
    if (current?.state !== row.state) return over("The consent ended while its grant was refreshed.");
    if (current.grantVersion !== row.grantVersion) return { ok: true, value: openGrant(current) };
    await withoutSlot(() => pause(Math.min(POLL_MS, deadline.remainingMs())));
  }
  // This deadline ends about when the caller's does: `unknown` with no time left is reported as `late`.
  return { ok: false, kind: "unknown", detail: "The grant is being refreshed." };
}

function runsOut(grant: Grant, withinMs: number): boolean {
  return grant.expiresAt !== undefined && Date.parse(grant.expiresAt) - now().getTime() <= withinMs;
}

function over(detail: string): Failure {
  return { ok: false, kind: "consent", detail };
}
