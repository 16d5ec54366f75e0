import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { env } from "../lib/env";
import { noteUntrustedProxy } from "../lib/untrusted-proxy";
import { clientAddress, isTrustedProxy, plainAddress } from "./client-address";

const HEADER = "x-bankside-peer";

// The pages are another bundle in the same process, and get a plain Request: the entry tells them the caller's address
// in a header that carries a key of this process, so that nobody outside can claim one.
const kept = globalThis as { banksidePeerKey?: string };

/** Headers that proxies add; a browser on this machine sends none of them. */
const FORWARDING = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"] as const;

type Incoming = Pick<IncomingMessage, "headers" | "socket">;

/** Who sent a request that came in by a socket of the entry. */
export function peerOf({ headers, socket }: Incoming): string {
  const forwarded = headers["x-forwarded-for"];
  const header = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  const address = plainAddress(socket.remoteAddress ?? "");
  const { trustedProxies } = env();
  if (header !== undefined && !isTrustedProxy(address, trustedProxies)) noteUntrustedProxy(address);
  return clientAddress(address, header, trustedProxies);
}

/** The header by which the entry tells a page who is calling: name and value. Set over whatever the caller sent. */
export function peerHeader(request: Incoming): [name: string, value: string] {
  kept.banksidePeerKey ??= randomBytes(16).toString("hex");
  const isForwarded = FORWARDING.some((name) => request.headers[name] !== undefined);
  const direct = isForwarded ? "" : plainAddress(request.socket.remoteAddress ?? "");
  return [HEADER, `${kept.banksidePeerKey} ${peerOf(request)} ${direct}`];
}

/** The caller's address as the entry saw it; null where no entry stands in front. */
export function readPeer(headers: Headers): string | null {
  return readParts(headers)?.[0] || null;
}

/** The address at the other end of the connection itself; null where a proxy passed the request on. */
export function readDirectPeer(headers: Headers): string | null {
  return readParts(headers)?.[1] || null;
}

function readParts(headers: Headers): string[] | null {
  const [key, ...parts] = (headers.get(HEADER) ?? "").split(" ");
  return key && key === kept.banksidePeerKey ? parts : null;
}
