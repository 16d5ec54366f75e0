import { createHash } from "node:crypto";
import { isUuid } from "../../../server/lib/ids";
import { fromDecimalString } from "../../../server/lib/money/money";
import { parseJson } from "../bodies";
import { maybePayer } from "../ledger-store";
import type { Xs2aCall } from "../simbank-call";
import type { NewSimPayment } from "../store";
import { traitsOf } from "../traits";
import { isOurs } from "./addresses";
import { errorAnswer } from "./answers";
import { firstProblem, initiationSchema } from "./schema";

/** The changes that a caller may subscribe to (NextGenPSD2 1.3.11, TPP-Notification-Content-Preferred). */
const NOTIFICATION_CONTENTS = ["SCA", "PROCESS", "LAST"];

type Problem = { path: string; text: string };

/** Validates an initiation by the standard and by the bank's traits; else the error answer. */
export async function readInitiation(call: Xs2aCall, product: string): Promise<NewSimPayment | Response> {
  const { request, bank, body } = call;
  const refuse = ({ path, text }: Problem) => errorAnswer(request, 400, "FORMAT_ERROR", text, { path });
  const addresses = readAddresses(request, bank);
  if ("path" in addresses) return refuse(addresses);
  const parsed = initiationSchema.safeParse(parseJson(body));
  if (!parsed.success) return refuse(firstProblem(parsed.error));
  const { instructedAmount, creditorAccount, debtorAccount, ...order } = parsed.data;
  const { currency, amount: decimal } = instructedAmount;
  const amount = fromDecimalString(decimal, currency);
  if (amount === null || amount < 1n)
    return refuse({ path: "instructedAmount.amount", text: "The amount is not valid in this currency." });
  if (product.includes("sepa") && currency !== "EUR")
    return refuse({ path: "instructedAmount.currency", text: "SEPA payments are in euros only." });
  const debtorIban = debtorAccount?.iban ?? null;
  const problem = await debtorProblem(bank, { debtorIban, currency, creditorIban: creditorAccount.iban });
  if (problem) return refuse(problem);
  return {
    bank,
    standard: "berlin-group",
    product,
    requestId:
      traitsOf(bank).idempotency === "none" ? null : (request.headers.get("X-Request-ID")?.toLowerCase() ?? ""),
    bodyHash: new Uint8Array(createHash("sha256").update(`${product}\n${body}`, "utf8").digest()),
    endToEndId: order.endToEndIdentification ?? null,
    amount,
    currency,
    creditorIban: creditorAccount.iban,
    creditorName: order.creditorName,
    debtorIban,
    remittance: order.remittanceInformationUnstructured ?? null,
    ...addresses,
  };
}

type Addresses = Pick<NewSimPayment, "okUri" | "nokUri" | "notificationUri" | "notificationContent">;

function readAddresses(request: Request, bank: string): Addresses | Problem {
  const missing = headerProblem(request);
  if (missing) return missing;
  const redirect = readRedirects(request, bank);
  if ("path" in redirect) return redirect;
  const notificationUri = request.headers.get("TPP-Notification-URI");
  if (notificationUri !== null && !isOurs(notificationUri)) {
    return { path: "TPP-Notification-URI", text: "This bank sends notifications to this installation only." };
  }
  const wanted = /^status=([A-Z,]+)$/.exec(request.headers.get("TPP-Notification-Content-Preferred") ?? "")?.[1];
  const known = NOTIFICATION_CONTENTS.filter((content) => wanted === undefined || wanted.split(",").includes(content));
  return { ...redirect, notificationUri, notificationContent: notificationUri === null ? [] : known };
}

/** The headers that the standard requires, for payments and consents. */
export function headerProblem({ headers }: Request): Problem | null {
  if (!isUuid(headers.get("X-Request-ID") ?? "")) return { path: "X-Request-ID", text: "A uuid is required." };
  if (!headers.get("PSU-IP-Address")) return { path: "PSU-IP-Address", text: "PSU-IP-Address is required." };
  return null;
}

/** The redirect URIs, for payments and consents. */
export function readRedirects(
  request: Request,
  bank: string,
): { okUri: string | null; nokUri: string | null } | Problem {
  const okUri = request.headers.get("TPP-Redirect-URI");
  const nokUri = request.headers.get("TPP-Nok-Redirect-URI") ?? okUri;
  if (traitsOf(bank).authorisation === "decoupled" && okUri === null) return { okUri: null, nokUri: null };
  if (okUri === null || nokUri === null || !isOurs(okUri) || !isOurs(nokUri)) {
    const text = "This bank supports approval by redirect only, and redirects to this installation only.";
    return { path: "TPP-Redirect-URI", text };
  }
  return { okUri, nokUri };
}

async function debtorProblem(
  bank: string,
  { debtorIban, creditorIban, currency }: { debtorIban: string | null; creditorIban: string; currency: string },
): Promise<Problem | null> {
  const path = "debtorAccount";
  if (debtorIban === null) {
    return traitsOf(bank).requiresDebtorAccount ? { path, text: "This bank requires the payer's account." } : null;
  }
  return (await maybePayer(bank, { debtorIban, creditorIban, currency }))
    ? null
    : { path, text: "This bank does not have this account." };
}
