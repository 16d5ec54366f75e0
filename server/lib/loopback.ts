import { BlockList, isIPv4, isIPv6 } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** The private networks of RFC 1918 and RFC 4193: what a container's port mapping connects from. */
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

/** Whether an IP address is of a private network. */
export function isPrivate(address: string): boolean {
  return isWithin(PRIVATE, address);
}

/** Whether a host name or address leads to this machine alone: a loopback address, `localhost` or below it (RFC 6761 §6.3). */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, "$1");
  return isLoopback(name) || /^(?:[^.]+\.)*localhost$/.test(name);
}

function isWithin(networks: BlockList, address: string): boolean {
  if (isIPv4(address)) return networks.check(address, "ipv4");
  return isIPv6(address) && networks.check(address, "ipv6");
}
