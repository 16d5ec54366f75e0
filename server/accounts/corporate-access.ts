import type { Outcome } from "../connectors/port";
import { env } from "../lib/config/env";
import { systemCtx } from "../lib/context";
import { newSecret } from "../lib/crypto";
import { db } from "../lib/db";
import { newId } from "../lib/ids";
import type { AccountConnection } from "./connection";
import { type ConsentRow, findLastGranted, insertGranted } from "./consent-store";
import type { Deadline } from "./deadline";
import { endAccess } from "./end-consent";
import type { ManagedAccount } from "./managed-accounts";
import { recordGranted } from "./settle-granted";

type Session = AccountConnection & { account: ManagedAccount; psu: { psuIp?: string }; deadline: Deadline };

/**
 * Creates a consent at a bank that needs no person's approval (`corporateAccess`) and stores it at once: one that is not
 * stored cannot be revoked later. `before` is the previous consent, which failed; it is ended, and revoked at the bank. A
 * new one beside another is revoked too.
 */
export async function createCorporateAccess(session: Session, before: ConsentRow | null): Promise<Outcome<ConsentRow>> {
  const { profile, connector, account, psu, deadline } = session;
  const { iban, currency } = account;
  // No browser is redirected, so neither state nor secret is stored.
  const redirect = { uri: `${env().baseUrl}/return`, state: newSecret(""), secret: newSecret("") };
  const created = await connector.createAccountConsent(profile, {
    iban,
    currency,
    redirect,
    deadlineMs: Math.max(1, deadline.remainingMs()),
    ...psu,
  });
  if (!created.ok) return created;
  const { consentId, state, links } = created.value;
  if (state !== "valid") {
    // Each read would leave another one.
    await connector.revokeConsent(profile, { consentId, links });
    return { ok: false, kind: "consent", detail: `The consent is ${state}: a person must grant it.` };
  }
  const { id: accountId, merchantId, connectionId } = account;
  const row = { id: newId(), accountId, merchantId, connectionId, consentId, links };
  const isStored = await db().$transaction(async (tx) => {
    if (before) await endAccess({ tx }, before, { state: "expired", reason: "bank", revoke: true });
    if (!(await insertGranted(tx, row))) return false;
    await recordGranted(tx, systemCtx(newId()), { ...row, validUntil: null });
    return true;
  });
  // Another read has stored one at the same time.
  if (!isStored) await connector.revokeConsent(profile, { consentId, links });
  const current = await findLastGranted(db(), accountId);
  return current
    ? { ok: true, value: current }
    : { ok: false, kind: "unavailable", detail: "The consent ended at once." };
}
