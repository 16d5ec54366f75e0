import { toDecimalString } from "../../../server/lib/money/money";
import { accountsOf, findConsent, type SimConsentRow } from "../consent-store";
import { balanceOf } from "../ledger-store";
import type { Spoilt } from "../payment-life";
import { accountLabel } from "../rules";
import { readNow } from "../store";
import { troubleOf } from "../troubled-accounts";
import { identificationOf } from "./account-identification";
import { addressesOf } from "./addresses";
import { accountConsentStatus } from "./consents";
import { type Bearer, requireConsentToken } from "./oauth/bearer";
import { badRequest, type ObError, type ObErrorCode, refusal } from "./refusal";
import { type Result, resource } from "./resource-answers";

const RETRY_AFTER_S = 60;

export type ConsentedAccount = Awaited<ReturnType<typeof accountsOf>>[number];

/**
 * The consent of a token, while it is valid.
 * @throws refusal 403 when it is not, or has none of the permissions
 */
export async function requireConsent(
  bank: string,
  bearer: Bearer,
  permissions: readonly string[],
): Promise<SimConsentRow> {
  const { consentId } = requireConsentToken(bearer);
  const consent = await findConsent({ bank, id: consentId, standard: "ob-uk" });
  const now = await readNow();
  const isAuthorised = consent && accountConsentStatus(consent, now).status === "Authorised";
  if (!isAuthorised) throw refusal(403, [notNow("UK.OBIE.Resource.InvalidConsentStatus", "The consent was revoked.")]);
  if (now > consent.validUntil) throw refusal(403, [notNow("UK.OBIE.Reauthenticate", "The consent has expired.")]);
  if (permissions.some((permission) => consent.permissions.includes(permission))) return consent;
  throw refusal(403, [notNow("UK.OBIE.UnexpectedError", `The consent lacks ${permissions.join(" or ")}.`)]);
}

function notNow(code: ObErrorCode, message: string): ObError {
  return { code, message, path: "Authorization" };
}

/** @throws refusal 400 for an account that is not in the consent */
export async function requireAccount(consent: SimConsentRow, id: string): Promise<ConsentedAccount> {
  const account = (await accountsOf(consent)).find((candidate) => candidate.id === id);
  if (account) return account;
  throw badRequest("UK.OBIE.Resource.NotFound", "The consent does not cover this account.", "AccountId");
}

/** `GET /accounts`, and `GET /accounts/{AccountId}`: the accounts that the account holder chose. */
export async function listAccounts(bank: string, bearer: Bearer, id: string | null): Promise<Result> {
  const consent = await requireConsent(bank, bearer, ["ReadAccountsBasic", "ReadAccountsDetail"]);
  const withDetail = consent.permissions.includes("ReadAccountsDetail");
  const accounts = id === null ? await accountsOf(consent) : [await requireAccount(consent, id)];
  const self = `${addressesOf(bank).accountInformation}/accounts`;
  const data = { Account: accounts.map((account) => accountObject(account, withDetail)) };
  return { answer: { status: 200, body: resource(id === null ? self : `${self}/${id}`, data) } };
}

/** OBAccount6. Number and holder need the detailed permission. */
function accountObject({ id, kind, iban, currency, holder }: ConsentedAccount, withDetail: boolean) {
  return {
    AccountId: id,
    Currency: currency,
    AccountType: kind === "corporate" ? "Business" : "Personal",
    AccountSubType: kind === "savings" ? "Savings" : "CurrentAccount",
    Nickname: accountLabel(kind),
    ...(withDetail ? { Account: [{ ...identificationOf(iban), Name: holder }] } : {}),
  };
}

/** `GET /accounts/{AccountId}/balances`: the sign is in CreditDebitIndicator. */
export async function readBalances(bank: string, bearer: Bearer, id: string): Promise<Result> {
  const consent = await requireConsent(bank, bearer, ["ReadBalances"]);
  const account = await requireAccount(consent, id);
  const { currency } = account;
  const spoilt = spoiltBy(account);
  const amountMinor = await balanceOf(id);
  const at = (await readNow()).toISOString();
  // All transactions are booked at once, and no account has a credit line.
  const balances = ["InterimAvailable", "InterimBooked"].map((type) => ({
    AccountId: id,
    CreditDebitIndicator: amountMinor < 0n ? "Debit" : "Credit",
    Type: type,
    DateTime: at,
    Amount: { Amount: absolute(amountMinor, currency), Currency: currency },
  }));
  const self = `${addressesOf(bank).accountInformation}/accounts/${id}/balances`;
  return { answer: { status: 200, body: resource(self, { Balance: balances }) }, spoilt };
}

/**
 * The fault of an account's data, for accounts with a fault.
 * @throws refusal 403, 429
 */
export function spoiltBy(account: ConsentedAccount): Spoilt {
  const trouble = troubleOf(account);
  if (trouble === "throttled") throw refusal(429, [], { "Retry-After": `${RETRY_AFTER_S}` });
  if (trouble === "consent-expired") throw refusal(403, [notNow("UK.OBIE.Reauthenticate", "The consent has expired.")]);
  return trouble === "slow" ? "slow" : null;
}

/** An amount without its sign. */
export function absolute(amountMinor: bigint, currency: string): string {
  return toDecimalString({ amountMinor: amountMinor < 0n ? -amountMinor : amountMinor, currency });
}
