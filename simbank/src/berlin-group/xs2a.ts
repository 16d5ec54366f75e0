import { isSimulationKey, SIMULATION_KEY_HEADER } from "../../../server/lib/config/simulation-key";
import { readBody } from "../bodies";
import type { SimbankCall, Xs2aCall } from "../simbank-call";
import { traitsOf } from "../traits";
import { accountBalances, accountTransactions, listAccounts } from "./accounts";
import { errorAnswer } from "./answers";
import {
  consentAuthorisationStatus,
  consentDetails,
  consentStatus,
  createConsent,
  deleteConsent,
  findOwnConsent,
  startConsentAuthorisation,
} from "./consents";
import { authorise, oauthMetadata, token } from "./oauth";
import {
  authorisationStatus,
  cancelPayment,
  createPayment,
  listAuthorisations,
  paymentDetails,
  paymentStatus,
  readPayment,
  startAuthorisation,
} from "./payments";
import { refuseToken } from "./read-consent";
import { refuseUnsigned } from "./signature";

/** The XS2A interface (NextGenPSD2 1.3.11) under `/simbank/{bank}/xs2a`, for this installation only. */
export async function handleXs2a(request: Request, { bank, path: whole, certificate }: SimbankCall): Promise<Response> {
  const path = whole.slice(1);
  if (!certificate && !isForAnyone(path) && !isSimulationKey(request.headers.get(SIMULATION_KEY_HEADER))) {
    const text = "Only the installation that this simulated bank belongs to may call it. Send its certificate or key.";
    return errorAnswer(request, 401, "CERTIFICATE_MISSING", text);
  }
  const body = await readBody(request);
  if (body === null) return errorAnswer(request, 400, "FORMAT_ERROR", "The body is too long.", { path: "body" });
  const call: Xs2aCall = { request, bank, body };
  const [version, service, ...rest] = path;
  if (version !== "v1") {
    return (await handleOauth(call, path)) ?? unknownResource(request);
  }
  const refusal = traitsOf(bank).signing ? await refuseUnsigned(call) : null;
  if (refusal) return refusal;
  const handlers = { payments: handlePayments, consents: handleConsents, accounts: handleAccounts };
  const handler = Object.entries(handlers).find(([name]) => name === service)?.[1];
  return (await handler?.(call, rest)) ?? unknownResource(request);
}

/** OAuth 2.0 addresses for browsers, and public metadata (RFC 8414). */
function isForAnyone(path: readonly string[]): boolean {
  return ["oauth/authorize", ".well-known/oauth-authorization-server"].includes(path.join("/"));
}

function unknownResource(request: Request): Response {
  return errorAnswer(request, 404, "RESOURCE_UNKNOWN", "No such resource.");
}

/** Null here and below: unknown method or path. */
async function handleOauth(call: Xs2aCall, path: readonly string[]): Promise<Response | null> {
  if (traitsOf(call.bank).authorisation !== "oauth") return null;
  const route = `${call.request.method} ${path.join("/")}`;
  if (route === "GET .well-known/oauth-authorization-server") return oauthMetadata(call.bank);
  if (route === "GET oauth/authorize") return authorise(call);
  if (route === "POST oauth/token") return token(call);
  return null;
}

async function handlePayments(call: Xs2aCall, path: readonly string[]): Promise<Response | null> {
  const [product = "", id = "", sub, authorisationId = ""] = path;
  const route = `${call.request.method} ${path.length}`;
  if (route === "POST 1") return createPayment(call, product);
  const payment = await readPayment(call.bank, product, id);
  if (!payment) return errorAnswer(call.request, 404, "RESOURCE_UNKNOWN", "No such payment at this bank.");
  const refusal = await refuseToken(call, payment.id);
  if (refusal) return refusal;
  if (route === "GET 2") return paymentDetails(call, payment);
  if (route === "DELETE 2") return cancelPayment(call, payment);
  if (route === "GET 3" && sub === "status") return paymentStatus(call, payment);
  if (sub !== "authorisations") return null;
  if (route === "POST 3") return startAuthorisation(call, payment);
  if (route === "GET 3") return listAuthorisations(call, payment);
  const isIts = payment.authorisationId === authorisationId;
  return route === "GET 4" && isIts ? authorisationStatus(call, payment) : null;
}

async function handleConsents(call: Xs2aCall, path: readonly string[]): Promise<Response | null> {
  const [id = "", sub, authorisationId = ""] = path;
  const route = `${call.request.method} ${path.length}`;
  if (route === "POST 0") return createConsent(call);
  const consent = await findOwnConsent(call.bank, id);
  if (!consent) return errorAnswer(call.request, 403, "CONSENT_UNKNOWN", "No such consent at this bank.");
  const refusal = await refuseToken(call, consent.id);
  if (refusal) return refusal;
  if (route === "GET 1") return consentDetails(call, consent);
  if (route === "DELETE 1") return deleteConsent(call, consent);
  if (route === "GET 2" && sub === "status") return consentStatus(call, consent);
  if (sub !== "authorisations") return null;
  if (route === "POST 2") return startConsentAuthorisation(call, consent);
  const isIts = consent.authorisationId === authorisationId;
  return route === "GET 3" && isIts ? consentAuthorisationStatus(call, consent) : null;
}

async function handleAccounts(call: Xs2aCall, path: readonly string[]): Promise<Response | null> {
  if (call.request.method !== "GET") return null;
  const [id = "", sub] = path;
  if (path.length === 0) return listAccounts(call);
  if (path.length !== 2) return null;
  if (sub === "balances") return accountBalances(call, id);
  return sub === "transactions" ? accountTransactions(call, id) : null;
}
