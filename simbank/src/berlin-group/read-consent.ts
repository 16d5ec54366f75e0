import { setTimeout as pause } from "node:timers/promises";
import { isUuid } from "../../../server/lib/ids";
import { consentStatusOf } from "../consent-rules";
import { accountsOf, countUse, findConsent, type SimConsentRow } from "../consent-store";
import type { SimAccountRow } from "../ledger-store";
import { SLOW_ANSWER_MS } from "../rules";
import type { Xs2aCall } from "../simbank-call";
import { readNow } from "../store";
import { traitsOf } from "../traits";
import { troubleOf } from "../troubled-accounts";
import { errorAnswer } from "./answers";
import { isTokenOf } from "./oauth-store";

const RETRY_AFTER_S = 60;

export type OpenConsent = { consent: SimConsentRow; accounts: SimAccountRow[] };

/** The consent that a request for account data names, or the error answer. */
export async function readConsent({ request, bank }: Xs2aCall): Promise<OpenConsent | Response> {
  const id = request.headers.get("Consent-ID") ?? "";
  const consent = isUuid(id) ? await findConsent({ bank, id, standard: "berlin-group" }) : null;
  if (!consent) return errorAnswer(request, 403, "CONSENT_UNKNOWN", "No such consent at this bank.");
  const status = consentStatusOf(consent, await readNow());
  if (status === "expired") return errorAnswer(request, 401, "CONSENT_EXPIRED", "The consent has expired.");
  if (status !== "valid") return errorAnswer(request, 401, "CONSENT_INVALID", `The consent is ${status}.`);
  if (traitsOf(bank).authorisation === "oauth" && tokenOf(request) === undefined)
    return errorAnswer(request, 401, "TOKEN_UNKNOWN", "The access token of this consent is required.");
  return (await refuseToken({ request, bank }, id)) ?? { consent, accounts: await accountsOf(consent) };
}

/**
 * The refusal of an access token that belongs to another payment or consent, or has expired; null: it is valid, or none
 * was sent. About a payment or consent itself the standard has the token only after an approval by OAuth, so one that is
 * missing is accepted.
 */
export async function refuseToken(
  { request, bank }: Pick<Xs2aCall, "request" | "bank">,
  id: string,
): Promise<Response | null> {
  const token = tokenOf(request);
  if (traitsOf(bank).authorisation !== "oauth" || token === undefined || (await isTokenOf(token, id))) return null;
  return errorAnswer(
    request,
    401,
    "TOKEN_INVALID",
    "The access token is for another payment or consent, or has expired.",
  );
}

function tokenOf(request: Request): string | undefined {
  return /^Bearer (\S+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
}

/**
 * One of a consent's accounts for one kind of data, or the error answer. A read without the account holder present is
 * counted; pages after the first belong to the same read.
 */
export async function readAccount(
  call: Xs2aCall,
  resourceId: string,
  kind: "balances" | "transactions",
  isFirstPage = true,
): Promise<SimAccountRow | Response> {
  const { request } = call;
  const open = await readConsent(call);
  if (open instanceof Response) return open;
  const { consent, accounts } = open;
  const account = accounts.find(({ id }) => id === resourceId);
  if (!account) return errorAnswer(request, 404, "RESOURCE_UNKNOWN", "The consent does not cover this account.");
  if (!consent.permissions.includes(kind)) {
    return errorAnswer(request, 401, "CONSENT_INVALID", `The consent does not cover ${kind}.`);
  }
  const trouble = troubleOf(account);
  if (trouble === "consent-expired") return errorAnswer(request, 401, "CONSENT_EXPIRED", "The consent has expired.");
  if (trouble === "throttled") return exceeded(request);
  if (trouble === "slow") await pause(SLOW_ANSWER_MS);
  const isUnattended = request.headers.get("PSU-IP-Address") === null;
  const count = await countUse(consent.id, `${account.id} ${kind}`, isUnattended && isFirstPage);
  return consent.frequencyPerDay !== null && count > consent.frequencyPerDay ? exceeded(request) : account;
}

function exceeded(request: Request): Response {
  const headers = { "Retry-After": String(RETRY_AFTER_S) };
  return errorAnswer(request, 429, "ACCESS_EXCEEDED", "The account was read too often today.", { headers });
}
