/**
 * The UK Open Banking side of a simulated bank (Read/Write API v3.1.11, FAPI 1.0 Advanced), beside its Berlin Group side:
 *
 *     {bank}/.well-known/openid-configuration   discovery.ts
 *     {bank}/jwks                               bank-keys.ts
 *     {bank}/token                              token-endpoint.ts
 *     {bank}/authorize, {bank}/authorize/{id}   authorise.ts
 *     {bank}/open-banking/v3.1/pisp/…           payment-consents.ts, domestic-payments.ts
 *     {bank}/open-banking/v3.1/aisp/…           account-consents.ts, accounts.ts, transactions.ts
 */
import type { ApprovalAnswer } from "../approval";
import type { SimbankCall } from "../simbank-call";
import { spoil } from "../spoil";
import { createAccountConsent, deleteAccountConsent, readAccountConsent } from "./account-consents";
import { listAccounts, readBalances } from "./accounts";
import { publicKeys } from "./bank-keys";
import { createPayment, readPayment, readPaymentDetails } from "./domestic-payments";
import { isUkBank } from "./local-instruments";
import { approvalOfAuthorisation, authorise } from "./oauth/authorise";
import { readBearer } from "./oauth/bearer";
import { discoveryDocument } from "./oauth/discovery";
import { tokenEndpoint } from "./oauth/token-endpoint";
import { confirmFunds, createPaymentConsent, readPaymentConsent } from "./payment-consents";
import { refusal } from "./refusal";
import { answerOf, type Result, send } from "./resource-answers";
import { listTransactions } from "./transactions";

/** An answer, or a page of the approval; null: no such address on this side. */
export async function handleOpenBanking(
  request: Request,
  call: SimbankCall,
): Promise<Response | ApprovalAnswer | null> {
  const { bank, path, certificate = null } = call;
  const [area, second = ""] = path;
  if (!isUkBank(bank)) return null;
  if (area === "open-banking" && second === "v3.1") return answerResource(request, call);
  if (area === "token" && path.length === 1) return tokenEndpoint(request, bank, certificate);
  if (area === "authorize" && path.length === 2) return approvalOfAuthorisation(request, bank, second);
  if (request.method !== "GET") return null;
  if (area === "authorize" && path.length === 1) return authorise(request, bank);
  if (area === "jwks" && path.length === 1) return published(await publicKeys(bank), "application/jwk-set+json");
  if (path.join("/") === ".well-known/openid-configuration")
    return published(discoveryDocument(bank, call.certificate !== undefined), "application/json");
  return null;
}

/** Never cached: a replaced key must be known at once. */
function published(document: object, type: string): Response {
  return Response.json(document, { headers: { "Content-Type": type, "Cache-Control": "no-cache" } });
}

/** Answers a resource of either API. Every error has the standard's format and is signed where the API signs. */
async function answerResource(request: Request, call: SimbankCall): Promise<Response> {
  const { bank, path } = call;
  const isPayments = path[2] === "pisp";
  try {
    const { answer, spoilt = null } = await resourceOf(request, call);
    return await spoil(await send(request, bank, answer, isPayments), spoilt);
  } catch (error) {
    return send(request, bank, answerOf(error), isPayments);
  }
}

async function resourceOf(request: Request, { bank, path, certificate = null }: SimbankCall): Promise<Result> {
  const [, , api, noun, id = "", part, ...rest] = path;
  if (api !== "pisp" && api !== "aisp") throw refusal(404);
  const bearer = await readBearer(request, bank, api === "pisp" ? "payments" : "accounts", certificate);
  // `GET aisp/accounts/{id}/balances`: a resource as the standard names it.
  const names = [api, noun, ...(id ? ["{id}"] : []), ...(part === undefined ? [] : [part]), ...rest];
  switch (`${request.method} ${names.join("/")}`) {
    case "POST pisp/domestic-payment-consents":
      return createPaymentConsent(request, bank, bearer);
    case "GET pisp/domestic-payment-consents/{id}":
      return readPaymentConsent(bank, bearer, id);
    case "GET pisp/domestic-payment-consents/{id}/funds-confirmation":
      return confirmFunds(bank, bearer, id);
    case "POST pisp/domestic-payments":
      return createPayment(request, bank, bearer);
    case "GET pisp/domestic-payments/{id}":
      return readPayment(bank, bearer, id);
    case "GET pisp/domestic-payments/{id}/payment-details":
      return readPaymentDetails(bank, bearer, id);
    case "POST aisp/account-access-consents":
      return createAccountConsent(request, bank, bearer);
    case "GET aisp/account-access-consents/{id}":
      return readAccountConsent(bank, bearer, id);
    case "DELETE aisp/account-access-consents/{id}":
      return deleteAccountConsent(bank, bearer, id);
    case "GET aisp/accounts":
      return listAccounts(bank, bearer, null);
    case "GET aisp/accounts/{id}":
      return listAccounts(bank, bearer, id);
    case "GET aisp/accounts/{id}/balances":
      return readBalances(bank, bearer, id);
    case "GET aisp/accounts/{id}/transactions":
      return listTransactions(request, bank, bearer, id);
    default:
      throw refusal(404);
  }
}
