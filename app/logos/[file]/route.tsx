import { BankLogo } from "@/components/checkout/BankLogo";
import { findBankByHost } from "@/server/banks/find-bank";

export const dynamic = "force-dynamic";

const HOST_SVG = /^((?=.{1,253}\.svg$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)\.svg$/;
const CACHE = "public, max-age=86400, stale-while-revalidate=604800";

/** `/logos/<host>.svg`: the drawn monogram of the bank whose website has that host. No bank's own logo is copied. */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const host = HOST_SVG.exec((await params).file)?.[1];
  const bank = host === undefined ? null : await findBankByHost(host);
  if (!bank) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(renderToStaticMarkup(<BankLogo name={bank.displayName} />), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": CACHE,
      "Access-Control-Allow-Origin": "*",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
