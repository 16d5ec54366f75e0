import { loaderFile } from "../assets/built";

export const dynamic = "force-dynamic";

const FRESH_S = 300;

/** The loader. Its address is in shops' pages and cannot carry a hash: browsers ask again after five minutes. */
export function GET(request: Request): Response {
  const file = loaderFile();
  const etag = `W/"${file.version}"`;
  const headers = {
    "Content-Type": file.type,
    "Cache-Control": `public, max-age=${FRESH_S}, stale-while-revalidate=86400`,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(file.body, { headers });
}
