import { readLogo } from "@/server/merchants/branding/logo-file";

const A_YEAR_S = 31_536_000;

/**
 * GET of `/logos/merchants/<hash>`: a merchant's logo, for our own pages. The hash is that of the bytes, so they never
 * change.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const logo = await readLogo((await params).hash);
  if (!logo) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(logo.content, {
    headers: {
      "Content-Type": logo.mediaType,
      "Cache-Control": `public, max-age=${A_YEAR_S}, immutable`,
      "Cross-Origin-Resource-Policy": "same-origin",
      // Opened directly, an SVG cannot run scripts.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
