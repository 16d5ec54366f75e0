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

const known = new WeakMap<readonly AllowedNetwork[], BlockList>();

/** The networks as a BlockList; cached, because the environment's list never changes. */
function blockListOf(networks: readonly AllowedNetwork[]): BlockList {
  const made = known.get(networks) ?? new BlockList();
  if (!known.has(networks)) for (const { address, prefix, family } of networks) made.addSubnet(address, prefix, family);
  known.set(networks, made);
  return made;
}

/** Whether an address is in one of the trusted networks. */
export function isTrustedProxy(address: string, trusted: readonly AllowedNetwork[]): boolean {
  const version = isIP(address);
  return version !== 0 && blockListOf(trusted).check(address, version === 4 ? "ipv4" : "ipv6");
}

/** A dual-stack socket reports an IPv4 address as `::ffff:127.0.0.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
