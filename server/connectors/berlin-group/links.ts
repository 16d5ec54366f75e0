import { z } from "zod";
import { isUrl } from "../../lib/parse-url";
import type { BankLinks, Failure } from "../port";
import type { BankProfile } from "../profile-schema";

/** `{"name": {"href": "…"}}`; some banks write the address alone. What is neither is dropped. */
export const linksSchema = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((links) => {
    const entries = Object.entries(links).flatMap(([name, value]): [string, string][] => {
      const href = typeof value === "object" && value !== null && "href" in value ? value.href : value;
      return typeof href === "string" && href !== "" ? [[name, href]] : [];
    });
    return Object.fromEntries(entries);
  });

/** Made absolute: banks may write links relative to the address of the call. */
export function absoluteLinks(profile: BankProfile, links: Record<string, string>): BankLinks {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, href]) =>
      isUrl(href, profile.baseUrl) ? [[name, new URL(href, profile.baseUrl).href]] : [],
    ),
  );
}

/**
 * Where a call from this server may go: only to the profile's own hosts, by the profile's own protocol. Otherwise a
 * hostile answer could point the service at any address of its own network.
 */
export function refuseServerAddress(profile: BankProfile, address: string): Failure | null {
  const url = parseUrl(address);
  const safe = url !== null && url.protocol === new URL(profile.baseUrl).protocol && profile.hosts.includes(url.host);
  return safe
    ? null
    : { ok: false, kind: "protocol", detail: `The bank's link points to another host: ${url?.host ?? "unreadable"}.` };
}

/** Where a shopper may be sent: https, or http where the bank itself is one of the profile's plain-http hosts. */
export function refuseBrowserAddress(profile: BankProfile, address: string): Failure | null {
  const url = parseUrl(address);
  const plainHttp =
    url?.protocol === "http:" && profile.baseUrl.startsWith("http://") && profile.hosts.includes(url.host);
  const safe = url !== null && url.username === "" && (url.protocol === "https:" || plainHttp);
  return safe ? null : { ok: false, kind: "protocol", detail: "The bank's address for the shopper is not https." };
}

function parseUrl(address: string): URL | null {
  return isUrl(address) ? new URL(address) : null;
}
