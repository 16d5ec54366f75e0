/** The origin that this process serves, and the loopback address at which it does. */
type Own = { origin: string; address: string };

// The entry and Next's bundles are separate module graphs in one process.
const kept = globalThis as { banksideOwnOrigin?: Own };

/**
 * From now on this process calls its own origin over the address that it listens on. The public name may not be
 * reachable from its own host (no hairpin NAT, a mapped port), or be served under a certificate of a private authority.
 */
export function serveOwnOrigin(origin: string, { host, port }: { host: string; port: number }): void {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  kept.banksideOwnOrigin = {
    origin,
    address: `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`,
  };
}

/** Where to connect for an origin; null: to the origin itself. */
export function ownAddressOf(origin: string): string | null {
  const own = kept.banksideOwnOrigin;
  return own?.origin === origin ? own.address : null;
}
