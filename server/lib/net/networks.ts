import { BlockList, isIPv4, isIPv6 } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** The private networks of RFC 1918 and RFC 4193, from which a container's port mapping connects. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** Whether an IP address is this machine's own (127.0.0.0/8, ::1). */
export function isLoopback(address: string): boolean {
  return isWithin(LOOPBACK, address);
}

/** Whether an IP address is in a private network. */
export function isPrivate(address: string): boolean {
  return isWithin(PRIVATE, address);
}

/**
 * Whether a host name or address means this machine only: a loopback address, `localhost` or a name below it (RFC 6761
 * §6.3).
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return isLoopback(name) || /^(?:[^.]+\.)*localhost$/.test(name);
}

function isWithin(networks: BlockList, address: string): boolean {
  if (isIPv4(address)) return networks.check(address, "ipv4");
  return isIPv6(address) && networks.check(address, "ipv6");
}

/** IPv6 groups of one network (/64), and of the largest block of one subscriber (/48, RFC 6177). */
const NETWORK_GROUPS = 4;
const SITE_GROUPS = 3;

/**
 * The network of a caller: a full IPv4 address, also from the mapped form (RFC 4291 §2.5.5.2); the /64 of an IPv6
 * address. Null: "unknown".
 */
export function networkOf(address: string | null): string {
  return prefixOf(address, NETWORK_GROUPS);
}

/** The IPv4 address, or the /48 of an IPv6 address: one subscriber can have 65,536 networks. Null: "unknown". */
export function siteOf(address: string | null): string {
  return prefixOf(address, SITE_GROUPS);
}

function prefixOf(address: string | null, count: number): string {
  if (address === null) return "unknown";
  if (!isIPv6(address)) return address;
  const [whole = ""] = address.split("%", 1);
  const groups = groupsOf(whole);
  const mapped = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff" ? groups.slice(6) : null;
  if (mapped) return mapped.flatMap(octetsOf).join(".");
  return `${groups.slice(0, count).join(":")}::/${count * 16}`;
}

/** The eight groups of an IPv6 address without a zone id, each in hexadecimal. */
export function groupsOf(address: string): string[] {
  // The URL parser normalises every notation of an IPv6 address, including dotted tails (RFC 5952).
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

/** The two octets of a group. */
export function octetsOf(group: string): number[] {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 0xff];
}
