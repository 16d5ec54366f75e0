import { isUuid } from "../lib/ids";
import { toDecimalString } from "../lib/money";
import { errorAnswer, jsonAnswer, parseJson, readBody } from "./answers";
import { consentSchema, firstProblem } from "./schema";
import { balanceOf, CORPORATE_BANK, findConsent, inSimTransaction, insertConsent, openCorporateAccount } from "./store";

const HOLDER = "Simulated merchant";

/** `POST /v1/consents`: corporate accounts only, valid at once, no approval (SCA exempted). */
export async function createConsent(request: Request, bank: string): Promise<Response> {
  if (bank !== CORPORATE_BANK) return errorAnswer(request, 403, "SERVICE_BLOCKED", "This bank shows no accounts.");
  if (!isUuid(request.headers.get("X-Request-ID") ?? "")) {
    return errorAnswer(request, 400, "FORMAT_ERROR", "A uuid is required.", "X-Request-ID");
  }
  const parsed = consentSchema.safeParse(parseJson((await readBody(request)) ?? ""));
  if (!parsed.success) {
    const { path, text } = firstProblem(parsed.error);
    return errorAnswer(request, 400, "FORMAT_ERROR", text, path);
  }
  const { access, validUntil } = parsed.data;
  const consent = await inSimTransaction(async (tx) => {
    const ids: string[] = [];
    for (const { iban, currency } of access.balances)
      ids.push((await openCorporateAccount(tx, iban, currency, HOLDER)).id);
    return insertConsent(tx, bank, [...new Set(ids)], new Date(`${validUntil}T23:59:59Z`));
  });
  const self = `/simbank/${bank}/xs2a/v1/consents/${consent.id}`;
  const body = {
    consentStatus: "valid",
    consentId: consent.id,
    _links: { self: { href: self }, status: { href: `${self}/status` } },
  };
  return jsonAnswer(request, 201, body, { Location: self });
}

/** `GET /v1/consents/{consentId}/status`. */
export async function consentStatus(request: Request, bank: string, id: string): Promise<Response> {
  const consent = isUuid(id) ? await findConsent(bank, id) : null;
  if (!consent) return errorAnswer(request, 403, "CONSENT_UNKNOWN", "No such consent at this bank.");
  return jsonAnswer(request, 200, { consentStatus: consent.expired ? "expired" : "valid" });
}

/** The consent that a request for account data names, or the answer that refuses it. */
async function readConsent(request: Request, bank: string) {
  const id = request.headers.get("Consent-ID") ?? "";
  const consent = isUuid(id) ? await findConsent(bank, id) : null;
  if (!consent) return errorAnswer(request, 403, "CONSENT_UNKNOWN", "No such consent at this bank.");
  if (consent.expired) return errorAnswer(request, 401, "CONSENT_EXPIRED", "The consent is over.");
  return consent;
}

/** `GET /v1/accounts`: what the consent covers. */
export async function listAccounts(request: Request, bank: string): Promise<Response> {
  const consent = await readConsent(request, bank);
  if (consent instanceof Response) return consent;
  const accounts = consent.accounts.map(({ id, iban, currency, holder }) => ({
    resourceId: id,
    iban,
    currency,
    name: holder,
    cashAccountType: "CACC",
    usage: "ORGA",
    _links: { balances: { href: `/simbank/${bank}/xs2a/v1/accounts/${id}/balances` } },
  }));
  return jsonAnswer(request, 200, { accounts });
}

/** `GET /v1/accounts/{resourceId}/balances`. */
export async function accountBalances(request: Request, bank: string, resourceId: string): Promise<Response> {
  const consent = await readConsent(request, bank);
  if (consent instanceof Response) return consent;
  const account = consent.accounts.find(({ id }) => id === resourceId);
  if (!account) return errorAnswer(request, 404, "RESOURCE_UNKNOWN", "The consent shows no such account.");
  const { iban, currency } = account;
  const amount = toDecimalString({ amountMinor: await balanceOf(account.id), currency });
  const balance = { balanceAmount: { currency, amount }, balanceType: "interimAvailable" };
  return jsonAnswer(request, 200, { account: { iban, currency }, balances: [balance] });
}
