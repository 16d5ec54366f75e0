import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env, type WebhookNetwork } from "../config/env";
import { withoutSlot } from "../request-slot";
import { mayConnect } from "./forbidden-networks";
import { HAS_CREDENTIALS, isUrl, NOT_HTTP } from "./parse-url";
import { withinTime } from "./within-time";

export const MAX_URL_LENGTH = 2048;
const DNS_TIMEOUT_MS = 2_000;
const DNS_TRIES = 2;
/**
 * After the addresses of one family, those of the other are awaited this long (RFC 8305 §3, there 50 ms): some name
 * servers leave queries for AAAA unanswered.
 */
const OTHER_FAMILY_MS = 500;
/** The whole resolution while a caller waits: the limit above is for each try and each name server. */
const CHECK_TIMEOUT_MS = 3_000;
const DEFAULT_PORT: Record<string, number> = { "http:": 80, "https:": 443 };

/** Names of private networks: RFC 6761, 6762, 7686, 8375, 9476, ICANN's reserved .internal, and usage. */
const PRIVATE_SUFFIXES = new Set(
  (
    "localhost local internal lan home home.arpa corp intranet private localdomain localdomain6 consul svc cluster " +
    "onion alt arpa"
  ).split(" "),
);
const HOST_NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** What a merchant's URLs are checked against. Tests supply DNS answers; all other code uses `systemGuard`. */
export type Guard = {
  /** Private networks that the operator allows for this merchant. */
  allow: readonly WebhookNetwork[];
  /** Every address of a name, IPv4 and IPv6. Rejects when the name does not resolve. */
  resolve(hostname: string): Promise<string[]>;
};

export type UrlVerdict = { ok: true } | { ok: false; reason: string };
/** `literal`: the IP address in the URL. Otherwise the name is resolved at each connection. */
export type ParsedUrl = { url: URL; port: number; literal: string | null };
type ParsedTarget = ({ ok: true } & ParsedUrl) | { ok: false; reason: string };

/** The guard with the networks that the operator allows for a merchant, and the system's DNS. */
export function systemGuard(merchantId: string): Guard {
  return { allow: networksOpenTo(merchantId), resolve: resolveName };
}

/** The private networks that the operator allows for a merchant, including those for every merchant (in a demo). */
export function networksOpenTo(merchantId: string): WebhookNetwork[] {
  return env().webhookAllow.filter((network) => network.merchantId === null || network.merchantId === merchantId);
}

/**
 * Uses DNS directly (c-ares) instead of getaddrinfo: with getaddrinfo a merchant's slow name server would block the
 * four threads that the whole process shares, and search domains and the hosts file could change a public name.
 */
async function resolveName(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return bothFamilies(resolver.resolve4(hostname), resolver.resolve6(hostname)).finally(() => resolver.cancel());
}

/** The addresses of both families, or of one if the other has none or is late. Rejects with the reasons of both. */
export async function bothFamilies(...families: readonly Promise<string[]>[]): Promise<string[]> {
  const found: string[][] = [];
  const answers = families.map(async (family, index) => {
    const addresses = await family;
    if (addresses.length === 0) throw new Error("no address");
    found[index] = addresses;
  });
  await Promise.any(answers).catch(({ errors }: AggregateError) => {
    throw new Error(errors.join(", "));
  });
  await withinTime(OTHER_FAMILY_MS, Promise.allSettled(answers));
  return found.flat();
}

/** The reason for an address that is not public, given as an address, as a name, or by its name's DNS answers. */
export const PRIVATE_ADDRESS = "points to a private or reserved network";
/** A name of a private network too, but the text does not look like one. */
export const NO_DOT = "has a host without a dot";

const refuse = (reason: string) => ({ ok: false, reason }) as const;

/**
 * The checks that need no DNS. Stricter than the URL parser, which repairs backslashes, blanks, missing slashes and
 * escapes in the host: with such texts two parsers can see two different hosts.
 */
export function parseTarget(text: string, allow: readonly WebhookNetwork[]): ParsedTarget {
  if (text.length > MAX_URL_LENGTH) return refuse(`must be at most ${MAX_URL_LENGTH} characters`);
  const authority = /^https?:\/\/([^/?#][^/]*)/i.exec(text)?.[1];
  if (authority === undefined || /[\s\\\p{Cc}\ufeff]/u.test(text)) return refuse(NOT_HTTP);
  if (/^[^?#]*@/.test(authority)) return refuse(HAS_CREDENTIALS);
  // To a parser that does not end the host at ? or #, what follows the @ is the host.
  if (authority.includes("@")) return refuse("must have a / after its host, because an @ follows");
  if (!isUrl(text) || /^[^?#]*%/.test(authority)) return refuse(NOT_HTTP);
  const url = new URL(text);
  const port = url.port === "" ? (DEFAULT_PORT[url.protocol] ?? 0) : Number(url.port);
  if (port === 0) return refuse("has an invalid port");
  const literal = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : isIP(url.hostname) ? url.hostname : null;
  if (literal !== null) {
    // The URL parser reads `8.8.8.0x` as an address, other parsers as a name: only plain dotted IPv4 is accepted.
    if (isIP(literal) === 4 && authority.replace(/[?#].*$|:\d*(?=$|[?#])/g, "") !== literal)
      return refuse("has an invalid host name");
    if (!mayConnect(literal, port, allow)) return refuse(PRIVATE_ADDRESS);
    return { ok: true, url, port, literal };
  }
  if (!url.hostname.includes(".") && url.hostname !== "localhost") return refuse(NO_DOT);
  if (isPrivateName(url.hostname)) return refuse(PRIVATE_ADDRESS);
  if (!HOST_NAME.test(url.hostname)) return refuse("has an invalid host name");
  return { ok: true, url, port, literal };
}

/**
 * Single labels and private suffixes. An operator who allows a private network names it by address or by a public name.
 */
function isPrivateName(hostname: string): boolean {
  const labels = hostname.split(".");
  return labels.length === 1 || labels.some((_, index) => PRIVATE_SUFFIXES.has(labels.slice(index).join(".")));
}

/**
 * All addresses of the name, if all are allowed: one forbidden address refuses the name. `detail`: the forbidden
 * addresses, for operators only. Rejects when the name doesn't resolve.
 */
export async function resolveChecked(
  hostname: string,
  port: number,
  guard: Guard,
): Promise<{ ok: true; addresses: string[] } | { ok: false; reason: string; detail: string }> {
  const addresses = await guard.resolve(hostname);
  const forbidden = addresses.filter((address) => !mayConnect(address, port, guard.allow));
  if (forbidden.length === 0) return { ok: true, addresses };
  return { ...refuse(PRIVATE_ADDRESS), detail: forbidden.join(", ") };
}

/** The part of `checkUrl` that needs no DNS, for a form before its step-up. The save checks the URL again. */
export function checkUrlText(text: string, merchantId: string): UrlVerdict {
  return parseTarget(text, networksOpenTo(merchantId));
}

/**
 * Whether a merchant may use this URL for webhooks, by the text, the literal address, and every DNS answer. A name that
 * doesn't resolve now, or not within 3 s, is accepted, because each connection checks its address again (`safeFetch`). `reason` completes a
 * sentence that begins with the field's name: "points to a private or reserved network".
 */
export async function checkUrl(text: string, guard: Guard): Promise<UrlVerdict> {
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return target;
  if (target.literal !== null) return { ok: true };
  // The merchant's name server decides how long this takes, so the request holds no slot meanwhile.
  const resolved = await withoutSlot(() =>
    withinTime(CHECK_TIMEOUT_MS, resolveChecked(target.url.hostname, target.port, guard)),
  ).catch(() => null);
  return resolved === null || resolved.ok ? { ok: true } : refuse(resolved.reason);
}
