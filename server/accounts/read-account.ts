import type { BalanceCall, BankConnector, FailureKind, Outcome } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { type AccountConnection, connectionOf } from "./connection";
import { type ConsentRow, endConsent, findLastGranted, setResource } from "./consent-store";
import { createCorporateAccess } from "./corporate-access";
import { type Deadline, within } from "./deadline";
import { takeUse } from "./grant-store";
import { freshGrant, openGrant, refOf } from "./grants";
import type { ManagedAccount } from "./managed-accounts";
import { type AccountService, accessOf } from "./rules";

/**
 * Why an account could not be read. `no-consent` nobody ever allowed it · `consent-expired`, `consent-revoked` it was
 * allowed · `consent-refused` the bank does not take the consent, and does not say that it is over · `quota` the day's
 * unattended reads are used up, nothing was sent · `late` the deadline passed · `unavailable` nothing was sent, or the
 * bank was busy · `auth` our certificate, key or token · `unreadable` no trustworthy answer · `refused` the bank said no.
 */
export type UnreadReason =
  | "not-connected"
  | "no-consent"
  | "consent-expired"
  | "consent-revoked"
  | "consent-refused"
  | "quota"
  | "late"
  | "rate-limited"
  | "unavailable"
  | "auth"
  | "not-found"
  | "unreadable"
  | "refused";

const REASONS: Record<FailureKind, UnreadReason> = {
  rejected: "refused",
  invalid: "refused",
  auth: "auth",
  consent: "consent-refused",
  "not-found": "not-found",
  "rate-limited": "rate-limited",
  unavailable: "unavailable",
  unknown: "unreadable",
  protocol: "unreadable",
};

export type Unread = { ok: false; reason: UnreadReason };
export type AccountReading<T> = { ok: true; value: T } | Unread;

/** One question about an account. `deadlineMs`: for everything that its answer takes, a refreshed grant included. */
export type AccountQuestion<T> = {
  service: AccountService;
  deadlineMs: number;
  ask(connector: BankConnector, profile: BankProfile, call: BalanceCall): Promise<Outcome<T>>;
};

type Session<T> = AccountConnection & {
  account: ManagedAccount;
  question: AccountQuestion<T>;
  psu: { psuIp?: string };
  deadline: Deadline;
};

/**
 * Asks the bank about one account: with the consent that the account is read with, its grant refreshed when it runs out,
 * counted first where no person is there. Never throws for what banks do. Why there is no answer is logged, by reason.
 */
export async function readAccount<T>(
  ctx: Ctx,
  account: ManagedAccount,
  question: AccountQuestion<T>,
): Promise<AccountReading<T>> {
  const reading = await within<AccountReading<T>>(
    question.deadlineMs,
    (deadline) => read(ctx, account, question, deadline),
    () => unread("late"),
  );
  if (!reading.ok) {
    const about = { account_id: account.id, connection: account.connectionId, service: question.service };
    log().warn({ ...about, request_id: ctx.requestId, reason: reading.reason }, "account could not be read");
  }
  return reading;
}

async function read<T>(
  ctx: Ctx,
  account: ManagedAccount,
  question: AccountQuestion<T>,
  deadline: Deadline,
): Promise<AccountReading<T>> {
  const connection = await connectionOf(account);
  if (!connection) return unread("not-connected");
  const session = { ...connection, account, question, psu: attendingPsu(ctx), deadline };
  const row = await findLastGranted(db(), account.id);
  const access = accessOf(row);
  if (row && access.kind === "valid") {
    const reading = await askWith(session, row);
    if (reading.ok || !isConsentOver(reading.reason) || !connection.profile.corporateAccess) return reading;
  } else if (!connection.profile.corporateAccess) {
    if (access.kind !== "over") return unread("no-consent");
    return unread(access.state === "revoked" ? "consent-revoked" : "consent-expired");
  }
  // Nobody has to be asked: another consent, once.
  const created = await createCorporateAccess(session, row);
  return created.ok ? askWith(session, created.value) : failed(session, created.kind);
}

async function askWith<T>(session: Session<T>, row: ConsentRow): Promise<AccountReading<T>> {
  const { deadline, question, profile, connector } = session;
  const grant = await freshGrant(session, row, { deadline, refused: false });
  if (!grant.ok) return afterFailure(session, row, grant.kind);
  const resource = await resourceOf(session, row, grant.value);
  if (!resource.ok) return resource;
  if (!(await mayRead(session, row, question.service))) return unread("quota");
  const ask = (current: typeof grant.value) =>
    question.ask(connector, profile, {
      ...callWith(session, row, current),
      resourceId: resource.value,
    });
  const first = await ask(grant.value);
  if (first.ok) return first;
  if (first.kind !== "auth" || grant.value === undefined) return afterFailure(session, row, first.kind);
  // Tokens end early, too. One fresh one, and no third question.
  const fresh = await freshGrant(session, row, { deadline, refused: true });
  if (!fresh.ok) return afterFailure(session, row, fresh.kind);
  const second = await ask(fresh.value);
  return second.ok ? second : afterFailure(session, row, second.kind);
}

/** The bank's own id of the account under this consent: asked for once, then kept. */
async function resourceOf<T>(
  session: Session<T>,
  row: ConsentRow,
  grant: ReturnType<typeof openGrant>,
): Promise<AccountReading<string>> {
  if (row.resourceId !== null) return { ok: true, value: row.resourceId };
  if (!(await mayRead(session, row, "accounts"))) return unread("quota");
  const { iban, currency } = session.account;
  const call = { ...callWith(session, row, grant), iban, currency };
  const found = await session.connector.findAccount(session.profile, call);
  if (!found.ok) return afterFailure(session, row, found.kind);
  await setResource(db(), row.id, found.value.resourceId);
  return { ok: true, value: found.value.resourceId };
}

function callWith<T>({ psu, deadline }: Session<T>, row: ConsentRow, grant: ReturnType<typeof openGrant>) {
  // At least a millisecond, so that a spent deadline is a time-out of the call and not of its options.
  return { ...refOf(row, grant), deadlineMs: Math.max(1, deadline.remainingMs()), ...psu };
}

/** Whether this read fits into the day's. With a person there it is not counted, nor where nothing limits it. */
async function mayRead<T>({ psu }: Session<T>, row: ConsentRow, service: AccountService): Promise<boolean> {
  const { id, frequencyPerDay } = row;
  return psu.psuIp !== undefined || frequencyPerDay === null || takeUse(db(), { id, frequencyPerDay }, service);
}

/** A consent that the bank does not take: the bank is asked how it stands, and its word is written down. */
async function afterFailure<T>(session: Session<T>, row: ConsentRow, kind: FailureKind): Promise<Unread> {
  if (kind !== "consent") return failed(session, kind);
  const { profile, connector } = session;
  const status = await connector.consentStatus(profile, refOf(row, openGrant(row)));
  const state = status.ok
    ? status.value.state
    : status.kind === "not-found" || status.kind === "consent"
      ? "expired"
      : null;
  if (state === "revoked") {
    await endConsent(db(), row.id, { state, reason: "bank", tell: false });
    return unread("consent-revoked");
  }
  if (state === "expired" || state === "rejected") {
    await endConsent(db(), row.id, { state: "expired", reason: "bank", tell: false });
    return unread("consent-expired");
  }
  return unread("consent-refused");
}

function failed<T>({ deadline }: Session<T>, kind: FailureKind): Unread {
  return unread(kind === "unknown" && deadline.remainingMs() === 0 ? "late" : REASONS[kind]);
}

function isConsentOver(reason: UnreadReason): boolean {
  return reason === "consent-expired" || reason === "consent-revoked" || reason === "consent-refused";
}

function unread(reason: UnreadReason): Unread {
  return { ok: false, reason };
}

/** Banks are told an address only when a person asks just now; a call of the API is unattended, with a user's token too. */
function attendingPsu(ctx: Ctx): { psuIp?: string } {
  return ctx.caller.actor.attended && ctx.ip !== null ? { psuIp: ctx.ip } : {};
}
