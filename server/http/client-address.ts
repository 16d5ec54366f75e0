import { BlockList, isIP } from "node:net";
import type { AllowedNetwork } from "../lib/env";

/**
 * Who is calling: the socket's address, or, behind proxies that the operator named (TRUSTED_PROXIES), the last address
 * of X-Forwarded-For that none of them wrote. What a caller writes into that header by itself is never believed.
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

/** The networks as a set that can be asked; made once, because the environment's list never changes. */
function blockListOf(networks: readonly AllowedNetwork[]): BlockList {
  const made = known.get(networks) ?? new BlockList();
  if (!known.has(networks)) for (const { address, prefix, family } of networks) made.addSubnet(address, prefix, family);
  known.set(networks, made);
  return made;
}

/** Whether an address is of one of the networks that the operator named. */
export function isTrustedProxy(address: string, trusted: readonly AllowedNetwork[]): boolean {
  const version = isIP(address);
  return version !== 0 && blockListOf(trusted).check(address, version === 4 ? "ipv4" : "ipv6");
}

/** An IPv4 address on a socket of both versions comes as `::ffff:127.0.0.1`. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
