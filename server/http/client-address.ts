import { BlockList, isIP } from "node:net";
import type { AllowedNetwork } from "../lib/config/env";

/**
 * The caller's address: the socket's, or, behind trusted proxies (TRUSTED_PROXIES), the last address of X-Forwarded-For
 * that isn't one of theirs. A value that the caller wrote is never used.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trusted: readonly AllowedNetwork[],
): string {
  const hops = (forwardedFor ?? "").split(",").map((hop) => plainAddress(hop.trim()));
  let current = plainAddress(socketAddress);
  while (isTrustedProxy(current, trusted)) {
    const next = hops.pop();
    if (next === undefined || isIP(next) === 0) break;
    current = next;
  }
  return current;
}

const known = new WeakMap<readonly AllowedNetwork[], { list: BlockList; checked: Map<string, boolean> }>();
const MAX_CHECKED = 1_000;

/** The networks as a BlockList, with the last results; cached, because the environment's list never changes. */
function knownOf(networks: readonly AllowedNetwork[]) {
  const made = known.get(networks) ?? { list: new BlockList(), checked: new Map<string, boolean>() };
  if (!known.has(networks))
    for (const { address, prefix, family } of networks) made.list.addSubnet(address, prefix, family);
  known.set(networks, made);
  return made;
}

/** Whether an address is in one of the trusted networks. */
export function isTrustedProxy(address: string, trusted: readonly AllowedNetwork[]): boolean {
  const { list, checked } = knownOf(trusted);
  const before = checked.get(address);
  if (before !== undefined) return before;
  const version = isIP(address);
  const isTrusted = version !== 0 && list.check(address, version === 4 ? "ipv4" : "ipv6");
  if (checked.size >= MAX_CHECKED) checked.clear();
  checked.set(address, isTrusted);
  return isTrusted;
}

/** A dual-stack socket reports an IPv4 address as `::ffff:127.0.0.1`. */
export function plainAddress(address: string): string {
  return address.startsWith("::") ? address.replace(/^::ffff:(?=\d+\.)/i, "") : address;
}
