import type { BalanceCall, BankConnector, Failure, FailureKind, Grant, Outcome } from "../connectors/port";
import type { BankProfile } from "../connectors/profile-schema";
import { now } from "../lib/clock";
import type { Ctx } from "../lib/context";
import { db } from "../lib/db";
import { log } from "../lib/log";
import { type AccountConnection, attendingPsu, connectionOf } from "./connection";
import { type ConsentRow, findConsentRow, findLastGranted, setResource } from "./consent-store";
import { createCorporateAccess } from "./corporate-access";
import { type Deadline, within } from "./deadline";
import { endAccess } from "./end-consent";
import { countRead, uncountRead } from "./grant-store";
import { callsWithGrant, freshGrant, refOf, type WithGrant } from "./grants";
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

/** A session with the consent that it uses. */
type Reading<T> = Session<T> & { row: ConsentRow; withGrant: WithGrant };

/**
 * Reads one account at its bank with its consent. Refreshes an expired or refused grant; counts unattended reads. Does not
 * throw for failures of the bank: they are logged and returned by reason.
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
    return readFailure(access.kind === "over" ? `consent-${access.state}` : "no-consent");
  }
  // Corporate access needs no person: create a new consent, once.
  const created = await createCorporateAccess(session, row);
  return created.ok ? callWithConsent(session, created.value) : failed(session, created);
}

async function callWithConsent<T>(session: Session<T>, row: ConsentRow): Promise<AccountResult<T>> {
  const { deadline, request, profile, connector, account } = session;
  const grant = await freshGrant(session, row, { deadline, refused: false });
  const withGrant = callsWithGrant(session, row, { deadline, ...(grant.ok ? { grant: grant.value } : {}) });
  const reading = { ...session, row, withGrant };
  if (!grant.ok) return afterFailure(reading, grant);
  const resource = await resourceOf(reading);
  if (!resource.ok) return resource;
  const call = { resourceId: resource.value, iban: account.iban };
  return countedRead(reading, request.service, (current) =>
    request.send(connector, profile, { ...callWith(reading, current), ...call }),
  );
}

/** The bank's id of the account under this consent: fetched once, then stored. */
async function resourceOf<T>(reading: Reading<T>): Promise<AccountResult<string>> {
  const { row, profile, connector } = reading;
  if (row.resourceId !== null) return { ok: true, value: row.resourceId };
  const { iban, currency } = reading.account;
  const found = await countedRead(reading, "accounts", (grant) =>
    connector.findAccount(profile, { ...callWith(reading, grant), iban, currency }),
  );
  if (!found.ok) return found;
  await setResource(db(), row.id, found.value.resourceId);
  return { ok: true, value: found.value.resourceId };
}

function callWith<T>({ psu, deadline, row }: Reading<T>, grant: Grant | undefined) {
  // At least 1 ms: with a deadline of 0 the call would fail on its options instead of timing out.
  return { ...refOf(row, grant), deadlineMs: Math.max(1, deadline.remainingMs()), ...psu };
}

/**
 * Sends a read if the day's limit allows it. It is counted before, so that concurrent reads cannot exceed the limit, and not
 * any more if it was not sent. Attended reads and consents without a limit are not counted.
 */
async function countedRead<T, R>(
  reading: Reading<T>,
  service: AccountService,
  send: (grant: Grant | undefined) => Promise<Outcome<R>>,
): Promise<AccountResult<R>> {
  const { psu, row, withGrant } = reading;
  const { id, frequencyPerDay } = row;
  const isCounted = psu.psuIp === undefined && frequencyPerDay !== null;
  const day = isCounted ? await countRead(db(), { id, frequencyPerDay }, service) : null;
  if (isCounted && day === null) return readFailure("quota");
  let isSent = false;
  const outcome = await withGrant(async (grant) => {
    const result = await send(grant);
    // A read that is repeated with a new token has reached the bank before.
    isSent ||= result.ok || !result.notSent;
    return result;
  });
  if (day !== null && !isSent) await uncountRead(db(), id, service, day);
  return outcome.ok ? outcome : afterFailure(reading, outcome);
}

/**
 * After a refused consent: fetches its status from the bank, and ends it if the bank says so. A refused token is no
 * statement about the consent, also when the status is fetched.
 */
async function afterFailure<T>(reading: Reading<T>, failure: Failure): Promise<ReadFailure> {
  if (failure.kind !== "consent") return failed(reading, failure);
  const { row, profile, connector, withGrant } = reading;
  const endedBefore = await endOfAccess(row);
  if (endedBefore) return endedBefore;
  const status = await withGrant((grant) => connector.consentStatus(profile, refOf(row, grant)));
  const isGone = !status.ok && !status.tokenRefused && (status.kind === "not-found" || status.kind === "consent");
  const state = status.ok ? status.value.state : isGone ? "expired" : null;
  if (state === "revoked" || state === "expired" || state === "rejected") {
    const end = state === "revoked" ? state : "expired";
    await endAccess({}, row, { state: end, reason: "bank", revoke: false });
    return readFailure(`consent-${end}`);
  }
  return (await endOfAccess(row)) ?? readFailure("consent-refused");
}

/** The failure by a consent that has ended meanwhile: by its grant, or by a person. Null: it is valid. */
async function endOfAccess({ id }: ConsentRow): Promise<ReadFailure | null> {
  const access = accessOf(await findConsentRow(db(), id));
  return access.kind === "over" ? readFailure(`consent-${access.state}`) : null;
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
