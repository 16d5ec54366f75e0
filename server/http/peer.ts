import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { env } from "../lib/config/env";
import { noteUntrustedProxy } from "../lib/net/untrusted-proxy";
import { clientAddress, isTrustedProxy, plainAddress } from "./client-address";

const HEADER = "x-bankside-peer";

// The pages are another bundle in the same process, and get a plain Request: the entry passes the caller's address
// in a header with a key of this process, which callers cannot forge.
const kept = globalThis as { banksidePeerKey?: string };

/** Headers that proxies add; a browser on this machine sends none of them. */
const FORWARDING = /^(?:x-forwarded-.+|x-real-ip|forwarded|via|cf-.+|.*client-ip)$/;

type Incoming = Pick<IncomingMessage, "headers" | "socket">;

/** The sender of a request on a socket of the entry. */
export function peerOf({ headers, socket }: Incoming): string {
  const forwarded = headers["x-forwarded-for"];
  const header = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  const address = plainAddress(socket.remoteAddress ?? "");
  const { trustedProxies } = env();
  if (header !== undefined && !isTrustedProxy(address, trustedProxies)) noteUntrustedProxy(address);
  return clientAddress(address, header, trustedProxies);
}

/** The header with the caller's address for a page: name and value. Replaces a header from the caller. */
export function peerHeader(request: Incoming & { httpVersion?: string }): [name: string, value: string] {
  kept.banksidePeerKey ??= randomBytes(16).toString("hex");
  // Browsers use HTTP/1.1; nginx by default forwards requests as HTTP/1.0 without adding a header.
  const isForwarded =
    request.httpVersion === "1.0" || Object.keys(request.headers).some((name) => FORWARDING.test(name));
  const direct = isForwarded ? "" : plainAddress(request.socket.remoteAddress ?? "");
  return [HEADER, `${kept.banksidePeerKey} ${peerOf(request)} ${direct}`];
}

/** The caller's address as the entry saw it; null without an entry. */
export function readPeer(headers: Headers): string | null {
  return readParts(headers)?.[0] || null;
}

/** The address of the connection's peer; null where a proxy forwarded the request. */
export function readDirectPeer(headers: Headers): string | null {
  return readParts(headers)?.[1] || null;
}

function readParts(headers: Headers): string[] | null {
  const [key, ...parts] = (headers.get(HEADER) ?? "").split(" ");
  return key && key === kept.banksidePeerKey ? parts : null;
}
