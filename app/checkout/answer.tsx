import type { ReactNode } from "react";
import { CheckoutDocument, PlainDocument } from "@/components/checkout/Document";
import { PRIVATE_HEADERS, pageHeaders } from "@/components/checkout/headers";
import type { CheckoutPage } from "@/components/checkout/model";
import { Root } from "@/components/checkout/Page";
import { stateKey } from "@/components/checkout/state-key";
import { env } from "@/server/lib/env";
import { isAppError } from "@/server/lib/errors";
import { log } from "@/server/lib/log";
import { checkoutAssets } from "../assets/built";

// Static markup: nothing is hydrated, so nothing is shipped that could be.
async function markup(node: ReactNode): Promise<string> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  return renderToStaticMarkup(node);
}

function policyOf({ checkout, origins }: CheckoutPage) {
  // In test every bank stands on our own origin; a cancelled payment's post may end at the shop.
  return { frameAncestors: origins, formTargets: [env().baseUrl, checkout.successUrl, checkout.failureUrl] };
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

const NOT_FOUND = {
  title: "There is nothing to pay here",
  say: ["The address is not complete, or the payment is gone.", "Go back to the shop and start again there."],
};
const TROUBLE = {
  title: "This page can’t be shown right now",
  say: ["Try again in a moment.", "If you have already approved this at your bank, don’t pay again."],
};

async function plainResponse(words: { title: string; say: string[] }, status: number): Promise<Response> {
  const html = `<!doctype html>${await markup(<PlainDocument {...words} css={checkoutAssets().css} />)}`;
  return new Response(html, { status, headers: pageHeaders({ frameAncestors: [], formTargets: [] }) });
}

/** A calm page for an address that stands for no payment: it says nothing about why. */
export async function notFoundResponse(request: Request): Promise<Response> {
  if (wantsJson(request)) return Response.json({ phase: null }, { status: 404, headers: PRIVATE_HEADERS });
  return plainResponse(NOT_FOUND, 404);
}

/** Whether the page's own script is asking. */
export function wantsJson(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("application/json");
}

/** 303 See Other (RFC 9110): the answer to a press stands elsewhere. */
export function seeOther(address: string): Response {
  return new Response(null, { status: 303, headers: { ...PRIVATE_HEADERS, Location: address } });
}

/** Runs a page; what it throws is logged and becomes a calm page. */
export async function calmly(request: Request, requestId: string, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    const status = isAppError(error) ? error.status : 500;
    if (status === 404) return notFoundResponse(request);
    if (status >= 500) log().error({ request_id: requestId, error }, "a shopper's page failed");
    if (wantsJson(request)) return Response.json({ phase: null }, { status, headers: PRIVATE_HEADERS });
    return plainResponse(TROUBLE, status);
  }
}
