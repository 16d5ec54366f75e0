import type { ClientRequest } from "node:http";

export const PIECES = 10;

/**
 * Sends a request's body and ends the request: at once, or in pieces over a time. Content-Length is set either way. If
 * the request ends early, the rest isn't sent.
 */
export function sendBody(
  request: ClientRequest,
  { body, bodyOverMs = 0 }: { body?: string; bodyOverMs?: number },
): void {
  if (body === undefined || bodyOverMs === 0) {
    request.end(body);
    return;
  }
  const bytes = Buffer.from(body, "utf8");
  request.setHeader("Content-Length", bytes.length);
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  let at = 0;
  const sendNext = () => {
    request.write(bytes.subarray(at, at + size));
    at += size;
    if (at < bytes.length) return;
    clearInterval(timer);
    request.end();
  };
  const timer = setInterval(sendNext, bodyOverMs / PIECES);
  request.once("close", () => clearInterval(timer));
  // Sends the headers now instead of with the first piece.
  request.flushHeaders();
}
