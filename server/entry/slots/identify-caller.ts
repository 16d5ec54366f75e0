import type { IncomingMessage } from "node:http";
import { peerOf } from "../../http/peer";
import { isSimulationKey, SIMULATION_KEY_HEADER } from "../../lib/config/simulation-key";
import { findKnownCaller } from "../../lib/known-callers";
import { isLoopback, isPrivate, networkOf } from "../../lib/net/networks";
import type { SlotCaller } from "./slot-limits";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?bankside\.session=([^;\s]+)/;
const BEARER = /^Bearer +(\S+) *$/i;
const CONNECTORS: SlotCaller = { owner: "simbank", credential: "simbank" };

/**
 * The owner and credential that a request counts for: those of its token or session cookie if it was validated
 * recently, else the address. Unknown tokens share the slots of their address.
 */
export function identifyCaller(request: Pick<IncomingMessage, "headers" | "url" | "socket">): SlotCaller {
  // The product's own connectors call from the same address as users on this machine.
  const key = request.headers[SIMULATION_KEY_HEADER.toLowerCase()];
  if (typeof key === "string" && request.url?.startsWith("/simbank/") && isSimulationKey(key)) return CONNECTORS;
  const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const secret = bearer ?? SESSION_COOKIE.exec(request.headers.cookie ?? "")?.[1];
  const known = secret === undefined ? null : findKnownCaller(secret);
  return known ?? { owner: `address:${callerNetwork(request)}`, credential: null };
}

/**
 * The caller's network, past trusted proxies. A private peer that sends X-Forwarded-For is treated as a proxy missing
 * from TRUSTED_PROXIES: by its own address, all its callers would share 8 slots. Only its last hop counts, which the
 * proxy wrote itself; a forged one gains at most the 48 anonymous slots.
 */
function callerNetwork(request: Pick<IncomingMessage, "headers" | "socket">): string {
  const peer = peerOf(request);
  const hop = [request.headers["x-forwarded-for"] ?? ""].flat().join().split(",").at(-1)?.trim() ?? "";
  const isForwarded = hop !== "" && (isPrivate(peer) || isLoopback(peer));
  return isForwarded ? `${networkOf(peer)} ${networkOf(hop.slice(0, MAX_HOP_LENGTH))}` : networkOf(peer);
}

/** Length of the longest IPv6 address. */
const MAX_HOP_LENGTH = 45;
