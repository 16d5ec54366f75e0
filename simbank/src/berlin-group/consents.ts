import { isUuid } from "../../../server/lib/ids";
import { parseJson } from "../bodies";
import { consentStatusOf } from "../consent-rules";
import {
  accountsOf,
  findConsent,
  insertConsent,
  markConsent,
  type NewConsent,
  type SimConsentRow,
  startAuthorisation,
} from "../consent-store";
import { findHolder, openAccounts } from "../ledger-store";
import { accountWith } from "../shopper-accounts";
import type { Xs2aCall } from "../simbank-call";
import { inSimTransaction, readNow } from "../store";
import { traitsOf } from "../traits";
import { pathsOf } from "./addresses";
import { emptyAnswer, errorAnswer, jsonAnswer } from "./answers";
import { headerProblem, readRedirects } from "./read-initiation";
import { type ConsentBody, consentSchema, firstProblem } from "./schema";
import { firstAuthorisationId, newAuthorisationId, steer } from "./steering";

const HOLDER = "Simulated merchant";
const DAY_MS = 24 * 3_600_000;
/** The longest validity of a consent before a new strong authentication (RTS on SCA, article 10a). */
const LONGEST_VALIDITY_MS = 180 * DAY_MS;
/** Reads per day without the account holder present (RTS on SCA, article 36(5)(b)). */
const MAX_FREQUENCY_PER_DAY = 4;
const ACCESS_KINDS = ["accounts", "balances", "transactions"] as const;

/**
 * `POST /v1/consents`, for named accounts, or (with empty lists) for those that the shopper chooses. At the bank of
 * corporate accounts it is valid at once, for as long and for as many reads as requested, as banks agree with companies;
 * elsewhere the shopper approves it.
 */
export async function createConsent(call: Xs2aCall): Promise<Response> {
  const { request, bank, body } = call;
  const isCorporate = traitsOf(bank).corporateAccess;
  const refuse = (path: string, text: string) => errorAnswer(request, 400, "FORMAT_ERROR", text, { path });
  const missing = headerProblem(request);
  if (missing) return refuse(missing.path, missing.text);
  const redirects = isCorporate ? { okUri: null, nokUri: null } : readRedirects(request, bank);
  if ("path" in redirects) return refuse(redirects.path, redirects.text);
  const parsed = consentSchema.safeParse(parseJson(body));
  if (!parsed.success) {
    const { path, text } = firstProblem(parsed.error);
    return refuse(path, text);
  }
  const asked = await accessOf(bank, parsed.data.access);
  if ("text" in asked) return refuse("access", asked.text);
  const end = new Date(`${parsed.data.validUntil}T23:59:59Z`);
  const now = await readNow();
  if (end < now)
    return errorAnswer(request, 400, "PERIOD_INVALID", "validUntil is in the past.", { path: "validUntil" });
  const longest = new Date(Math.ceil((now.getTime() + LONGEST_VALIDITY_MS) / DAY_MS) * DAY_MS - 1000);
  const { frequencyPerDay } = parsed.data;
  const limits: Pick<NewConsent, "frequencyPerDay" | "validUntil" | "authorisationId" | "approvedAt"> = isCorporate
    ? { frequencyPerDay, validUntil: end, authorisationId: null, approvedAt: now }
    : {
        frequencyPerDay: Math.min(frequencyPerDay, MAX_FREQUENCY_PER_DAY),
        validUntil: end < longest ? end : longest,
        authorisationId: firstAuthorisationId(bank),
      };
  const consent = await inSimTransaction(async (tx) => {
    const wanted = asked.accounts.map(({ iban, currency }) => accountWith(iban, currency, HOLDER));
    const ids = (await openAccounts(tx, wanted)).map(({ id }) => id);
    const { recurringIndicator: recurring } = parsed.data;
    const order = { bank, standard: "berlin-group" as const, accountIds: [...new Set(ids)], recurring };
    return insertConsent({ ...order, permissions: asked.permissions, ...redirects, ...limits }, tx);
  });
  return createdAnswer(request, consent, isCorporate);
}

type Access = { accounts: { iban: string; currency: string }[]; permissions: string[] };

/** All lists must name the same accounts; every consent also permits the account details (`accounts`). */
async function accessOf(bank: string, access: ConsentBody["access"]): Promise<Access | { text: string }> {
  const lists = ACCESS_KINDS.flatMap((kind) => {
    const list = access[kind];
    return list === undefined ? [] : [{ kind, list }];
  });
  const key = (list: { iban: string; currency: string }[]) =>
    [...new Set(list.map(({ iban, currency }) => `${iban} ${currency}`))].sort().join();
  if (new Set(lists.map(({ list }) => key(list))).size !== 1) {
    return { text: "This bank grants every kind of access to the same accounts: send the same accounts in each list." };
  }
  const accounts = lists[0]?.list ?? [];
  if (traitsOf(bank).corporateAccess && accounts.length === 0) return { text: "At least one account is required." };
  for (const { iban, currency } of accounts) {
    const known = await findHolder(iban, currency);
    if (known && known.bank !== bank && known.kind !== "corporate") return { text: "This account is at another bank." };
  }
  return { accounts, permissions: [...new Set(["accounts", ...lists.map(({ kind }) => kind)])] };
}

async function createdAnswer(request: Request, consent: SimConsentRow, isCorporate: boolean): Promise<Response> {
  const self = selfOf(consent);
  const steering = isCorporate ? null : steer(consent.bank, self, consent.authorisationId);
  const body = {
    consentStatus: consentStatusOf(consent, await readNow()),
    consentId: consent.id,
    _links: { ...steering?.links, self: { href: self }, status: { href: `${self}/status` } },
    psuMessage: steering?.psuMessage,
  };
  return jsonAnswer(request, 201, body, { Location: self, ...steering?.headers });
}

function selfOf({ bank, id }: { bank: string; id: string }): string {
  return `${pathsOf(bank).xs2a}/consents/${id}`;
}

/** The consent with this id; null: there is none. */
export async function findOwnConsent(bank: string, id: string): Promise<SimConsentRow | null> {
  return isUuid(id) ? findConsent({ bank, id, standard: "berlin-group" }) : null;
}

/** `GET /v1/consents/{consentId}/status`. */
export async function consentStatus({ request }: Xs2aCall, consent: SimConsentRow): Promise<Response> {
  return jsonAnswer(request, 200, { consentStatus: consentStatusOf(consent, await readNow()) });
}

/** `GET /v1/consents/{consentId}`: the approved access. */
export async function consentDetails({ request }: Xs2aCall, consent: SimConsentRow): Promise<Response> {
  const accounts = (await accountsOf(consent)).map(({ iban, currency }) => ({ iban, currency }));
  return jsonAnswer(request, 200, {
    access: Object.fromEntries(consent.permissions.map((kind) => [kind, accounts])),
    recurringIndicator: consent.recurring,
    validUntil: consent.validUntil.toISOString().slice(0, 10),
    frequencyPerDay: consent.frequencyPerDay ?? MAX_FREQUENCY_PER_DAY,
    lastActionDate: (consent.lastUsedAt ?? consent.createdAt).toISOString().slice(0, 10),
    consentStatus: consentStatusOf(consent, await readNow()),
  });
}

/** `DELETE /v1/consents/{consentId}`: ended by the caller. A repeated call gets the same answer. */
export async function deleteConsent({ request }: Xs2aCall, consent: SimConsentRow): Promise<Response> {
  await markConsent(consent.id, "terminated");
  return emptyAnswer(request);
}

/** `POST …/{consentId}/authorisations`: for banks where the caller starts the authorisation explicitly. */
export async function startConsentAuthorisation({ request }: Xs2aCall, consent: SimConsentRow): Promise<Response> {
  const authorisationId = await startAuthorisation(consent.id, newAuthorisationId());
  if (authorisationId === null)
    return errorAnswer(request, 409, "STATUS_INVALID", "The consent is not awaiting approval.");
  const { links, headers, psuMessage } = steer(consent.bank, selfOf(consent), authorisationId);
  return jsonAnswer(request, 201, { scaStatus: "received", authorisationId, _links: links, psuMessage }, headers);
}

/** `GET …/{consentId}/authorisations/{authorisationId}`. */
export async function consentAuthorisationStatus({ request }: Xs2aCall, consent: SimConsentRow): Promise<Response> {
  const status = consentStatusOf(consent, await readNow());
  const isOver = consent.approvedAt !== null;
  return jsonAnswer(request, 200, { scaStatus: isOver ? "finalised" : status === "received" ? "received" : "failed" });
}
