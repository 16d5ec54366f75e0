import { BankLogo } from "@/components/checkout/banks/BankLogo";
import { findBankByHost } from "@/server/banks/find-bank";
import { findLogoFile, type LogoFile } from "@/server/banks/logo-files";

const HOST_SVG = /^((?=.{1,253}\.svg$)[a-z0-9](?:[a-z0-9-]*\.)[a-z0-9.-]*[a-z0-9])\.svg$/;
const DRAWN = "public, max-age=86400, stale-while-revalidate=604800";
/** Cache header for an address with a version: changed content gets a new address. */
const THIS_VERSION = "public, max-age=31536000, immutable";
const ANY_VERSION = "public, max-age=300";

/** Headers that disable scripts, requests and the origin of an image opened directly; other sites may embed it. */
const SAFE = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "X-Content-Type-Options": "nosniff",
};

type Params = { params: Promise<{ file: string }> };

/**
 * GET of `/logos/<id or slug>.svg|png|webp`: the operator's file; `/logos/<host>.svg`: the drawn mark of that
 * website's bank.
 */
export async function GET(request: Request, { params }: Params): Promise<Response> {
  const { file } = await params;
  const own = await findLogoFile(file);
  if (own) return ownLogo(request, own);
  const host = HOST_SVG.exec(file)?.[1];
  const bank = host === undefined ? null : await findBankByHost(host);
  if (!bank) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(renderToStaticMarkup(<BankLogo id={bank.id} name={bank.displayName} />), {
    headers: { ...SAFE, "Content-Type": "image/svg+xml; charset=utf-8", "Cache-Control": DRAWN },
  });
}

function ownLogo(request: Request, { body, type, version }: LogoFile): Response {
  const etag = `"${version}"`;
  const isNamed = new URL(request.url).searchParams.get("v") === version;
  const headers = { ...SAFE, "Cache-Control": isNamed ? THIS_VERSION : ANY_VERSION, ETag: etag };
  const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (known.includes(etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, "Content-Type": type } });
}
