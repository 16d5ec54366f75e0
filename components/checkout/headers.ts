/**
 * Permissions of a page and the origins that may frame it. Origins are validated here, because merchants enter them.
 */
export type PagePolicy = {
  /** Origins that may frame the page; empty: framing is forbidden. */
  frameAncestors: readonly string[];
  /** Addresses to which a form's post may redirect: browsers apply `form-action` to redirects too. */
  formTargets: readonly (string | null)[];
  /** Hashes that allow the page's own style elements (brand-style.ts). */
  styleHashes?: readonly string[];
  /** Hashes that allow the page's own inline scripts. */
  scriptHashes?: readonly string[];
};

/** Valid origins in a header: scheme, plain host, port. `*` and `;` are excluded. */
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

/** The distinct origins of the addresses; addresses that are not http(s) are skipped. */
export function originsOf(addresses: readonly (string | null)[]): string[] {
  return [...new Set(addresses.map(originOf))].filter((origin) => origin !== null);
}

/** Content-Security-Policy of a customer's page (CSP Level 3): only resources of our own origin. */
export function contentSecurityPolicy({
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

/** Headers of every response whose address contains a token. */
export const PRIVATE_HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
} as const;

/**
 * A page with cross-origin isolation (Cross-Origin-Embedder-Policy: require-corp) frames only pages that send the same
 * header and allow cross-origin use (HTML, "Cross-origin isolation"). Our pages load resources only from our own
 * origin.
 */
const FRAMED_HEADERS = {
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "cross-origin",
} as const;

/** Headers of a customer's page. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    ...PRIVATE_HEADERS,
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(policy),
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    ...(policy.frameAncestors.length > 0 && FRAMED_HEADERS),
  };
}
