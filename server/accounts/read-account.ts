import type { BalanceCall, BankConnector, Failure, FailureKind, Outcome } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { type AccountConnection, attendingPsu, connectionOf } from "./connection";
import { type ConsentRow, endConsent, findLastGranted, setResource } from "./consent-store";
import { createCorporateAccess } from "./corporate-access";
import { type Deadline, within } from "./deadline";
import { countRead } from "./grant-store";
import { freshGrant, openGrant, refOf } from "./grants";
import type { ManagedAccount } from "./managed-accounts";
import { type AccountService, accessOf } from "./rules";

/**
 * Why an account could not be read. `no-consent` no consent was ever granted · `consent-expired`, `consent-revoked` ·
 * `consent-refused` the bank refuses the consent without calling it ended · `quota` the day's unattended reads are used up,
 * nothing was sent · `late` the deadline passed · `unavailable` nothing was sent, or the bank was busy · `auth` our
 * certificate, key or token · `unreadable` a response that cannot be parsed or trusted · `too-large` one that is too long
 * to be read · `refused` the bank refused.
 */
export type ReadFailureReason =
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
  | "too-large"
  | "refused";

/** A corporate consent that the bank refuses is replaced no sooner. */
const REPLACE_AFTER_MS = 3_600_000;

const REASONS: Record<FailureKind, ReadFailureReason> = {
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

export type ReadFailure = { ok: false; reason: ReadFailureReason };
export type AccountResult<T> = { ok: true; value: T } | ReadFailure;

/** One read of an account. `deadlineMs` covers all its calls, the refresh of a grant included. */
export type AccountRequest<T> = {
  service: AccountService;
  deadlineMs: number;
  send(connector: BankConnector, profile: BankProfile, call: BalanceCall): Promise<Outcome<T>>;
};

type Session<T> = AccountConnection & {
  account: ManagedAccount;
  request: AccountRequest<T>;
  psu: { psuIp?: string };
  deadline: Deadline;
};

/**
 * Reads one account at its bank with its consent. Refreshes an expired grant; counts unattended reads. Does not throw for
 * failures of the bank: they are logged and returned by reason.
 */
export async function readAccount<T>(
  ctx: Ctx,
  account: ManagedAccount,
  request: AccountRequest<T>,
): Promise<AccountResult<T>> {
  const result = await within<AccountResult<T>>(
    request.deadlineMs,
    (deadline) => read(ctx, account, request, deadline),
    () => readFailure("late"),
  );
  if (!result.ok) {
    const about = { account_id: account.id, connection: account.connectionId, service: request.service };
    log().warn({ ...about, request_id: ctx.requestId, reason: result.reason }, "account could not be read");
  }
  return result;
}

async function read<T>(
  ctx: Ctx,
  account: ManagedAccount,
  request: AccountRequest<T>,
  deadline: Deadline,
): Promise<AccountResult<T>> {
  const connection = await connectionOf(account);
  if (!connection) return readFailure("not-connected");
  const session = { ...connection, account, request, psu: attendingPsu(ctx), deadline };
  const row = await findLastGranted(db(), account.id);
  const access = accessOf(row);
  if (row && access.kind === "valid") {
    const result = await callWithConsent(session, row);
    if (result.ok || !connection.profile.corporateAccess || !mayReplace(row, result.reason)) return result;
  } else if (!connection.profile.corporateAccess) {
    if (access.kind !== "over") return readFailure("no-consent");
    return readFailure(access.state === "revoked" ? "consent-revoked" : "consent-expired");
  }
  // Corporate access needs no person: create a new consent, once.
  const created = await createCorporateAccess(session, row);
  return created.ok ? callWithConsent(session, created.value) : failed(session, created);
}

async function callWithConsent<T>(session: Session<T>, row: ConsentRow): Promise<AccountResult<T>> {
  const { deadline, request, profile, connector } = session;
  const grant = await freshGrant(session, row, { deadline, refused: false });
  if (!grant.ok) return afterFailure(session, row, grant);
  const resource = await resourceOf(session, row, grant.value);
  if (!resource.ok) return resource;
  if (!(await mayRead(session, row, request.service))) return readFailure("quota");
  const send = (current: typeof grant.value) =>
    request.send(connector, profile, {
      ...callWith(session, row, current),
      resourceId: resource.value,
      iban: session.account.iban,
    });
  const first = await send(grant.value);
  if (first.ok) return first;
  if (first.kind !== "auth" || grant.value === undefined) return afterFailure(session, row, first);
  // The token may have ended before its time: refresh it once, and retry once.
  const fresh = await freshGrant(session, row, { deadline, refused: true });
  if (!fresh.ok) return afterFailure(session, row, fresh);
  const second = await send(fresh.value);
  return second.ok ? second : afterFailure(session, row, second);
}

/** The bank's id of the account under this consent: fetched once, then stored. */
async function resourceOf<T>(
  session: Session<T>,
  row: ConsentRow,
  grant: ReturnType<typeof openGrant>,
): Promise<AccountResult<string>> {
  if (row.resourceId !== null) return { ok: true, value: row.resourceId };
  if (!(await mayRead(session, row, "accounts"))) return readFailure("quota");
  const { iban, currency } = session.account;
  const call = { ...callWith(session, row, grant), iban, currency };
  const found = await session.connector.findAccount(session.profile, call);
  if (!found.ok) return afterFailure(session, row, found);
  await setResource(db(), row.id, found.value.resourceId);
  return { ok: true, value: found.value.resourceId };
}

function callWith<T>({ psu, deadline }: Session<T>, row: ConsentRow, grant: ReturnType<typeof openGrant>) {
  // At least 1 ms: with a deadline of 0 the call would fail on its options instead of timing out.
  return { ...refOf(row, grant), deadlineMs: Math.max(1, deadline.remainingMs()), ...psu };
}

/** Whether the day's limit allows this read. Attended reads and consents without a limit are not counted. */
async function mayRead<T>({ psu }: Session<T>, row: ConsentRow, service: AccountService): Promise<boolean> {
  const { id, frequencyPerDay } = row;
  return psu.psuIp !== undefined || frequencyPerDay === null || countRead(db(), { id, frequencyPerDay }, service);
}

/** After a refused consent: fetches its status from the bank, and ends it if the bank says so. */
async function afterFailure<T>(session: Session<T>, row: ConsentRow, failure: Failure): Promise<ReadFailure> {
  if (failure.kind !== "consent") return failed(session, failure);
  const { profile, connector } = session;
  const status = await connector.consentStatus(profile, refOf(row, openGrant(row)));
  const state = status.ok
    ? status.value.state
    : status.kind === "not-found" || status.kind === "consent"
      ? "expired"
      : null;
  if (state === "revoked") {
    await endConsent(db(), row.id, { state, reason: "bank", revoke: false });
    return readFailure("consent-revoked");
  }
  if (state === "expired" || state === "rejected") {
    await endConsent(db(), row.id, { state: "expired", reason: "bank", revoke: false });
    return readFailure("consent-expired");
  }
  return readFailure("consent-refused");
}

function failed<T>({ deadline }: Session<T>, { kind, answer }: Failure): ReadFailure {
  if (answer === "too-large") return readFailure("too-large");
  return readFailure(kind === "unknown" && deadline.remainingMs() === 0 ? "late" : REASONS[kind]);
}

/** A bank that refuses a consent without ending it may refuse the next one too. */
function mayReplace({ grantedAt }: ConsentRow, reason: ReadFailureReason): boolean {
  if (reason === "consent-expired" || reason === "consent-revoked") return true;
  return reason === "consent-refused" && now().getTime() - (grantedAt?.getTime() ?? 0) >= REPLACE_AFTER_MS;
}

function readFailure(reason: ReadFailureReason): ReadFailure {
  return { ok: false, reason };
}
