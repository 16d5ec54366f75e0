import type { ClientRequest } from "node:http";

export const PIECES = 10;

/**
 * Sends a request's body and ends the request: at once, or in pieces over a time. The length is said either way. A request
 * that is over before its body is gets no more of it.
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
  // The head goes out now, and not with the first piece.
  request.flushHeaders();
}
