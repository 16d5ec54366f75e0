import type { IncomingMessage } from "node:http";

/**
 * The error of a request's Host header; null: valid. RFC 9112 §3.2: 400 for a request of HTTP/1.1 without it, and
 * for any request with more than one. Node keeps the first of several, so only the raw headers show the others.
 */
export function hostFault({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, "httpVersion" | "rawHeaders">): string | null {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === "host") hosts += 1;
  if (hosts > 1) return "The request has more than one Host header. Send one.";
  return hosts === 0 && httpVersion === "1.1" ? "The Host header is missing." : null;
}
