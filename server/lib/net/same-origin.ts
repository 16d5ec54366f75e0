import { isUrl } from "./parse-url";

/**
 * Whether a request that changes something comes from our own page: protection against cross-site requests, in addition
 * to SameSite cookies. Browsers send Origin with every POST; without it, Sec-Fetch-Site must be same-origin. The Host
 * header is accepted as our host too, because an installation may have several names; the scheme must be that of
 * BASE_URL, because a page on plain http can be replaced in transit.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  if (origin === baseUrl) return true;
  const host = headers.get("host");
  return isUrl(origin) && host !== null && origin === `${new URL(baseUrl).protocol}//${host.toLowerCase()}`;
}
