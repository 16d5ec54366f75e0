import { z } from "zod";
import { insertConsent, markConsent, type SimConsentRow } from "../consent-store";
import { storableTime } from "../rules";
import { readNow } from "../store";
import { addressesOf } from "./addresses";
import { accountConsentStatus, findAccountConsent } from "./consents";
import { type Bearer, requireOwnToken } from "./oauth/bearer";
import { parseBody, readJsonText } from "./read-body";
import { badRequest } from "./refusal";
import { type Result, resource } from "./resource-answers";

/** The permissions that this bank supports. */
const PERMISSIONS = [
  ...["ReadAccountsBasic", "ReadAccountsDetail", "ReadBalances"],
  ...["ReadTransactionsBasic", "ReadTransactionsDetail", "ReadTransactionsCredits", "ReadTransactionsDebits"],
] as const;

const PATH = "Data.Permissions";
const dateTime = z.iso.datetime({ offset: true, local: true });

/** OBReadConsent1. */
const consentSchema = z.strictObject({
  Data: z.strictObject({
    Permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
    ExpirationDateTime: dateTime.optional(),
    TransactionFromDateTime: dateTime.optional(),
    TransactionToDateTime: dateTime.optional(),
  }),
  Risk: z.strictObject({}),
});

/** The date for "no end": later than any request asks for. */
const NO_END = "9999-12-31T23:59:59Z";

/** `POST /account-access-consents`: the account holder chooses the accounts during the approval. */
export async function createAccountConsent(request: Request, bank: string, bearer: Bearer): Promise<Result> {
  requireOwnToken(bearer);
  const { Data } = parseBody(consentSchema, await readJsonText(request));
  const permissions = [...new Set(Data.Permissions)];
  const problem = problemOf(permissions);
  if (problem) throw badRequest("UK.OBIE.Field.Invalid", problem, PATH);
  const validUntil = dateOf(Data.ExpirationDateTime ?? NO_END);
  if (validUntil < (await readNow()))
    throw badRequest("UK.OBIE.Field.Invalid", "The time is in the past.", "Data.ExpirationDateTime");
  const row = { bank, standard: "ob-uk" as const, accountIds: [], permissions, validUntil, okUri: null, nokUri: null };
  const { TransactionFromDateTime: from, TransactionToDateTime: to } = Data;
  const transactionsFrom = from === undefined ? null : dateOf(from);
  const transactionsTo = to === undefined ? null : dateOf(to);
  const consent = await insertConsent({ ...row, transactionsFrom, transactionsTo });
  return { answer: await consentAnswer(201, consent) };
}

/** Account and Transaction API Profile v3.1.11, "Permissions": some permissions require others. */
function problemOf(permissions: readonly string[]): string | null {
  const has = (...names: string[]) => names.some((name) => permissions.includes(name));
  if (!has("ReadAccountsBasic", "ReadAccountsDetail")) return "ReadAccountsBasic or ReadAccountsDetail is required.";
  const isAboutTransactions = has("ReadTransactionsBasic", "ReadTransactionsDetail");
  if (isAboutTransactions !== has("ReadTransactionsCredits", "ReadTransactionsDebits"))
    return "ReadTransactionsBasic or ReadTransactionsDetail requires ReadTransactionsCredits or ReadTransactionsDebits, and the reverse.";
  return null;
}

/** A time without a zone is read as UTC. */
function dateOf(text: string): Date {
  return storableTime(new Date(/Z|[+-]\d{2}:?\d{2}$/.test(text) ? text : `${text}Z`));
}

/** `GET /account-access-consents/{ConsentId}`. */
export async function readAccountConsent(bank: string, bearer: Bearer, id: string): Promise<Result> {
  requireOwnToken(bearer);
  return { answer: await consentAnswer(200, await findOwn(bank, id)) };
}

/** `DELETE /account-access-consents/{ConsentId}`: revokes the access. */
export async function deleteAccountConsent(bank: string, bearer: Bearer, id: string): Promise<Result> {
  requireOwnToken(bearer);
  await markConsent((await findOwn(bank, id)).id, "terminated");
  return { answer: { status: 204 } };
}

async function findOwn(bank: string, id: string): Promise<SimConsentRow> {
  const consent = await findAccountConsent(bank, id);
  if (consent) return consent;
  throw badRequest("UK.OBIE.Resource.NotFound", "No such consent at this bank.", "ConsentId");
}

async function consentAnswer(status: number, consent: SimConsentRow) {
  const now = accountConsentStatus(consent, await readNow());
  const { id, bank, validUntil, transactionsFrom, transactionsTo } = consent;
  const data = {
    ConsentId: id,
    CreationDateTime: consent.createdAt.toISOString(),
    Status: now.status,
    StatusUpdateDateTime: now.since.toISOString(),
    Permissions: consent.permissions,
    ExpirationDateTime: validUntil < new Date(NO_END) ? validUntil.toISOString() : undefined,
    TransactionFromDateTime: transactionsFrom?.toISOString(),
    TransactionToDateTime: transactionsTo?.toISOString(),
  };
  const self = `${addressesOf(bank).accountInformation}/account-access-consents/${id}`;
  return { status, body: resource(self, data, { Risk: {} }) };
}
