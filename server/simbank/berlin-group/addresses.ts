import { env } from "../../lib/env";
import { isUrl } from "../../lib/parse-url";

/** The origin that this bank is reached at. */
export function bankOrigin(): string {
  const { simbankUrl, baseUrl } = env();
  return simbankUrl ?? baseUrl;
}

/**
 * Whether an address is of the product's own installation. A real bank asks that it is covered by the caller's certificate.
 * Anyone may call this one, and it may stand on the product's own origin: it must not lead anywhere else.
 */
export function isOurs(text: string): boolean {
  return isUrl(text) && new URL(text).origin === new URL(env().baseUrl).origin;
}

/** Paths of one bank's Berlin Group side; its links are relative, as the standard allows, but for those people read. */
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
