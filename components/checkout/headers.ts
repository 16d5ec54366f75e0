/** What a page is allowed to do, and who may frame it. Origins are checked here: they come from what merchants wrote. */
export type PagePolicy = {
  /** Origins that may frame the page; none: nobody. */
  frameAncestors: readonly string[];
  /** Addresses where a form's post may end after redirects: browsers apply `form-action` to those too. */
  formTargets: readonly (string | null)[];
  /** What the page's own style elements are allowed by (brand-style.ts). */
  styleHashes?: readonly string[];
  /** What the page's own script element is allowed by. */
  scriptHashes?: readonly string[];
};

/** What an origin may consist of to stand in a header: scheme, plain host, port. No `*`, no `;`. */
const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

/** The origin of an http(s) address, or null. */
function originOf(address: string | null): string | null {
  if (address === null) return null;
  try {
    const { origin } = new URL(address);
    return ORIGIN.test(origin) ? origin : null;
  } catch {
    return null;
  }
}

/** Each address's origin, once; what is no http(s) address is left out. */
export function originsOf(addresses: readonly (string | null)[]): string[] {
  return [...new Set(addresses.map(originOf))].filter((origin) => origin !== null);
}

/** Content-Security-Policy of a shopper's page (CSP Level 3): everything from our own origin, and nothing besides. */
export function contentPolicy({
  frameAncestors,
  formTargets,
  styleHashes = [],
  scriptHashes = [],
}: PagePolicy): string {
  const ancestors = originsOf(frameAncestors);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(" "),
    ["style-src 'self'", ...styleHashes].join(" "),
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...originsOf(formTargets)].join(" "),
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(" ") : "'none'"}`,
  ].join("; ");
}

/** Headers of every answer that stands at an address with a token in it. */
export const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
} as const;

/**
 * A page that is isolated (Cross-Origin-Embedder-Policy: require-corp) frames only what says the same of itself, and that it
 * may be had from elsewhere (HTML, "Cross-origin isolation"). Our pages load from our own origin alone.
 */
const FRAMED_HEADERS = {
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Headers of a shopper's page. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    ...PRIVATE_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentPolicy(policy),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    ...(policy.frameAncestors.length > 0 && FRAMED_HEADERS),
  };
}
