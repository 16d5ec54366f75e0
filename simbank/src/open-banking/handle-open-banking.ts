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
import { spoil } from "../spoil";
import { createAccountConsent, deleteAccountConsent, readAccountConsent } from "./account-consents";
import { listAccounts, readBalances } from "./accounts";
import { publicKeys } from "./bank-keys";
import { createPayment, readPayment, readPaymentDetails } from "./domestic-payments";
import { isUkBank } from "./local-instruments";
import { approvalOfAuthorisation, authorise } from "./oauth/authorise";
import { type Bearer, readBearer } from "./oauth/bearer";
import type { ClientCertificate } from "./oauth/client-authentication";
import { discoveryDocument } from "./oauth/discovery";
import { tokenEndpoint } from "./oauth/token-endpoint";
import { confirmFunds, createPaymentConsent, readPaymentConsent } from "./payment-consents";
import { refusal } from "./refusal";
import { answerOf, type Result, send } from "./resource-answers";
import { listTransactions } from "./transactions";

export type OpenBankingCall = {
  bank: string;
  /** The path after the bank, decoded. */
  path: readonly string[];
  /** Null: the caller sent no valid certificate; absent: the listener requires none. */
  certificate?: ClientCertificate | null;
};

/** An answer, or a page of the approval; null: no such address on this side. */
export async function handleOpenBanking(
  request: Request,
  call: OpenBankingCall,
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
async function answerResource(request: Request, call: OpenBankingCall): Promise<Response> {
  const { bank, path } = call;
  const isPayments = path[2] === "pisp";
  try {
    const { answer, spoilt = null } = await resourceOf(request, call);
    return await spoil(await send(request, bank, answer, isPayments), spoilt);
  } catch (error) {
    return send(request, bank, answerOf(error), isPayments);
  }
}

async function resourceOf(request: Request, { bank, path, certificate = null }: OpenBankingCall): Promise<Result> {
  const [, , api, ...resource] = path;
  if (api !== "pisp" && api !== "aisp") throw refusal(404);
  const bearer = await readBearer(request, bank, api === "pisp" ? "payments" : "accounts", certificate);
  const serve = api === "pisp" ? paymentResource : accountResource;
  const result = serve(request, bank, bearer, resource);
  if (!result) throw refusal(404);
  return result;
}

/** `GET accounts {id} balances`: a resource as the standard names it; null for longer paths. */
function routeOf({ method }: Request, [noun, id, part, ...rest]: readonly string[]): string | null {
  if (rest.length > 0) return null;
  return [method, noun, ...(id ? ["{id}"] : []), ...(part === undefined ? [] : [part])].join(" ");
}

function paymentResource(
  request: Request,
  bank: string,
  bearer: Bearer,
  path: readonly string[],
): Promise<Result> | null {
  const route = routeOf(request, path);
  const id = path[1] ?? "";
  if (route === "POST domestic-payment-consents") return createPaymentConsent(request, bank, bearer);
  if (route === "GET domestic-payment-consents {id}") return readPaymentConsent(bank, bearer, id);
  if (route === "GET domestic-payment-consents {id} funds-confirmation") return confirmFunds(bank, bearer, id);
  if (route === "POST domestic-payments") return createPayment(request, bank, bearer);
  if (route === "GET domestic-payments {id}") return readPayment(bank, bearer, id);
  if (route === "GET domestic-payments {id} payment-details") return readPaymentDetails(bank, bearer, id);
  return null;
}

function accountResource(
  request: Request,
  bank: string,
  bearer: Bearer,
  path: readonly string[],
): Promise<Result> | null {
  const route = routeOf(request, path);
  const id = path[1] ?? "";
  if (route === "POST account-access-consents") return createAccountConsent(request, bank, bearer);
  if (route === "GET account-access-consents {id}") return readAccountConsent(bank, bearer, id);
  if (route === "DELETE account-access-consents {id}") return deleteAccountConsent(bank, bearer, id);
  if (route === "GET accounts") return listAccounts(bank, bearer, null);
  if (route === "GET accounts {id}") return listAccounts(bank, bearer, id);
  if (route === "GET accounts {id} balances") return readBalances(bank, bearer, id);
  if (route === "GET accounts {id} transactions") return listTransactions(request, bank, bearer, id);
  return null;
}
