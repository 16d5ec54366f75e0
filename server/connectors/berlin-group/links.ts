import { z } from "zod";
import { isUrl } from "../../lib/net/parse-url";
import type { BankLinks, Failure } from "../port";
import type { BankProfile } from "../profile-schema";

/** `{"name": {"href": "…"}}`, or the address alone as some banks write it. Other values are dropped. */
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

/** Makes links absolute: banks may write them relative to the base URL, or to the address of the response. */
export function absoluteLinks(
  profile: BankProfile,
  links: Record<string, string>,
  responseUrl = profile.baseUrl,
): BankLinks {
  return Object.fromEntries(
    Object.entries(links).flatMap(([name, href]) => {
      const address = isPathOfStandard(profile, href) ? `${profile.baseUrl}/${href.replace(/^[/]/, "")}` : href;
      return isUrl(address, responseUrl) ? [[name, new URL(address, responseUrl).href]] : [];
    }),
  );
}

/** `/v1/…` as in the standard's examples, below the base URL, unless the base URL's own path begins so. */
function isPathOfStandard({ baseUrl }: BankProfile, href: string): boolean {
  return /^[/]?v1[/]/.test(href) && !href.startsWith(`${new URL(baseUrl).pathname}/`);
}

/**
 * Refuses addresses for server calls outside of the profile's hosts and protocol: otherwise a hostile response could make
 * the server call any address of its network.
 */
export function refuseServerAddress(profile: BankProfile, address: string): Failure | null {
  const url = parseUrl(address);
  const safe = url !== null && url.protocol === new URL(profile.baseUrl).protocol && profile.hosts.includes(url.host);
  return safe
    ? null
    : { ok: false, kind: "protocol", detail: `The bank's link points to another host: ${url?.host ?? "unreadable"}.` };
}

/**
 * A stored link that the server may call, else undefined: the caller then uses the resource's own address. Otherwise
 * the status of a payment or consent is unknown at a bank whose links name an internal host.
 */
export function callableLink(profile: BankProfile, links: BankLinks, name: string): string | undefined {
  const link = links[name];
  return link !== undefined && refuseServerAddress(profile, link) === null ? link : undefined;
}

/** Refuses redirect addresses that are not https; http is allowed for hosts of a profile that uses http. */
export function refuseBrowserAddress(profile: BankProfile, address: string): Failure | null {
  const url = parseUrl(address);
  const plainHttp =
    url?.protocol === "http:" && profile.baseUrl.startsWith("http://") && profile.hosts.includes(url.host);
  const safe = url !== null && url.username === "" && (url.protocol === "https:" || plainHttp);
  return safe ? null : { ok: false, kind: "protocol", detail: "The bank's redirect address is not https." };
}

function parseUrl(address: string): URL | null {
  return isUrl(address) ? new URL(address) : null;
}
