import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { Random } from "../random";

/** Four bytes, or eight groups. */
export type V4 = readonly number[];
export type V6 = readonly number[];
type Network = readonly [address: string, bits: number];
type Networks = readonly [Network, ...Network[]];

/**
 * An independent copy of IANA's registries of special-purpose addresses, checked by Node's own BlockList: the guard is
 * compared with data that does not come from the guard.
 */
const NETWORKS_V4: Networks = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["169.254.169.254", 32],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["255.255.255.255", 32],
];
const NETWORKS_V6: Networks = [
  ["::", 128],
  ["::1", 128],
  ["100::", 64],
  ["64:ff9b:1::", 48],
  ["2001::", 23],
  ["2001:2::", 48],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
  ["5f00::", 16],
  ["4000::", 3],
  ["fc00::", 7],
  ["fd00:ec2::254", 128],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];
/** Everything except 2000::/3. */
const NOT_GLOBAL_V6: Networks = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
];
const PUBLIC_V4: Networks = [
  ["1.1.1.0", 24],
  ["8.8.8.0", 24],
  ["93.184.0.0", 16],
  ["151.101.0.0", 16],
  ["172.32.0.0", 16],
];
const PUBLIC_V6: Networks = [
  ["2606:4700::", 32],
  ["2a00:1450::", 32],
  ["2001:4860::", 32],
];

// Two lists: a BlockList also compares an IPv4 address with networks of IPv6, as a mapped one.
const forbiddenOfV4 = new BlockList();
const forbiddenOfV6 = new BlockList();
for (const [network, bits] of NETWORKS_V4) forbiddenOfV4.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [...NETWORKS_V6, ...NOT_GLOBAL_V6]) forbiddenOfV6.addSubnet(network, bits, "ipv6");
const ISATAP = /:(?:0|200|):?5efe:(?::|[0-9a-f]{1,4}:[0-9a-f]{1,4})$/;

/** Whether the address, in any spelling that Node accepts, is in a forbidden network. */
export function isForbiddenAddress(address: string): boolean {
  if (isIPv4(address)) return forbiddenOfV4.check(address, "ipv4");
  if (!isIPv6(address)) return false;
  const [plain = ""] = address.split("%");
  const tidy = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  return forbiddenOfV6.check(tidy, "ipv6") || ISATAP.test(tidy);
}

export function forbiddenV4(random: Random): V4 {
  return bytesWithin(random, random.pick(NETWORKS_V4));
}

export function publicV4(random: Random): V4 {
  return bytesWithin(random, random.pick(PUBLIC_V4));
}

export function forbiddenV6(random: Random): V6 {
  return groupsWithin(random, random.pick(NETWORKS_V6));
}

export function publicV6(random: Random): V6 {
  return groupsWithin(random, random.pick(PUBLIC_V6));
}

function bytesWithin(random: Random, [network, bits]: Network): V4 {
  return within(random, network.split(".").map(Number), 8, bits);
}

function groupsWithin(random: Random, [network, bits]: Network): V6 {
  return within(random, groupsOf(network), 16, bits);
}

/** An address of the network: a random one, or its first or last. */
function within(random: Random, network: readonly number[], partBits: number, bits: number): number[] {
  const all = 2 ** partBits - 1;
  const rest = random.pick<() => number>([
    () => Math.floor(random.next() * (all + 1)),
    () => Math.floor(random.next() * (all + 1)),
    () => 0,
    () => all,
  ]);
  return network.map((part, index) => {
    const fixed = Math.min(partBits, Math.max(0, bits - index * partBits));
    const free = 2 ** (partBits - fixed) - 1;
    return (part & (all - free)) | (rest() & free);
  });
}

export function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const parse = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const [left, right] = [parse(head), parse(tail ?? "")];
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
}
