import type { ReactNode } from "react";
import { brandStyle, styleHash } from "@/components/checkout/brand-style";
import { CheckoutDocument, PlainDocument, ReturnDocument } from "@/components/checkout/Document";
import { PRIVATE_HEADERS, pageHeaders } from "@/components/checkout/headers";
import type { CheckoutPage } from "@/components/checkout/model";
import { Root } from "@/components/checkout/Page";
import { linkNotFound, notFound, type Plain, trouble } from "@/components/checkout/plain";
import { stateKey } from "@/components/checkout/state-key";
import type { Words } from "@/components/checkout/translate";
import { asAppError, failure, failureHeaders, respond } from "@/server/http/answer";
import { env } from "@/server/lib/env";
import type { AppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { checkoutAssets, returnAssets } from "../assets/built";
import { onwardAddress, type PageParams } from "./params";
import { wordsFor } from "./request-words";

// Static markup: nothing is hydrated, so nothing is shipped that could be.
async function markup(node: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return renderToStaticMarkup(node);
}

function policyOf({ checkout, origins, picker, assets }: CheckoutPage) {
  const brand = brandStyle(checkout.merchant);
  return {
    frameAncestors: origins,
    // A simulated bank may stand on our own origin; a cancelled payment's post may end at the shop.
    formTargets: [env().baseUrl, checkout.successUrl, checkout.failureUrl],
    styleHashes: brand === null ? [] : [styleHash(brand)],
    scriptHashes: picker === null || assets.early === undefined ? [] : [styleHash(assets.early)],
  };
}

/** The page as a document. */
export async function pageResponse(page: CheckoutPage, status = 200): Promise<Response> {
  const html = `<!doctype html>${await markup(<CheckoutDocument page={page} />)}`;
  return new Response(html, { status, headers: pageHeaders(policyOf(page)) });
}

/**
 * The page for its script: what the state is, and the root element drawn anew, or null where the script shows just
 * that already. `go`: where the shopper's window goes next.
 */
export async function stateResponse(
  page: CheckoutPage,
  knownKey: string | null,
  go: string | null = null,
): Promise<Response> {
  const { phase, amount, currency, expiresInS } = page.checkout;
  const same = knownKey !== null && knownKey === stateKey(page);
  const html = same ? null : await markup(<Root page={page} />);
  return Response.json({ phase, amount, currency, expiresInS, html, go }, { headers: PRIVATE_HEADERS });
}

async function plainResponse(words: Words, plain: Plain, status: number): Promise<Response> {
  const { css } = checkoutAssets();
  const html = `<!doctype html>${await markup(<PlainDocument words={words} plain={plain} css={css} />)}`;
  return new Response(html, { status, headers: pageHeaders({ frameAncestors: [], formTargets: [] }) });
}

/** The page that posts back what a bank has put behind the `#`, where only the browser reads it. */
export async function fragmentResponse(request: Request): Promise<Response> {
  const words = wordsFor(request);
  const html = `<!doctype html>${await markup(<ReturnDocument words={words} plain={notFound(words)} {...returnAssets()} />)}`;
  return new Response(html, { headers: pageHeaders({ frameAncestors: [], formTargets: [] }) });
}

/** Whether a program is asking: the page's own script, or a machine that opened a link. */
export function wantsJson(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("application/json");
}

/** 303 See Other (RFC 9110): the answer to a press stands elsewhere. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: address } });
}

/**
 * From a press to the bank. Browsers hold the redirects after a form's post to `form-action`, which cannot name where each
 * bank has its pages: such a bank is reached by a page of ours that goes on by itself.
 */
export function seeBank({ url, paymentToken }: { url: string; paymentToken: string }, params: PageParams): Response {
  const isOurs = new URL(url).origin === new URL(env().baseUrl).origin;
  return seeOther(isOurs ? url : onwardAddress(paymentToken, params, { open: "1" }));
}

/** Runs a page. What it throws becomes a calm page, which says nothing about why; for a machine, the API's own envelope. */
export async function calmly(request: Request, requestId: string, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) log().error({ request_id: requestId, error: thrown }, "a shopper's page failed");
    if (wantsJson(request)) return respond(failure(error), requestId, { ...PRIVATE_HEADERS, ...failureHeaders(error) });
    const words = wordsFor(request);
    return plainResponse(words, plainOf(error)(words), error.status);
  }
}

function plainOf({ code, status }: AppError): (words: Words) => Plain {
  if (code === "PAYMENT_LINK_NOT_FOUND") return linkNotFound;
  return status === 404 ? notFound : trouble;
}
