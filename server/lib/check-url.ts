import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env, type WebhookNetwork } from "./env";
import { mayConnect } from "./forbidden-networks";
import { isUrl } from "./parse-url";

export const MAX_URL_LENGTH = 2048;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
const DEFAULT_PORT: Record<string, number> = { "http:": 80, "https:": 443 };

/** Names that lead inside, wherever they are asked for: RFC 6761, 6762, 7686, 8375, 9476, ICANN's reserved .internal, and usage. */
const PRIVATE_SUFFIXES = new Set(
  (
    "localhost local internal lan home home.arpa corp intranet private localdomain localdomain6 consul svc cluster " +
    "onion alt arpa"
  ).split(" "),
);
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** What a merchant's addresses are checked by. Tests give their own answers of the DNS; everything else takes `systemGuard`. */
export type Guard = {
  /** Private networks that the operator opened to this merchant. */
  allow: readonly WebhookNetwork[];
  /** Every address of a name, IPv4 and IPv6. Rejects when the name does not resolve. */
  resolve(hostname: string): Promise<string[]>;
};

export type UrlVerdict = { ok: true } | { ok: false; reason: string };
/** `literal`: the address itself stands in the URL. Else the name has to be resolved, at each connect. */
export type ParsedUrl = { url: URL; port: number; literal: string | null };
type ParsedTarget = ({ ok: true } & ParsedUrl) | { ok: false; reason: string };

/** What the operator opened to a merchant, and the DNS. */
export function systemGuard(merchantId: string): Guard {
  return { allow: networksOpenTo(merchantId), resolve: resolveName };
}

/** The private networks that the operator opened to a merchant, those of every merchant (in a demo) among them. */
export function networksOpenTo(merchantId: string): WebhookNetwork[] {
  return env().webhookAllow.filter((network) => network.merchantId === null || network.merchantId === merchantId);
}

/**
 * Asks the DNS itself (c-ares), not getaddrinfo: a merchant's slow name server would else hold the four threads that
 * the whole process shares, and search domains and the hosts file have no say about a public name.
 */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length > 0) return addresses;
  throw new Error(answers.map((answer) => (answer.status === "rejected" ? String(answer.reason) : "")).join(", "));
}

const refuse = (reason: string) => ({ ok: false, reason }) as const;

/**
 * The part of the guard that needs no DNS. Stricter than the URL parser, which repairs: what it would repair
 * (backslashes, blanks, missing slashes, escapes in the host) is how two readers come to see two hosts in one address.
 */
export function parseTarget(text: string, allow: readonly WebhookNetwork[]): ParsedTarget {
  if (text.length > MAX_URL_LENGTH) return refuse(`is longer than ${MAX_URL_LENGTH} characters`);
  const authority = /^https?:\/\/([^/?#][^/]*)/i.exec(text)?.[1];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (authority === undefined || /[\s\\\u0000-\u001f\u007f\ufeff]/u.test(text))
    return refuse("is not an http or https address");
  if (authority.includes("@")) return refuse("has credentials in it");
  if (!isUrl(text) || /^[^?#]*%/.test(authority)) return refuse("is not an http or https address");
  const url = new URL(text);
  const port = url.port === "" ? (DEFAULT_PORT[url.protocol] ?? 0) : Number(url.port);
  if (port === 0) return refuse("has no port that can be connected to");
  const literal = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : isIP(url.hostname) ? url.hostname : null;
  if (literal !== null) {
    // `8.8.8.0x` is an address to the URL parser and a name to others: of IPv4, only the one plain notation is taken.
    if (isIP(literal) === 4 && authority.replace(/[?#].*$|:\d*(?=$|[?#])/g, "") !== literal)
      return refuse("has no valid host name");
    if (!mayConnect(literal, port, allow)) return refuse("leads into a private or reserved network");
    return { ok: true, url, port, literal };
  }
  if (isPrivateName(url.hostname)) return refuse("is a name of a private network");
  if (!HOST_NAME.test(url.hostname)) return refuse("has no valid host name");
  return { ok: true, url, port, literal };
}

/** Single labels and the private suffixes. An operator who allows a private network names it by address, or publicly. */
function isPrivateName(hostname: string): boolean {
  const labels = hostname.split(".");
  return labels.length === 1 || labels.some((_, index) => PRIVATE_SUFFIXES.has(labels.slice(index).join(".")));
}

/**
 * Every address of the name, if every one may be connected to: one bad answer refuses the name. `detail` is the bad
 * answers, for operators alone. Rejects when unresolved.
 */
export async function resolveChecked(
  hostname: string,
  port: number,
  guard: Guard,
): Promise<{ ok: true; addresses: string[] } | { ok: false; reason: string; detail: string }> {
  const addresses = await guard.resolve(hostname);
  const forbidden = addresses.filter((address) => !mayConnect(address, port, guard.allow));
  if (forbidden.length === 0) return { ok: true, addresses };
  return { ...refuse("leads into a private or reserved network"), detail: forbidden.join(", ") };
}

/**
 * Whether a merchant may give this address for webhooks: on the text, the literal, and every answer of the DNS. A name
 * that does not resolve now is accepted: it is checked again, on the very address, at each connect (`safeFetch`).
 * `reason` reads on after the field's name: "leads into a private or reserved network".
 */
export async function checkUrl(text: string, guard: Guard): Promise<UrlVerdict> {
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return target;
  if (target.literal !== null) return { ok: true };
  const resolved = await resolveChecked(target.url.hostname, target.port, guard).catch(() => null);
  return resolved === null || resolved.ok ? { ok: true } : refuse(resolved.reason);
}
