import { accountBalances, consentStatus, createConsent, listAccounts } from "./account-information";
import { errorAnswer } from "./answers";
import { type ApprovalAnswer, answerApproval, showApproval } from "./approval";
import type { ApprovalView } from "./approval-view";
import { authorisationStatus, cancelPayment, createPayment, paymentDetails, paymentStatus } from "./payments";

const XS2A = "xs2a";

/**
 * The approval page speaks to nobody and is framed by nobody. `form-action` is left out on purpose: browsers apply it to
 * the whole chain of redirects after the form, and this bank cannot know where the merchant's side leads the shopper on.
 */
const PAGE_HEADERS: Record<string, string> = {
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

export type SimbankCall = {
  /** Slug of the bank that is stood in for. */
  bank: string;
  /** What follows it in the address, decoded. */
  path: readonly string[];
  /** Draws the approval page as a whole HTML document; null: there is no such authorisation. */
  renderApproval(view: ApprovalView | null): Promise<string>;
};

/** The simulated bank's whole surface: its XS2A interface (NextGenPSD2 1.3.11) and its approval page. */
export async function handleSimbank(request: Request, { bank, path, renderApproval }: SimbankCall): Promise<Response> {
  if (!/^[a-z0-9-]{1,64}$/.test(bank)) return new Response("No such bank.\n", { status: 404 });
  const [area, id] = path;
  if (area === "approve" && id !== undefined && path.length === 2)
    return handleApproval(request, bank, id, renderApproval);
  if (area !== XS2A) return new Response("Not found.\n", { status: 404 });
  return (
    (await handleXs2a(request, bank, path.slice(1))) ??
    errorAnswer(request, 404, "RESOURCE_UNKNOWN", "No such resource.")
  );
}

async function handleApproval(
  request: Request,
  bank: string,
  authorisationId: string,
  renderApproval: SimbankCall["renderApproval"],
): Promise<Response> {
  const answer: ApprovalAnswer =
    request.method === "POST"
      ? await answerApproval(request, bank, authorisationId)
      : await showApproval(bank, authorisationId);
  if (answer.kind === "redirect") {
    const headers = { Location: answer.url, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
    return new Response(null, { status: 303, headers });
  }
  if (answer.kind === "unknown")
    return new Response(await renderApproval(null), { status: 404, headers: PAGE_HEADERS });
  return new Response(await renderApproval(answer.view), { headers: PAGE_HEADERS });
}

/** Null: no such method and path. */
async function handleXs2a(request: Request, bank: string, path: readonly string[]): Promise<Response | null> {
  const [version, service, a = "", b = "", c, d] = path;
  if (version !== "v1") return null;
  const route = `${request.method} ${service} ${path.length}`;
  const payment = { bank, product: a, id: b };
  if (route === "POST payments 3") return createPayment(request, bank, a);
  if (route === "GET payments 4") return paymentDetails(request, payment);
  if (route === "DELETE payments 4") return cancelPayment(request, payment);
  if (route === "GET payments 5" && c === "status") return paymentStatus(request, payment);
  if (route === "GET payments 6" && c === "authorisations") return authorisationStatus(request, payment, d ?? "");
  if (route === "POST consents 2") return createConsent(request, bank);
  if (route === "GET consents 4" && b === "status") return consentStatus(request, bank, a);
  if (route === "GET accounts 2") return listAccounts(request, bank);
  if (route === "GET accounts 4" && b === "balances") return accountBalances(request, bank, a);
  return null;
}
