import { brandStyle, styleHash } from "@/components/checkout/brand-style";
import { CheckoutDocument } from "@/components/checkout/Document";
import { PRIVATE_HEADERS } from "@/components/checkout/headers";
import type { CheckoutPage } from "@/components/checkout/model";
import { asAppError } from "@/server/http/answer";
import { publicCtx } from "@/server/http/public-ctx";
import type { ProcedurePath } from "@/server/identity/permissions/permissions";
import type { Ctx } from "@/server/lib/context";
import { consoleCall } from "@/server/trpc/console-call";
import { getSession } from "../../session";

/** `ctx`: the customer's, who sees the page. `own`: the signed-in user's. */
type Preview = { ctx: Ctx; own: Ctx; merchantId: string };

/** Answers with a preview of the merchant that the address names, for a signed-in user who may call `path`. */
export async function answerPreview(
  request: Request,
  path: ProcedurePath,
  draw: (preview: Preview) => Promise<Response>,
): Promise<Response> {
  const ctx = publicCtx(request);
  const merchantId = new URL(request.url).searchParams.get("merchant") ?? "";
  try {
    const { call: own } = await consoleCall({ ctx, session: await getSession() }, { path, scope: { merchantId } });
    return await draw({ ctx, own, merchantId });
  } catch (thrown) {
    const error = asAppError(thrown);
    if (error.status >= 500) throw thrown;
    return plain(error.message, error.status);
  }
}

/** A customer's page for a frame of the Console: scripts and forms are disabled, and no other site may frame it. */
export async function previewResponse(page: CheckoutPage): Promise<Response> {
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = `<!doctype html>${renderToStaticMarkup(<CheckoutDocument page={page} />)}`;
  const headers = {
    ...PRIVATE_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policyOf(brandStyle(page.checkout.merchant)),
  };
  return new Response(html, { headers });
}

function policyOf(style: string | null): string {
  return [
    "default-src 'none'",
    `style-src 'self'${style === null ? "" : ` ${styleHash(style)}`}`,
    "font-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** A plain sentence instead of a page. */
export function plain(sentence: string, status: number): Response {
  const headers = { ...PRIVATE_HEADERS, "Content-Type": "text/plain; charset=utf-8" };
  return new Response(`${sentence}\n`, { status, headers });
}
