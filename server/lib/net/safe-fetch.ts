import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { type Guard, parseTarget } from "./check-url";
import { mayShowAnswer } from "./forbidden-networks";
import { codeOf, detailOf, emptyTrace, safeConnect, type Trace } from "./safe-connect";
import { sendBody } from "./send-body";

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The most 1xx responses before the final one. */
const MAX_INFORMATIONAL = 8;
/** The most of a response's body that is stored. Then the connection is closed without reading the rest. */
export const MAX_BODY_BYTES = 8 * 1024;

export type SafeRequest = {
  method: "POST" | "GET" | "HEAD";
  headers: Record<string, string>;
  body?: string;
  /** Sends the body in pieces over this time, like a slow connection; by default at once. */
  bodyOverMs?: number;
  /** Only if requested: a delivery does not need the certificate. */
  wantCertificate?: boolean;
  /** Shorter time limits, for tests. */
  connectTimeoutMs?: number;
  totalTimeoutMs?: number;
};

/**
 * The result of a call, with its trace. `reason` may be shown to a merchant; `detail` may not. `durationMs`: until the
 * response's head and the stored part of its body, or the failure.
 */
export type SafeAnswer = Trace & { durationMs: number } & (
    | Answered
    /** The guard refused it: nothing was sent. */
    | { kind: "refused"; reason: string }
    /** No response: DNS, connection, TLS or time-out. The receiver may still have got the request. */
    | { kind: "failed"; reason: string }
  );

/**
 * `withheld`: the address is reachable only because the operator allowed its network. The service there may not be the
 * merchant's receiver, so the result has only Retry-After of its headers and nothing of its body.
 */
type Answered = {
  kind: "answered";
  status: number;
  headers: Record<string, string | string[]>;
  body: string;
  withheld: boolean;
};

type Exchanged = Answered | { kind: "failed"; reason: string };

/** The trace of a call that was never made. */
export const NOTHING_MEASURED: Trace & { durationMs: number } = { ...emptyTrace(), durationMs: 0 };

/**
 * Calls a merchant's URL. The name is resolved once, for this connection only, which goes to a checked address
 * (`safeConnect`). No redirects, no proxy, no decoding, and no kept connections (they would outlive the check). Time,
 * headers and body are limited. Never rejects.
 */
export async function safeFetch(text: string, call: SafeRequest, guard: Guard): Promise<SafeAnswer> {
  const startedAt = performance.now();
  const trace = emptyTrace();
  const outcome = await attempt(text, call, guard, trace);
  return { ...outcome, ...trace, durationMs: Math.round(performance.now() - startedAt) };
}

async function attempt(
  text: string,
  call: SafeRequest,
  guard: Guard,
  trace: Trace,
): Promise<Exchanged | { kind: "refused" | "failed"; reason: string }> {
  const startedAt = performance.now();
  const target = parseTarget(text, guard.allow);
  if (!target.ok) return { kind: "refused", reason: target.reason };
  const totalMs = call.totalTimeoutMs ?? TOTAL_TIMEOUT_MS;
  const bounds = {
    timeoutMs: Math.min(call.connectTimeoutMs ?? CONNECT_TIMEOUT_MS, totalMs),
    wantCertificate: call.wantCertificate ?? false,
  };
  const socket = await safeConnect(target, guard, bounds, trace);
  const shown = isShown(trace.address, target.port, guard);
  if (!shown) trace.certificate = null;
  if ("kind" in socket) return socket;
  const leftMs = Math.max(0, totalMs - (performance.now() - startedAt));
  const outcome = await exchange(socket, target.url, call, leftMs, trace);
  if (outcome?.kind === "answered" && !shown) return withhold(outcome);
  return outcome ?? { kind: "failed", reason: `no answer within ${totalMs / 1000} s` };
}

/** The remote address is shown only for public networks. */
function isShown(address: string | null, port: number, { allow }: Guard): boolean {
  return address === null ? allow.length === 0 : mayShowAnswer(address, port, allow);
}

function withhold({ headers, ...answer }: Answered): Answered {
  const { "retry-after": retryAfter } = headers;
  return {
    ...answer,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
    body: "",
    withheld: true,
  };
}

/** One request and its response on a connection that is closed with it. Null: time-out. */
function exchange(
  socket: Socket,
  url: URL,
  call: SafeRequest,
  leftMs: number,
  trace: Trace,
): Promise<Exchanged | null> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let head: { status: number; headers: Record<string, string | string[]> } | null = null;
    const chunks: Buffer[] = [];
    let length = 0;
    let informational = 0;
    /** After the headers, any end of the call is a response: the status and the received part of the body. */
    const end = (failure: Exchanged | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(head ? { kind: "answered", ...head, body: textOf(chunks), withheld: false } : failure);
    };
    const fail = (error: Error, reason = faultOf(codeOf(error))) => {
      // Data that arrived before the error, maybe in the same packet, is emitted to the "data" listener afterwards.
      if (head) return void setImmediate(end, null);
      trace.detail ??= detailOf(error, trace.address);
      end({ kind: "failed", reason });
    };
    const timer = setTimeout(() => end(null), leftMs);
    const takeHead = (answer: IncomingMessage) => {
      trace.timings.waitMs = Math.round(performance.now() - startedAt);
      head = { status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders) };
    };
    socket.once("close", () => fail(new Error("closed")));
    const outgoing = requestOn(socket, url, call);
    if (outgoing instanceof Error) return fail(outgoing, "the call could not be made");
    outgoing.on("error", fail);
    outgoing.on("information", () => {
      informational += 1;
      if (informational > MAX_INFORMATIONAL) fail(new Error("too many 1xx"), "informational answers, and no other");
    });
    outgoing.on("upgrade", (answer) => {
      takeHead(answer);
      end(null);
    });
    outgoing.on("response", (answer) => {
      takeHead(answer);
      answer.on("error", fail);
      answer.on("close", () => end(null));
      answer.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= MAX_BODY_BYTES) end(null);
      });
    });
    sendBody(outgoing, call);
  });
}

/** Without an agent, which could use a proxy or an older connection. An error: an invalid header. */
function requestOn(socket: Socket, url: URL, call: SafeRequest): ClientRequest | Error {
  try {
    return request({
      createConnection: () => socket,
      method: call.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...call.headers, Host: url.host, Connection: "close" },
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The first bytes of a body, as text that PostgreSQL can store. */
function textOf(chunks: Buffer[]): string {
  const kept = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  return new TextDecoder().decode(kept).replaceAll("\0", "\ufffd");
}

/** Names in lower case; repeated headers have all their values. */
function headersOf(raw: string[]): Record<string, string | string[]> {
  const all = new Map<string, string[]>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    const values = all.get(name);
    if (values) values.push(value);
    else all.set(name, [value]);
  }
  return Object.fromEntries([...all].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}

function faultOf(code: string): string {
  if (code === "HPE_HEADER_OVERFLOW") return "the answer's headers are too large";
  if (code.startsWith("HPE_")) return "the answer is not HTTP";
  return "the connection was closed without an answer";
}
