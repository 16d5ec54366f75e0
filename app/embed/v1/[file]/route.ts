import { readPinnedLoader } from "@/server/payments/checkout/pinned-loader";
import { loaderFile } from "../../../assets/built";
import { LOADER_HEADERS } from "../../../embed.js/served-loader";

const A_YEAR_S = 31_536_000;

/**
 * GET of a loader by its hash, of this or an earlier release. The bytes never change, so a page can set `integrity`.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const hash = /^([0-9a-f]+)\.js$/.exec((await params).file)?.[1] ?? "";
  const loader = await readPinnedLoader({}, hash);
  if (!loader) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = {
    ...LOADER_HEADERS,
    "Content-Type": loaderFile().type,
    "Content-Language": loader.language,
    "Cache-Control": `public, max-age=${A_YEAR_S}, immutable`,
  };
  return new Response(loader.script, { headers });
}
