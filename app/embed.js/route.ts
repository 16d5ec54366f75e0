import { loaderFile } from "../assets/built";
import { LOADER_HEADERS, servedLoader } from "./served-loader";

export const dynamic = "force-dynamic";

const FRESH_S = 300;

/**
 * The loader, saying its few words in `locale` (BCP 47), or in English. This address follows the releases and cannot carry
 * a hash: browsers ask again after five minutes. The one that never changes is /embed/v1/<hash>.js.
 */
export function GET(request: Request): Response {
  const { script, hash, language } = servedLoader(new URL(request.url).searchParams.get("locale"));
  const etag = `W/"${hash}"`;
  const headers = {
    ...LOADER_HEADERS,
    "Content-Type": loaderFile().type,
    "Content-Language": language,
    "Cache-Control": `public, max-age=${FRESH_S}, stale-while-revalidate=86400`,
    ETag: etag,
  };
  if (request.headers.get("if-none-match") === etag) return new Response(null, { status: 304, headers });
  return new Response(script, { headers });
}
