import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { createElement, type ReactElement } from "react";
import type { ApprovalAnswer } from "./approval";
import { approvalsOf } from "./bank-app";
import { isSimulatedBank } from "./bank-name";
import { approvalAt } from "./berlin-group/approval-door";
import { handleXs2a } from "./berlin-group/xs2a";
import { handleOpenBanking } from "./open-banking/handle-open-banking";
import { ApprovalPage, UnknownApprovalPage } from "./pages/ApprovalPage";
import { APPROVAL_CSS } from "./pages/approval-css";
import { BankAppPage } from "./pages/BankAppPage";
import { redirect } from "./redirect";
import type { SimbankCall } from "./simbank-call";
import { traitsOf } from "./traits";

const TYPEFACE = "node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
const TYPEFACE_HEADERS = { "Content-Type": "font/woff2", "Cache-Control": "public, max-age=604800" };
/** Revalidated on each use: each customer sees the page once, and a release may change it. */
const CSS_HEADERS = {
  "Content-Type": "text/css; charset=utf-8",
  "Cache-Control": "no-cache",
  ETag: `"${createHash("sha256").update(APPROVAL_CSS).digest("base64url")}"`,
};

/** What the pages load from their bank's address: styles and the font, from its package. Null: another name. */
async function pageAsset(request: Request, name: string | undefined): Promise<Response | null> {
  if (name === "approval.css") {
    const isKnown = request.headers.get("If-None-Match") === CSS_HEADERS.ETag;
    return new Response(isKnown ? null : APPROVAL_CSS, { status: isKnown ? 304 : 200, headers: CSS_HEADERS });
  }
  if (name !== "geist.woff2") return null;
  typeface ??= readFile(path.join(/* turbopackIgnore: true */ process.cwd(), TYPEFACE));
  return new Response(new Uint8Array(await typeface), { headers: TYPEFACE_HEADERS });
}

let typeface: Promise<Buffer> | undefined;

/**
 * The approval page makes no outgoing requests and cannot be framed. `form-action` is left out on purpose: browsers
 * apply it to the whole chain of redirects after the form, and this bank cannot know where the merchant's side
 * redirects to.
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

/** The handler of the whole simulated bank: the interfaces of both standards, and the pages for customers. */
export async function handleSimbank(request: Request, call: SimbankCall): Promise<Response> {
  const { bank, path } = call;
  // PostgreSQL cannot store or compare NUL.
  if (request.url.includes("%00")) return new Response("Not found.\n", { status: 404 });
  const asset = path.length === 1 ? await pageAsset(request, path[0]) : null;
  if (asset) return asset;
  if (!isSimulatedBank(bank)) return new Response("No such bank.\n", { status: 404 });
  const [area, id] = path;
  if (area === "xs2a") return handleXs2a(request, call);
  const methods = area === "app" ? ["GET", "HEAD"] : ["GET", "HEAD", "POST"];
  const isPage = area === "app" || ((area === "approve" || area === "authorize") && path.length === 2);
  if (isPage && !methods.includes(request.method))
    return new Response(null, { status: 405, headers: { Allow: methods.join(", ") } });
  if (area === "approve" && id !== undefined && path.length === 2) {
    return approvalResponse(await approvalAt(request, bank, id), bank);
  }
  if (area === "app" && path.length === 1 && traitsOf(bank).authorisation === "decoupled") {
    const code = new URL(request.url).searchParams.get("code");
    const view = await approvalsOf(bank, code);
    return pageResponse(200, createElement(BankAppPage, { view, stylesheet: stylesheetOf(bank) }));
  }
  const answer = await handleOpenBanking(request, call);
  if (answer instanceof Response) return answer;
  return answer ? approvalResponse(answer, bank) : new Response("Not found.\n", { status: 404 });
}

function stylesheetOf(bank: string): string {
  return `/simbank/${bank}/approval.css`;
}

/** The response to a GET of an approval page or a POST of its form, for both standards. */
async function approvalResponse(answer: ApprovalAnswer, bank: string): Promise<Response> {
  if (answer.kind === "redirect") return redirect(answer.url);
  const stylesheet = stylesheetOf(bank);
  if (answer.kind === "unknown") return pageResponse(404, createElement(UnknownApprovalPage, { stylesheet }));
  return pageResponse(200, createElement(ApprovalPage, { view: answer.view, stylesheet }));
}

async function pageResponse(status: number, page: ReactElement): Promise<Response> {
  // A dynamic import: Next.js rejects a static import of react-dom/server in modules of a route handler.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, { status, headers: PAGE_HEADERS });
}
