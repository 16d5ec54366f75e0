import type { IncomingMessage } from "node:http";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { peerOf } from "../http/peer";
import { findKnownCaller } from "../lib/known-callers";
import type { SlotCaller } from "./slots";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?bankside\.session=([^;\s]+)/;
const BEARER = /^Bearer +(\S+) *$/i;
/** 64 bits: what one subscriber has of IPv6 (RFC 6177); each of its addresses by itself would be a caller of its own. */
const IPV6_GROUPS = 4;

/**
 * Whom a request's slot counts for, by its token or session cookie where that was found to be valid before, else by its
 * address: a token that is not known shares the address's slots, however often it changes.
 */
export function callerOf(request: Pick<IncomingMessage, "headers" | "url" | "socket">): SlotCaller {
  const network = networkOfCaller(request);
  // Its callers are the product's own connectors, which share the process's address with people on the same machine.
  if (request.url?.startsWith("/simbank/")) return { owner: `simbank:${network}`, credential: "simbank" };
  const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const secret = bearer ?? SESSION_COOKIE.exec(request.headers.cookie ?? "")?.[1];
  const known = secret === undefined ? null : findKnownCaller(secret);
  return known ?? { owner: `address:${network}`, credential: null };
}

/**
 * The caller's network, past the proxies that the operator trusts. A peer on a private network that forwards for others is a
 * proxy that the operator forgot to name: by its own address, everybody behind it would share 8 slots. The last hop is the
 * one that it wrote itself; who can reach us on that network and forges it gains slots of strangers, which are 48 in all.
 */
function networkOfCaller(request: Pick<IncomingMessage, "headers" | "socket">): string {
  const peer = peerOf(request);
  const hop = [request.headers["x-forwarded-for"] ?? ""].flat().join().split(",").at(-1)?.trim() ?? "";
  const isForwarded = hop !== "" && isPrivate(peer);
  return isForwarded ? `${networkOf(peer)} ${networkOf(hop.slice(0, MAX_HOP_LENGTH))}` : networkOf(peer);
}

/** The longest text of an IPv6 address; what is longer is none. */
const MAX_HOP_LENGTH = 45;

const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

function isPrivate(address: string): boolean {
  return isIPv4(address) ? PRIVATE.check(address, "ipv4") : isIPv6(address) && PRIVATE.check(address, "ipv6");
}

/** An IPv4 address whole, an IPv6 address without its last 64 bits. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("%", 1).join().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  // An IPv4 address at the end takes the place of two groups.
  const afterLength = after.length + (after.at(-1)?.includes(".") ? 1 : 0);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - afterLength);
  const groups = [...before, ...Array<string>(zeros).fill("0"), ...after];
  return `${groups
    .slice(0, IPV6_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
