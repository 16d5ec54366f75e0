import { env } from "../../../server/lib/config/env";
import { isUrl } from "../../../server/lib/net/parse-url";

/** The origin of this bank. */
export function bankOrigin(): string {
  const { simbankUrl, baseUrl } = env();
  return simbankUrl ?? baseUrl;
}

/**
 * Whether an address belongs to this installation, is not `blob:` and has no credentials. A real bank compares it with the caller's certificate. This bank
 * accepts calls without a certificate and may share the product's origin, so it must not be an open redirect.
 */
export function isOurs(text: string): boolean {
  return isUrl(text) && new URL(text).href.startsWith(`${new URL(env().baseUrl).origin}/`);
}

/**
 * Paths of one bank's Berlin Group side. Its links are relative, as the standard allows, except those opened in
 * browsers.
 */
export function pathsOf(bank: string) {
  const root = `/simbank/${bank}`;
  return {
    xs2a: `${root}/xs2a/v1`,
    approval: (authorisationId: string) => `${root}/approve/${authorisationId}`,
    app: `${root}/app`,
    oauthIssuer: `${root}/xs2a`,
    oauthMetadata: `${root}/xs2a/.well-known/oauth-authorization-server`,
  };
}
