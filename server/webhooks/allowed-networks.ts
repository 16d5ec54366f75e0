import { env } from "../lib/env";

/** Private networks that the operator lets webhooks reach, as `cidr` or `cidr:port`, IPv6 in brackets before a port. */
export function allowedNetworks(): string[] {
  return env().webhookAllow.map(({ address, prefix, family, port }) => {
    const cidr = `${address}/${prefix}`;
    if (port === null) return cidr;
    return family === "ipv6" ? `[${cidr}]:${port}` : `${cidr}:${port}`;
  });
}
