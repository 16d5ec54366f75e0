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
const FORWARDING = /^(?:x-forwarded-.+|x-real-ip|forwarded|via|cf-.+|.*client-ip)$/;

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
export function peerHeader(request: Incoming & { httpVersion?: string }): [name: string, value: string] {
  kept.banksidePeerKey ??= randomBytes(16).toString("hex");
  // Browsers speak HTTP/1.1; nginx without further settings passes requests on by 1.0, and adds no header.
  const isForwarded =
    request.httpVersion === "1.0" || Object.keys(request.headers).some((name) => FORWARDING.test(name));
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
