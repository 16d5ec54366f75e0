import { isUrl } from "./parse-url";

/**
 * Whether a request that changes something comes from a page of ours: the defence against forged posts, beside
 * SameSite cookies. Browsers send Origin with every post; where it is missing, Sec-Fetch-Site has to say same-origin.
 * The Host header counts as ours too, because one installation may be reached under several names; the scheme has to be
 * that of BASE_URL: a page over plain http can be anybody's who is on the way.
 */
export function isSameOrigin(headers: Headers, baseUrl: string): boolean {
  const origin = headers.get("origin");
  if (origin === null) return headers.get("sec-fetch-site") === "same-origin";
  if (origin === baseUrl) return true;
  const host = headers.get("host");
  return isUrl(origin) && host !== null && origin === `${new URL(baseUrl).protocol}//${host.toLowerCase()}`;
}
