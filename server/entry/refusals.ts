import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { failure, failureHeaders, respond } from "../http/answer";
import { requestIdOf } from "../http/request-id";
import { AppError } from "../lib/errors";

/** How long a refused caller may go on sending: a connection cut under its hands would lose the answer on the way. */
const LINGER_MS = 500;

/** An answer of the entry itself, for people. */
export function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${text}\n`);
}

/** An answer of the entry itself, for programs. */
export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

/** A refusal under /api/v1 in place of the API, and in its words (contract, "Errors"). */
export function envelope(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const given = request.headers["x-request-id"];
  const requestId = requestIdOf(new Headers(typeof given === "string" ? { "x-request-id": given } : {}));
  const { status, body } = failure(error);
  const length = { "Content-Length": String(Buffer.byteLength(body)) };
  const { headers } = respond({ status, body }, requestId, { ...failureHeaders(error), ...length });
  response.writeHead(status, [...headers].flat());
  response.end(body);
}

/**
 * Answers what the parser refuses (bad syntax, headers past 16 KiB, too slow), which has no request to go by: the envelope
 * all the same. `open`: the responses that are under way; those of this connection go out first, each to its own request.
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const own = [...open].filter((response) => response.req.socket === socket);
  const before = own.filter((response) => response.req.complete).at(-1);
  // It ended its side within a request: it has hung up on those before, as Node takes it at the end of a whole one.
  if (before && error.code === "HPE_INVALID_EOF_STATE") return void socket.destroy();
  if (before) return void before.once("close", () => refuseUnreadable(error, socket, open));
  // Half of an answer is out: another one behind it would be read as its other half.
  if (own.some((response) => response.headersSent)) return void socket.destroy();
  socket.end(refusal(error));
  // Whatever still comes is taken and thrown away until then.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function refusal({ code }: NodeJS.ErrnoException): string {
  const isLate = code === "ERR_HTTP_REQUEST_TIMEOUT";
  const message = isLate
    ? "The request did not arrive in time."
    : "The request is not HTTP that can be read, or its headers are too large.";
  const { body } = failure(new AppError("INVALID_INPUT", { message }));
  const head = [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Cache-Control: no-store",
    `X-Request-Id: ${requestIdOf(new Headers())}`,
    "Connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}
