import { BlockList, isIPv4, isIPv6 } from "node:net";
import Bowser from "bowser";

const HERE = new BlockList();
HERE.addSubnet("127.0.0.0", 8, "ipv4");
HERE.addAddress("::1", "ipv6");

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
PRIVATE.addSubnet("fc00::", 7, "ipv6");

/** A browser and its device in words, from what it calls itself: "Firefox on Windows". A hint for people, never a proof. */
export function deviceOf(userAgent: string | null | undefined): string {
  if (!userAgent) return "an unknown browser";
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName() || "an unknown browser";
  const os = parser.getOSName();
  return os ? `${browser} on ${os}` : browser;
}

/** Where an address is, as far as it says so by itself. */
export function placeOf(ip: string | null | undefined): string {
  if (!ip) return "an unknown address";
  if (isIn(HERE, ip)) return `${ip}, this machine`;
  return isIn(PRIVATE, ip) ? `${ip}, a private network` : ip;
}

function isIn(networks: BlockList, ip: string): boolean {
  if (isIPv4(ip)) return networks.check(ip, "ipv4");
  return isIPv6(ip) && networks.check(ip, "ipv6");
}
