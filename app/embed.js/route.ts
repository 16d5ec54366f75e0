import { loaderFile } from "../assets/built";
import { LOADER_HEADERS, servedLoader } from "./served-loader";

const FRESH_S = 300;

/**
 * GET of the loader, with its texts in `locale` (BCP 47) or in English. The address has no hash, because its content
 * changes with releases: browsers revalidate after five minutes. The immutable address is /embed/v1/<hash>.js.
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
