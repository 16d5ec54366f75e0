import { isIPv4, isIPv6 } from "node:net";
import type { WebhookNetwork } from "../config/env";
import { groupsOf, octetsOf } from "./networks";

/**
 * Networks that merchants' addresses may not reach: this host, private, link-local and metadata addresses, and the
 * other special-purpose ranges of IANA's registries (RFC 6890).
 */
const FORBIDDEN_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32", // Azure's host agent: a public address that answers inside
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(parsePrefix);

/** The public IPv6 internet; the blocks below are excluded from it. */
const PUBLIC_V6 = parsePrefix("2000::/3");
const FORBIDDEN_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"].map(parsePrefix);
/**
 * Prefixes whose last 32 bits are an IPv4 address that traffic is routed to: mapped (RFC 4291) and NAT64 (RFC 6052).
 */
const MAPPED = parsePrefix("::ffff:0:0/96");
const NAT64 = parsePrefix("64:ff9b::/96");

type Prefix = { bytes: Uint8Array; bits: number };

function parsePrefix(text: string): Prefix {
  const [address = "", bits = ""] = text.split("/");
  const bytes = addressBytes(address);
  if (!bytes) throw new Error(`Not a network: ${text}`);
  return { bytes, bits: Number(bits) };
}

/** 4 or 16 bytes; null for an invalid address or one with a zone id. */
function addressBytes(address: string): Uint8Array | null {
  if (isIPv4(address)) return Uint8Array.from(address.split("."), Number);
  if (!isIPv6(address) || address.includes("%")) return null;
  return Uint8Array.from(groupsOf(address).flatMap(octetsOf));
}

function within(bytes: Uint8Array, prefix: Prefix): boolean {
  if (bytes.length !== prefix.bytes.length) return false;
  for (let index = 0; index < bytes.length; index++) {
    const bits = Math.min(8, prefix.bits - index * 8);
    if (bits <= 0) return true;
    const mask = (0xff << (8 - bits)) & 0xff;
    if (((bytes[index] ?? 0) & mask) !== ((prefix.bytes[index] ?? 0) & mask)) return false;
  }
  return true;
}

/** The address that traffic is routed to: the IPv4 inside a mapped or NAT64 form, otherwise itself. */
function routed(bytes: Uint8Array): Uint8Array {
  return within(bytes, MAPPED) || within(bytes, NAT64) ? bytes.subarray(12) : bytes;
}

/** ISATAP (RFC 5214): an interface identifier 0000:5efe or 0200:5efe, then an IPv4 address. */
function isatapTail(bytes: Uint8Array): Uint8Array | null {
  const marked = ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return bytes.length === 16 && marked ? bytes.subarray(12) : null;
}

function isForbidden(bytes: Uint8Array): boolean {
  if (bytes.length === 4) return FORBIDDEN_V4.some((prefix) => within(bytes, prefix));
  if (!within(bytes, PUBLIC_V6) || FORBIDDEN_V6.some((prefix) => within(bytes, prefix))) return true;
  const tail = isatapTail(bytes);
  return tail !== null && isForbidden(tail);
}

/**
 * Why a merchant's webhooks may connect to the address and port: `public` for the public internet, or the operator's
 * entry that allows it; null: forbidden. A text that is not an IP address is forbidden.
 */
function whyReachable(
  address: string,
  port: number,
  allow: readonly WebhookNetwork[],
): "public" | WebhookNetwork | null {
  const bytes = addressBytes(address);
  if (!bytes) return null;
  const target = routed(bytes);
  if (!isForbidden(target)) return "public";
  const opening = allow.find((network) => {
    const allowed = addressBytes(network.address);
    if (!allowed || port < network.fromPort || port > network.toPort) return false;
    return (
      within(target, { bytes: allowed, bits: network.prefix }) ||
      within(bytes, { bytes: allowed, bits: network.prefix })
    );
  });
  return opening ?? null;
}

/** Whether a merchant's webhooks may connect to the address and port. */
export function mayConnect(address: string, port: number, allow: readonly WebhookNetwork[]): boolean {
  return whyReachable(address, port, allow) !== null;
}

/** Whether headers and body of a response from there may be stored: not from the operator's private networks. */
export function mayShowAnswer(address: string, port: number, allow: readonly WebhookNetwork[]): boolean {
  const why = whyReachable(address, port, allow);
  return why === "public" || why?.showsAnswers === true;
}
