import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { failure, failureHeaders, fullHeaders } from "../http/answer";
import { send } from "../http/api-request";
import { requestIdOf } from "../http/request-id";
import { AppError } from "../lib/errors";

/** Node's code for headers or a request that did not arrive within the server's time limits. */
const LATE = "ERR_HTTP_REQUEST_TIMEOUT";
/** By Node's code; any other is invalid syntax. */
const REFUSALS: Readonly<Record<string, string>> = {
  [LATE]: "The request did not arrive in time.",
  HPE_HEADER_OVERFLOW: "The headers are too large: at most 16 KiB together.",
  HPE_INVALID_METHOD: "The method is unknown, or the request is not valid HTTP.",
};
/** The connection stays open this long after a rejection: closing it earlier would lose the response. */
const LINGER_MS = 500;

/** A plain text response of the entry. */
export function plain(response: ServerResponse, status: number, text: string, headers: OutgoingHttpHeaders = {}): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", ...headers });
  response.end(`${text}\n`);
}

/** A JSON response of the entry. */
export function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(JSON.stringify(body));
}

/** An error response in the API's envelope (contract, "Errors"). */
export function envelope(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const given = request.headers["x-request-id"];
  const requestId = requestIdOf(new Headers(typeof given === "string" ? { "x-request-id": given } : {}));
  const { status, body } = failure(error);
  send({ status, headers: fullHeaders(requestId, failureHeaders(error)), body }, response);
}

/**
 * Answers input that the HTTP parser rejects (bad syntax, headers over 16 KiB, timeout) with the envelope. Closes a
 * connection on which nothing arrived in time without a response. `open`: responses in progress; those of this
 * connection are sent first.
 */
export function refuseUnreadable(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  open: ReadonlySet<ServerResponse>,
): void {
  // Browsers open a connection ahead of their next request, and would take a response on it for that request's.
  const isUnused = error.code === LATE && "bytesRead" in socket && socket.bytesRead === 0;
  if (error.code === "ECONNRESET" || !socket.writable || isUnused) return void socket.destroy();
  const own = [...open].filter((response) => response.req.socket === socket);
  const before = own.filter((response) => response.req.complete).at(-1);
  // EOF within a request: the caller has closed the connection, so earlier responses are dropped too, as Node does.
  if (before && error.code === "HPE_INVALID_EOF_STATE") return void socket.destroy();
  if (before) return void before.once("close", () => refuseUnreadable(error, socket, open));
  // A response is partly sent: a second one would be read as its rest.
  if (own.some((response) => response.headersSent)) return void socket.destroy();
  socket.end(refusal(error));
  // Discard further input until then.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function refusal({ code }: NodeJS.ErrnoException): string {
  const message = REFUSALS[code ?? ""] ?? "The request is not valid HTTP.";
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
