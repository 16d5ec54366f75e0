import { randomBytes } from "node:crypto";

import type { IncomingMessage } from "node:http";
import { env } from "../lib/env";
import { clientAddress } from "./client-address";

const HEADER = "x-bankside-peer";

// The pages are another bundle in the same process, and get a plain Request: the entry tells them the caller's address
// in a header that carries a key of this process, so that nobody outside can claim one.
const kept = globalThis as { banksidePeerKey?: string };

/** Who sent a request that came in by a socket of the entry. */
export function peerOf(request: Pick<IncomingMessage, "headers" | "socket">): string {
  const forwarded = request.headers["x-forwarded-for"];
  const header = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  return clientAddress(request.socket.remoteAddress ?? "", header, env().trustedProxies);
}

/** The header by which the entry tells a page who is calling: name and value. Set over whatever the caller sent. */
export function peerHeader(remoteAddress: string): [name: string, value: string] {
  kept.banksidePeerKey ??= randomBytes(16).toString("hex");
  return [HEADER, `${kept.banksidePeerKey} ${remoteAddress}`];
}

/** The caller's address as the entry saw it; null where no entry stands in front. */
export function readPeer(headers: Headers): string | null {
  const [key, address] = (headers.get(HEADER) ?? "").split(" ");
  return key && address && key === kept.banksidePeerKey ? address : null;
}
