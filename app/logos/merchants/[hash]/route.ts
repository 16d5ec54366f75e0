import { readLogo } from "@/server/merchants/read-logo";

export const dynamic = "force-dynamic";

const A_YEAR_S = 31_536_000;

/** `/logos/merchants/<hash>`: a merchant's logo, for our own pages. The address is the hash of the bytes, so it never changes. */
export async function GET(_request: Request, { params }: { params: Promise<{ hash: string }> }): Promise<Response> {
  const logo = await readLogo({}, (await params).hash);
  if (!logo) return new Response("Not found.", { status: 404, headers: { "Cache-Control": "no-store" } });
  return new Response(logo.content, {
    headers: {
      "Content-Type": logo.mediaType,
      "Cache-Control": `public, max-age=${A_YEAR_S}, immutable`,
      "Cross-Origin-Resource-Policy": "same-origin",
      // Opened by itself it is a picture too, and nothing else.
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
