import type { IncomingMessage } from "node:http";
import { peerOf } from "../http/peer";
import { findKnownCaller } from "../lib/known-callers";
import { isLoopback, isPrivate, networkOf } from "../lib/networks";
import { isSimulationKey, SIMULATION_KEY_HEADER } from "../lib/simulation-key";
import type { SlotCaller } from "./slot-limits";

const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?bankside\.session=([^;\s]+)/;
const BEARER = /^Bearer +(\S+) *$/i;
const CONNECTORS: SlotCaller = { owner: "simbank", credential: "simbank" };

/**
 * Whom a request's slot counts for, by its token or session cookie where that was found to be valid before, else by its
 * address: a token that is not known shares the address's slots, however often it changes.
 */
export function callerOf(request: Pick<IncomingMessage, "headers" | "url" | "socket">): SlotCaller {
  const network = networkOfCaller(request);
  // The product's own connectors, which share the process's address with people on the same machine.
  const key = request.headers[SIMULATION_KEY_HEADER.toLowerCase()];
  if (typeof key === "string" && request.url?.startsWith("/simbank/") && isSimulationKey(key)) return CONNECTORS;
  const bearer = BEARER.exec(request.headers.authorization ?? "")?.[1];
  const secret = bearer ?? SESSION_COOKIE.exec(request.headers.cookie ?? "")?.[1];
  const known = secret === undefined ? null : findKnownCaller(secret);
  return known ?? { owner: `address:${network}`, credential: null };
}

/**
 * The caller's network, past the proxies that the operator trusts. A peer on a private network that forwards for others is a
 * proxy that the operator forgot to name: by its own address, everybody behind it would share 8 slots. The last hop is the
 * one that it wrote itself; who can reach us on that network and forges it gains slots of strangers, which are 48 in all.
 */
function networkOfCaller(request: Pick<IncomingMessage, "headers" | "socket">): string {
  const peer = peerOf(request);
  const hop = [request.headers["x-forwarded-for"] ?? ""].flat().join().split(",").at(-1)?.trim() ?? "";
  const isForwarded = hop !== "" && (isPrivate(peer) || isLoopback(peer));
  return isForwarded ? `${networkOf(peer)} ${networkOf(hop.slice(0, MAX_HOP_LENGTH))}` : networkOf(peer);
}

/** The longest text of an IPv6 address; what is longer is none. */
const MAX_HOP_LENGTH = 45;
