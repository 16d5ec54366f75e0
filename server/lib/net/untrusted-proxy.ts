import { now } from "../clock";
import { log } from "../log";

/** A peer that sends X-Forwarded-For without being one of TRUSTED_PROXIES. */
export type UntrustedProxy = { address: string; lastAt: Date };

/** How long it is kept, and how often it is logged: one request an hour keeps the warning visible. */
const REMEMBERED_MS = 60 * 60 * 1000;

// The pages are another bundle in the same process.
const kept = globalThis as { banksideUntrustedProxy?: UntrustedProxy & { loggedAt: Date } };

/**
 * Records that an untrusted peer sent X-Forwarded-For. If it is a proxy, all its visitors have its address here, and
 * limits by address count them as one. The last such peer of this process is kept; it is logged once an hour.
 */
export function noteUntrustedProxy(address: string): void {
  const at = now();
  const before = kept.banksideUntrustedProxy;
  const isToLog = before === undefined || at.getTime() - before.loggedAt.getTime() >= REMEMBERED_MS;
  kept.banksideUntrustedProxy = { address, lastAt: at, loggedAt: isToLog ? at : before.loggedAt };
  if (isToLog) {
    log().warn(
      { peer: address },
      "X-Forwarded-For from a peer outside TRUSTED_PROXIES was ignored. If the peer is your proxy, add its address to TRUSTED_PROXIES",
    );
  }
}

/** The last such peer within the hour; null: none. */
export function readUntrustedProxy(): UntrustedProxy | null {
  const found = kept.banksideUntrustedProxy;
  if (!found || now().getTime() - found.lastAt.getTime() > REMEMBERED_MS) return null;
  return { address: found.address, lastAt: found.lastAt };
}
