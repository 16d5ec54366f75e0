/** Of pages and redirects whose address is a permission. */
export const PRIVATE_HEADERS = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };

/** Sends the shopper's browser to an address. */
export function redirect(url: string): Response {
  return new Response(null, { status: 303, headers: { Location: url, ...PRIVATE_HEADERS } });
}
