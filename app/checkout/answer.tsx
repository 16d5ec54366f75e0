import type { ReactNode } from "react";
import { brandStyle, styleHash } from "@/components/checkout/brand-style";
import { CheckoutDocument, PlainDocument, ReturnDocument } from "@/components/checkout/Document";
import { PRIVATE_HEADERS, pageHeaders } from "@/components/checkout/headers";
import type { Translator } from "@/components/checkout/languages/translator";
import type { CheckoutPage } from "@/components/checkout/model";
import { Root } from "@/components/checkout/Page";
import { linkNotFound, notFound, type Plain, returnNotFound, trouble } from "@/components/checkout/plain";
import { type PrintedReceipt, ReceiptDocument } from "@/components/checkout/Receipt";
import { showsPicker } from "@/components/checkout/state/State";
import { answerKey, stateKey } from "@/components/checkout/state/state-key";
import { asAppError, failure, failureHeaders, respond } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import { env } from "@/server/lib/config/env";
import type { Ctx } from "@/server/lib/context";
import type { AppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { checkoutAssets, returnAssets } from "../assets/built";
import { onwardAddress, type PageParams } from "./params";
import { translatorForRequest } from "./request-language";

// Static markup: nothing is hydrated.
async function markup(node: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return renderToStaticMarkup(node);
}

function policyOf(page: CheckoutPage) {
  const { checkout, origins, assets } = page;
  const brand = brandStyle(checkout.merchant);
  return {
    frameAncestors: origins,
    // A simulated bank may run on our own origin; the form that cancels a payment may redirect to the shop.
    formTargets: [env().baseUrl, checkout.successUrl, checkout.failureUrl],
    styleHashes: brand === null ? [] : [styleHash(brand)],
    scriptHashes: showsPicker(page) && assets.early !== undefined ? [styleHash(assets.early)] : [],
  };
}

/** The page as a document. */
export async function pageResponse(page: CheckoutPage, status = 200): Promise<Response> {
  const html = `<!doctype html>${await markup(<CheckoutDocument page={page} />)}`;
  return new Response(html, { status, headers: pageHeaders(policyOf(page)) });
}

/**
 * The state for the page's script. `html`: the root element; null if the script already shows it. `go`: the next
 * address of the customer's window.
 */
export async function stateResponse(
  page: CheckoutPage,
  knownKey: string | null,
  go: string | null = null,
): Promise<Response> {
  const { phase, amount, currency, expiresInS } = page.checkout;
  const same = knownKey !== null && (knownKey === stateKey(page) || knownKey === answerKey(page));
  const html = same ? null : await markup(<Root page={page} />);
  return Response.json({ phase, amount, currency, expiresInS, html, go }, { headers: PRIVATE_HEADERS });
}

async function plainResponse(translator: Translator, plain: Plain, error: AppError): Promise<Response> {
  const html = `<!doctype html>${await markup(<PlainDocument translator={translator} plain={plain} assets={checkoutAssets()} />)}`;
  const headers = { ...pageHeaders({ frameAncestors: [], formTargets: [] }), ...failureHeaders(error) };
  return new Response(html, { status: error.status, headers });
}

/** A paid payment's receipt. */
export async function receiptResponse(receipt: PrintedReceipt): Promise<Response> {
  const html = `<!doctype html>${await markup(<ReceiptDocument receipt={receipt} />)}`;
  const brand = brandStyle(receipt.checkout.merchant);
  const styleHashes = brand === null ? [] : [styleHash(brand)];
  return new Response(html, { headers: pageHeaders({ frameAncestors: [], formTargets: [], styleHashes }) });
}

/** The page that posts a bank's answer from the address's fragment, which only the browser can read. */
export async function fragmentResponse(request: Request): Promise<Response> {
  const translator = translatorForRequest(request);
  const html = `<!doctype html>${await markup(<ReturnDocument translator={translator} plain={returnNotFound(translator)} assets={returnAssets()} />)}`;
  return new Response(html, { headers: pageHeaders({ frameAncestors: [], formTargets: [] }) });
}

/** Whether the caller accepts JSON: the page's own script, or a program that opened a link. */
export function wantsJson(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("application/json");
}

/** 303 See Other (RFC 9110): the result of a form is at another address. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: address } });
}

/**
 * Redirects from a form to the bank. Browsers apply `form-action` to the redirects after a form's post, and the policy
 * cannot list every bank's host. For such a bank the redirect leads to an intermediate page of ours, which opens the
 * bank's page.
 */
export function seeBank({ url, paymentToken }: { url: string; paymentToken: string }, params: PageParams): Response {
  const isOurs = new URL(url).origin === new URL(env().baseUrl).origin;
  return seeOther(isOurs ? url : onwardAddress(paymentToken, params, { open: "1" }));
}

/**
 * Runs a handler with the customer's context. An error becomes a page without details; for a program, the API's error
 * envelope. `missing`: the page for an address without a payment.
 */
export async function withErrorPage(
  request: Request,
  run: (ctx: Ctx) => Promise<Response>,
  missing = notFound,
): Promise<Response> {
  const ctx = publicCtx(request);
  try {
    return await run(ctx);
  } catch (thrown) {
    const { requestId } = ctx;
    const error = asAppError(thrown);
    if (error.status >= 500) log().error({ request_id: requestId, error: thrown }, "a checkout page failed");
    if (wantsJson(request)) return respond(failure(error), requestId, { ...PRIVATE_HEADERS, ...failureHeaders(error) });
    const translator = translatorForRequest(request);
    const reference = error.status >= 500 ? { reference: requestId } : {};
    return plainResponse(translator, { ...plainOf(error, missing)(translator), ...reference }, error);
  }
}

type PlainText = (translator: Translator) => Plain;

function plainOf({ code, status }: AppError, missing: PlainText): PlainText {
  if (code === "PAYMENT_LINK_NOT_FOUND") return linkNotFound;
  return status === 404 ? missing : trouble;
}
