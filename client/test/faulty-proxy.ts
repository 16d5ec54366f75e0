import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { onLoopback } from "../../server/test/processes/on-loopback";

/**
 * The fault of one request: the connection breaks before the service gets it, after the service has processed it, or
 * within the response; or a proxy responds instead of the service.
 */
export type Fault =
  | "lost_before"
  | "lost_after"
  | "lost_halfway"
  | { status: number; body: string; headers?: Record<string, string> };

export type Sent = { method: string; path: string; key: string | undefined; token: string | undefined; body: string };

/** A proxy on 127.0.0.1 in front of `upstream` that records requests and applies the planned faults. */
export async function startFaultyProxy(upstream: string) {
  const sent: Sent[] = [];
  const faults: { path: string; fault: Fault }[] = [];

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    const key = headers["idempotency-key"]?.toString();
    sent.push({ method, path: url, key, token: headers.authorization, body: body.toString() });
    const at = faults.findIndex(({ path }) => url.startsWith(path));
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === "lost_before") return void request.socket.destroy();
    if (typeof fault === "object") return void response.writeHead(fault.status, fault.headers ?? {}).end(fault.body);
    // fetch sets the length itself, and Node 22 refuses it twice.
    const { host: _host, connection: _connection, "content-length": _length, ...rest } = headers;
    // When the caller disconnects, the upstream request is aborted.
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const answer = await fetch(upstream + url, {
      method,
      signal: gone.signal,
      headers: rest as Record<string, string>,
      ...(body.length > 0 ? { body } : {}),
    });
    const text = await answer.text();
    if (fault === "lost_after") return void request.socket.destroy();
    const length = String(Buffer.byteLength(text));
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), "content-length": length });
    if (fault === "lost_halfway") return void response.write(text.slice(0, 10), () => request.socket.destroy());
    response.end(text);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  const { origin: url, close } = await onLoopback(server);
  return {
    url,
    /** Every received request, in order, broken or not. */
    sent,
    /** The next requests whose path begins so get these faults, in order. */
    plan: (path: string, ...planned: Fault[]) => faults.push(...planned.map((fault) => ({ path, fault }))),
    /** Removes the planned faults that have not occurred. */
    forget: () => faults.splice(0),
    close,
  };
}
