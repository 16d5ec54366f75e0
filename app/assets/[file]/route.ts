import { builtFile } from "../built";

const A_YEAR_S = 31_536_000;

/**
 * GET of a browser file of the build. The name holds a hash of the content, so the content of an address never changes.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const file = builtFile((await params).file);
  if (!file) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  const headers = {
    "Content-Type": file.type,
    "Cache-Control": `public, max-age=${A_YEAR_S}, immutable`,
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "cross-origin",
    // Fonts are fetched in CORS mode without credentials, also from a page that a proxy serves under another host name.
    "Access-Control-Allow-Origin": "*",
  };
  return new Response(file.body, { headers });
}
